import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSealed, openSealed } from '../wallet/device/sealedTexts.ts'
import { databaseOf, storageOf } from '../wallet/device/storage.testing.ts'
import { CONTACTS_LOCK } from '../wallet/device/storage.ts'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import golden from '../wallet/golden/contactsOfVersion1.json' with { type: 'json' }
import { keyFor } from '../wallet/phrase/keyFor.ts'
import { anasPhrase, luisPhrase } from '../wallet/vault/vault.testing.ts'
import { type ContactBook, contactsPart, openContactBook } from './contactBook.ts'

const me = '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25'
const luis = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const eva = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let kept: Map<string, string>
let visit: Map<string, string>

// No IndexedDB in Node: what is kept falls back to this localStorage, which the tests can inspect.
beforeEach(() => {
  kept = new Map()
  visit = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  vi.stubGlobal('sessionStorage', storageOf(visit))
  vi.stubGlobal('indexedDB', undefined)
  vi.stubGlobal('navigator', { locks: { request: oneAfterTheOther() } })
})

test('a name is found again after a reload, sealed, and storage names nobody', async () => {
  await openKept().save({ address: luis, name: ' Luis  Paredes ' })
  expect(await namesIn(openKept())).toEqual({ [luis]: 'Luis Paredes' })
  expect([kept.size, visit.size]).toEqual([1, 0])
  for (const text of [...kept].flat()) for (const plain of ['Luis', luis, me]) expect(text).not.toContain(plain)
})

test('the names of a wallet of this visit end with it; once the wallet is kept, so are they', async () => {
  await openForVisit().save({ address: luis, name: 'Luis' })
  expect([kept.size, visit.size]).toEqual([0, 1])
  expect(await namesIn(openKept())).toEqual({ [luis]: 'Luis' })
  expect([kept.size, visit.size]).toEqual([1, 0])
  // The phrase restored for a visit finds them, and goes on with those.
  expect(await namesIn(openForVisit())).toEqual({ [luis]: 'Luis' })
  await openForVisit().save({ address: eva, name: 'Eva' })
  expect([kept.size, visit.size]).toEqual([1, 0])
})

test('another wallet on this device neither sees nor disturbs them', async () => {
  await openKept().save({ address: luis, name: 'Luis' })
  const other = openContactBook({ address: luis, secret: () => luisPhrase, isKept: false })
  expect(await namesIn(other)).toEqual({})
  await other.save({ address: me, name: 'Ana' })
  expect(await namesIn(openKept())).toEqual({ [luis]: 'Luis' })
})

test('two tabs that write at the same moment lose nothing of each other, and every tab hears of each change', async () => {
  const [one, two] = [openKept(), openKept()]
  let heard = 0
  const stop = contactsChannel.listen(() => heard++)
  await Promise.all([
    one.save({ address: luis, name: 'Luis' }),
    two.save({ address: eva, name: 'Eva' }),
    one.save({ address: me, name: 'Prueba' }),
    two.remove(me),
  ])
  expect(await namesIn(one)).toEqual({ [luis]: 'Luis', [eva]: 'Eva' })
  expect(await namesIn(two)).toEqual({ [luis]: 'Luis', [eva]: 'Eva' })
  await vi.waitFor(() => expect(heard).toBe(4))
  stop()
})

test('a new name replaces the old one, whatever the case of the letters of the address', async () => {
  const book = openKept()
  await book.save({ address: luis, name: 'Luis' })
  await book.save({ address: luis.toLowerCase() as typeof luis, name: 'Lucho' })
  expect(await namesIn(book)).toEqual({ [luis]: 'Lucho' })
  await book.remove(luis.toLowerCase() as typeof luis)
  expect(await namesIn(book)).toEqual({})
})

test.each([
  ['bytes that cannot be unsealed', undefined],
  ['no JSON', '{'],
  ['no names', '{"version":1}'],
  ['names in a list', '{"version":1,"names":["Ana"]}'],
  ['an unknown version', '{"version":0,"names":{}}'],
  ['something that is no address', '{"version":1,"names":{"0x12":"Ana"}}'],
  ['an address with a wrong letter', `{"version":1,"names":{"${luis.replace('c3', 'C3')}":"Luis"}}`],
  ['a name that is no text', `{"version":1,"names":{"${luis}":7}}`],
  ['a name of nothing that can be seen', `{"version":1,"names":{"${luis}":"\\u202e"}}`],
])('%s are damaged: nothing is written over them, and they are set aside byte for byte', async (_, text) => {
  const bytes = await store(text)
  const book = openKept()
  await expect(book.read()).rejects.toThrow('damaged')
  await expect(book.save({ address: eva, name: 'Eva' })).rejects.toThrow('damaged')
  expect([...kept.values()]).toEqual([bytes])

  await book.setAsideDamaged()
  expect(await namesIn(book)).toEqual({})
  await book.save({ address: eva, name: 'Eva' })
  expect(await namesIn(book)).toEqual({ [eva]: 'Eva' })
  expect([...kept.values()]).toContain(bytes)
})

test('those of a later version are neither read nor replaced nor set aside', async () => {
  const bytes = await store('{"version":2,"names":{}}')
  const book = openKept()
  await expect(book.read()).rejects.toThrow('newer')
  await expect(book.save({ address: eva, name: 'Eva' })).rejects.toThrow('newer')
  await book.setAsideDamaged()
  expect([...kept.values()]).toEqual([bytes])
})

test('a name that came in from outside is cleaned and cut when it is read', async () => {
  await store(JSON.stringify({ version: 1, names: { [luis]: `\u202e${'x'.repeat(10_000)}`, [eva]: '😀'.repeat(50) } }))
  expect(await namesIn(openKept())).toEqual({ [luis]: 'x'.repeat(40), [eva]: '😀'.repeat(40) })
})

test('a name that is cut inside an emoji keeps no joiner with nothing to join', async () => {
  await store(JSON.stringify({ version: 1, names: { [luis]: `${'x'.repeat(38)}👩\u200d👧` } }))
  expect(await namesIn(openKept())).toEqual({ [luis]: `${'x'.repeat(38)}👩` })
})

test('storage that is full is said, and what was there stays', async () => {
  const book = openKept()
  await book.save({ address: luis, name: 'Luis' })
  const { getItem, removeItem } = localStorage
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem, removeItem, setItem })
  await expect(book.save({ address: eva, name: 'Eva' })).rejects.toMatchObject({ problem: 'full' })
  expect(await namesIn(book)).toEqual({ [luis]: 'Luis' })
})

test('keeps names if the database is emptied, and reports names it lost', async () => {
  const database = new Map<string, string>()
  vi.stubGlobal('indexedDB', databaseOf(database))
  const book = openKept()
  await book.save({ address: luis, name: 'Luis' })
  const backup = book.encode(await book.read())
  database.clear()
  expect(await namesIn(book)).toEqual({ [luis]: 'Luis' })

  for (const [key, text] of kept) if (text) kept.delete(key)
  await expect(book.read()).rejects.toMatchObject({ trouble: 'lost' })
  await expect(book.save({ address: eva, name: 'Eva' })).rejects.toMatchObject({ trouble: 'lost' })
  await book.add(backup)
  expect(await namesIn(book)).toEqual({ [luis]: 'Luis' })

  for (const [key, text] of kept) if (text) kept.delete(key)
  database.clear()
  await book.setAsideDamaged()
  expect(await namesIn(book)).toEqual({})
})

test('forgetting the device removes them', async () => {
  await openKept().save({ address: luis, name: 'Luis' })
  await forgetSealed(CONTACTS_LOCK, me, await keyFor('contacts', anasPhrase))
  expect(kept.size).toBe(0)
})

test('a backup holds all names; read back, it adds those that are missing, and my own win', async () => {
  const owner = { address: me, secret: () => anasPhrase, isKept: true } as const
  const part = contactsPart(owner)
  expect(part.name).toBe('contacts')
  expect(await part.read()).toBeUndefined()
  await openContactBook(owner).save({ address: luis, name: 'Luis' })
  await openContactBook(owner).save({ address: eva, name: 'Eva' })
  const backup = (await part.read()) ?? ''
  expect(JSON.parse(backup)).toEqual({ version: 1, names: { [luis]: 'Luis', [eva]: 'Eva' } })

  kept.clear()
  await openContactBook(owner).save({ address: luis, name: 'Lucho' })
  await part.write(backup)
  expect(await namesIn(openContactBook(owner))).toEqual({ [luis]: 'Lucho', [eva]: 'Eva' })

  for (const bad of ['', '{"version":1,"names":{"x":"y"}}']) {
    await expect(part.write(bad)).rejects.toThrow('damaged')
  }
  expect(await namesIn(openContactBook(owner))).toEqual({ [luis]: 'Lucho', [eva]: 'Eva' })
})

test('golden: contacts of version 1 open with the phrase alone', async () => {
  await openKept().save({ address: luis, name: 'Luis' })
  for (const name of kept.keys()) expect(name).toBe(golden.key)
  kept.set(golden.key, golden.stored)
  expect(await namesIn(openKept())).toEqual(golden.names)
  expect(await namesIn(openForVisit())).toEqual(golden.names)
})

function openKept() {
  return openContactBook({ address: me, secret: () => anasPhrase, isKept: true })
}

function openForVisit() {
  return openContactBook({ address: me, secret: () => anasPhrase, isKept: false })
}

/** Stores a text, sealed; undefined: bytes that are none. Returns the bytes. */
async function store(text: string | undefined): Promise<string> {
  const sealed = await openSealed({
    of: CONTACTS_LOCK,
    scope: me,
    key: await keyFor('contacts', anasPhrase),
    isKept: true,
  })
  await sealed.write(text ?? '')
  const [[name, bytes] = ['', '']] = kept
  if (text !== undefined) return bytes
  kept.set(name, 'seed.AAAA')
  return 'seed.AAAA'
}

async function namesIn(book: ContactBook) {
  return Object.fromEntries([...(await book.read()).values()].map(({ address, name }) => [address, name]))
}

/** As the Web Locks API. */
function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve()
  return (_: string, work: () => Promise<unknown>) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
