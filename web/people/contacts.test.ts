import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName, nameLength, namesakes } from './contactNames.ts'
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

test.each([
  ['  Ana   Quispe ', 'Ana Quispe'],
  ['Ana\n\tQuispe', 'Ana Quispe'],
  ['Ana \u200b Quispe', 'Ana Quispe'],
  // A right-to-left override would show it as 'Ana'.
  ['\u202eanA\u202c', 'anA'],
  ['\u2066Ana\u2069\u200e\u200f\u061c', 'Ana'],
  ['A\u200dna\u00ad\ufeff', 'Ana'],
  ['\0Ana\u0007\u009b', 'Ana'],
  ['Ana\ud800', 'Ana'],
  ['<b>Ana</b> & "Luis"', '<b>Ana</b> & "Luis"'],
  ['Mamá 👩🏽‍👧‍👦 ❤️', 'Mamá 👩🏽‍👧‍👦 ❤️'],
  ['👩\u200d', '👩'],
  ['\ufe0f\u200d©', '©'],
  ['1\ufe0f\u200d©', '1©'],
  ['😀\ufe0f', '😀'],
  ['1\ufe0f\u20e3 🏳\ufe0f\u200d🌈', '1\ufe0f\u20e3 🏳\ufe0f\u200d🌈'],
  ['A\u0301na', 'Ána'],
  ['שרה', 'שרה'],
  // Drawn as nothing, or as a blank.
  ['Ana\u034f\u3164\u2800\u180b\ufe0f', 'Ana'],
  [' \u200b\u202e ', ''],
])('the name %j is kept as %j', (typed, name) => {
  expect(cleanName(typed)).toBe(name)
  expect(cleanName(name)).toBe(name)
})

test('a name that was cleaned stays as it is, and what is invisible in it belongs to an emoji', () => {
  const parts = ['\u200d', '\ufe0f', '\u200b', '\u0338', '\u20e3', '\u0301', ' ', 'A', '1', '©', '↔', '❤', '👩', '🏽', '🏳', '🌈']
  const typed = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const name = cleanName(text)
      expect(cleanName(name)).toBe(name)
      const invisible = /[\p{C}\p{DI}\u2800]/gu
      const ofEmoji = /(?<=\p{ExtPict}\ufe0f?|\p{EMod})\u200d(?=\p{ExtPict})|(?<=\p{ExtPict}|[#*0-9](?=\ufe0f\u20e3))\ufe0f/gu
      expect(name.match(invisible)?.length).toBe(name.match(ofEmoji)?.length)
    }),
    { numRuns: 500 },
  )
})

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
