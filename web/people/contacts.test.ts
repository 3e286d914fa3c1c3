import { expect, test } from 'vitest'
import { nameLength, namesakes } from './contactNames.ts'
import { byName, type Contacts, findPeople } from './contacts.ts'

const ana = '0x00000000000000000000000000000000000000A1' as const
const luis = '0x00000000000000000000000000000000000000B2' as const
const eva = '0x00000000000000000000000000000000000000C3' as const

const contacts: Contacts = new Map(
  [
    { address: luis, name: 'Luis Paredes' },
    { address: ana, name: 'Ána Quispe' },
    { address: eva, name: 'eva' },
  ].map((contact) => [contact.address.toLowerCase(), contact] as const),
)

test('a name is as long as it has characters, however many bytes they take', () => {
  expect(nameLength('Mamá')).toBe(4)
  expect(nameLength('😀😀')).toBe(2)
})

test('a namesake is found with other accents and capitals, and nobody is their own', () => {
  expect(namesakes(contacts, ' ANA  quispé', luis).map(({ address }) => address)).toEqual([ana])
  expect(namesakes(contacts, 'Ana Quispe', '0x00000000000000000000000000000000000000a1')).toEqual([])
  expect(namesakes(contacts, 'Ana', luis)).toEqual([])
})

test('contacts are listed by name, accents and capitals ignored', () => {
  expect(byName(contacts).map(({ name }) => name)).toEqual(['Ána Quispe', 'eva', 'Luis Paredes'])
})

test('people are found by parts of their name and of their address', () => {
  const found = (typed: string) => findPeople(byName(contacts), typed).map(({ name }) => name)
  expect(found('')).toHaveLength(3)
  expect(found('ana')).toEqual(['Ána Quispe'])
  expect(found('QUIS an')).toEqual(['Ána Quispe'])
  expect(found('00b2')).toEqual(['Luis Paredes'])
  expect(found('nadie')).toEqual([])
  expect(findPeople([{ address: '0x0000000000000000000000000000000000000ADA' }], 'Ada')).toEqual([])
  expect(findPeople([{ address: eva }], 'C3')).toHaveLength(1)
})
