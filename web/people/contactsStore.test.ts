import type { Address } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageOf } from '../wallet/device/storage.testing.ts'
import { contactsChannel } from '../wallet/device/tabChannel.ts'
import { anasPhrase, luisPhrase } from '../wallet/vault/vault.testing.ts'
import { type ContactBook, openContactBook } from './contactBook.ts'
import type { Contacts } from './contacts.ts'
import { createContacts } from './contactsStore.ts'

const me = '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25'
const luis = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const eva = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let kept: Map<string, string>
const opened: (() => void)[] = []

// No IndexedDB in Node: what is kept falls back to this localStorage, which the tests can inspect.
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => Promise<unknown>) => work() } })
})
afterEach(() => {
  for (const stop of opened.splice(0)) stop()
  vi.unstubAllGlobals()
})

test('the names on the device are read, also as a search wants them', async () => {
  await openAnas().save({ address: luis, name: 'Luís Ríos' })
  const store = openStore()
  expect(store.get()).toMatchObject({ contacts: new Map(), trouble: undefined })
  await until(store, () => store.get().contacts.size === 1)
  expect(namesIn(store)).toEqual({ [luis]: 'Luís Ríos' })
  expect(store.get().plainNames).toEqual(new Map([[luis.toLowerCase(), 'luis rios']]))
})

test('a name that was saved or removed shows at once, and is there at the next visit', async () => {
  const store = openStore()
  await store.save({ address: luis, name: 'Luis' })
  expect(namesIn(store)).toEqual({ [luis]: 'Luis' })
  await store.save({ address: eva, name: 'Eva' })
  await store.remove(luis)
  expect(namesIn(store)).toEqual({ [eva]: 'Eva' })
  expect([...store.get().plainNames.values()]).toEqual(['eva'])
  const next = openStore()
  await until(next, () => next.get().contacts.size > 0)
  expect(namesIn(next)).toEqual({ [eva]: 'Eva' })
})

test('a change of another tab shows here too, until this one is closed', async () => {
  const store = createContacts()
  const { book, reads } = counting(openAnas())
  const close = store.open(book)
  await store.save({ address: luis, name: 'Luis' })
  const other = openStore()
  await other.save({ address: luis, name: 'Lucho' })
  await until(store, () => namesIn(store)[luis] === 'Lucho')
  await other.remove(luis)
  await until(store, () => store.get().contacts.size === 0)

  close()
  const count = reads()
  const heard = nextChange()
  await other.save({ address: eva, name: 'Eva' })
  await heard
  await turn()
  expect([reads(), namesIn(store)]).toEqual([count, {}])
})

test('an older answer that comes later does not replace a newer one', async () => {
  const { book, isAsked, answer } = heldBook()
  const store = createContacts()
  opened.push(store.open(book))
  contactsChannel.post('changed')
  await isAsked(2)
  await answer(1, [luis, 'Lucho'])
  expect(namesIn(store)).toEqual({ [luis]: 'Lucho' })
  await answer(0, [luis, 'Luis'])
  expect(namesIn(store)).toEqual({ [luis]: 'Lucho' })
})

test('an answer that was on its way before a name was saved does not take it away', async () => {
  const { book, answer } = heldBook()
  const store = createContacts()
  opened.push(store.open({ ...book, save: async ({ address, name }) => contactsOf([address, name]) }))
  await store.save({ address: luis, name: 'Luis' })
  await answer(0)
  expect(namesIn(store)).toEqual({ [luis]: 'Luis' })
})

test('an answer that comes after the wallet was closed shows nothing, and the next book is read', async () => {
  const [first, second] = [heldBook(), heldBook()]
  const store = createContacts()
  store.open(first.book)()
  await first.answer(0, [luis, 'Luis'])
  expect(namesIn(store)).toEqual({})
  opened.push(store.open(second.book))
  await second.answer(0, [eva, 'Eva'])
  expect(namesIn(store)).toEqual({ [eva]: 'Eva' })
})

test('damaged names are said to be so and shown no more, until they are set aside', async () => {
  const store = openStore()
  await store.save({ address: luis, name: 'Luis' })
  const [[name, bytes] = ['', '']] = kept
  kept.set(name, 'seed.AAAA')
  contactsChannel.post('changed')
  await until(store, () => store.get().trouble !== undefined)
  expect(store.get()).toEqual({ contacts: new Map(), plainNames: new Map(), trouble: 'damaged' })
  await expect(store.save({ address: eva, name: 'Eva' })).rejects.toMatchObject({ trouble: 'damaged' })
  expect(store.get().trouble).toBe('damaged')

  await store.setAsideDamaged()
  await until(store, () => store.get().trouble === undefined)
  expect(namesIn(store)).toEqual({})
  await store.save({ address: eva, name: 'Eva' })
  expect(namesIn(store)).toEqual({ [eva]: 'Eva' })
  expect([...kept.values()]).not.toContain(bytes)
  expect([...kept.values()]).toContain('seed.AAAA')
})

test.each([
  ['newer', Object.assign(new Error('newer'), { trouble: 'newer' })],
  ['unread', new DOMException('blocked', 'SecurityError')],
])('names that cannot be read are %s until they can', async (trouble, error) => {
  const { book, isAsked, answer, refuse } = heldBook()
  const store = createContacts()
  opened.push(store.open(book))
  await refuse(0, error)
  expect(store.get()).toEqual({ contacts: new Map(), plainNames: new Map(), trouble })
  contactsChannel.post('changed')
  await isAsked(2)
  await answer(1, [luis, 'Luis'])
  expect([namesIn(store), store.get().trouble]).toEqual([{ [luis]: 'Luis' }, undefined])
})

test('storage that is full is said to who saves, and the names that are shown stay', async () => {
  const store = openStore()
  await store.save({ address: luis, name: 'Luis' })
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const { getItem, removeItem } = localStorage
  vi.stubGlobal('localStorage', { getItem, removeItem, setItem })
  await expect(store.save({ address: eva, name: 'Eva' })).rejects.toMatchObject({ problem: 'full' })
  expect([namesIn(store), store.get().trouble]).toEqual([{ [luis]: 'Luis' }, undefined])
})

test('before a book is open there are no names, none can be saved, and nothing is set aside', async () => {
  const store = createContacts()
  await expect(store.save({ address: luis, name: 'Luis' })).rejects.toThrow('No book is open')
  await expect(store.remove(luis)).rejects.toThrow('No book is open')
  await store.setAsideDamaged()
  expect(store.get()).toEqual({ contacts: new Map(), plainNames: new Map(), trouble: undefined })
  expect(kept.size).toBe(0)
})

test('the names of another wallet on this device are not among them', async () => {
  const store = openStore()
  await store.save({ address: luis, name: 'Luis' })
  const other = createContacts()
  opened.push(other.open(openContactBook({ address: luis, secret: () => luisPhrase, isKept: true })))
  await other.save({ address: me, name: 'Ana' })
  expect([namesIn(store), namesIn(other)]).toEqual([{ [luis]: 'Luis' }, { [me]: 'Ana' }])
})

type Store = ReturnType<typeof createContacts>

function openAnas() {
  return openContactBook({ address: me, secret: () => anasPhrase, isKept: true })
}

/** A tab of Ana's wallet. */
function openStore(): Store {
  const store = createContacts()
  opened.push(store.open(openAnas()))
  return store
}

function namesIn(store: Store): Record<Address, string> {
  return Object.fromEntries([...store.get().contacts.values()].map(({ address, name }) => [address, name]))
}

function contactsOf(...named: [Address, string][]): Contacts {
  return new Map(named.map(([address, name]) => [address.toLowerCase(), { address, name }]))
}

function counting(book: ContactBook) {
  let count = 0
  const read = () => {
    count++
    return book.read()
  }
  return { book: { ...book, read }, reads: () => count }
}

/** A book whose readings end when they are told to. */
function heldBook() {
  const readings: { resolve: (contacts: Contacts) => void; reject: (error: Error) => void }[] = []
  const waiting = new Map<number, () => void>()
  const read = () =>
    new Promise<Contacts>((resolve, reject) => {
      readings.push({ resolve, reject })
      waiting.get(readings.length)?.()
    })
  return {
    book: { ...openAnas(), read },
    /** Until it was read so often. */
    isAsked: (count: number) => new Promise<void>((resolve) => waiting.set(count, resolve)),
    answer: (index: number, ...named: [Address, string][]) => {
      readings[index]?.resolve(contactsOf(...named))
      return turn()
    },
    refuse: (index: number, error: Error) => {
      readings[index]?.reject(error)
      return turn()
    },
  }
}

/** Until all that waits to be told by now was told. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Until some tab has heard of a change; with a turn, all of them. */
function nextChange(): Promise<void> {
  return new Promise((resolve) => {
    const stop = contactsChannel.listen(() => {
      stop()
      resolve()
    })
  })
}

function until({ subscribe }: Store, question: () => boolean): Promise<void> {
  if (question()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!question()) return
      stop()
      resolve()
    })
  })
}
