import { beforeEach, expect, test, vi } from 'vitest'
import { openSealed } from '../wallet/device/sealedTexts.ts'
import { storageOf } from '../wallet/device/storage.testing.ts'
import { CONTACTS_LOCK, OUTBOX_LOCK } from '../wallet/device/storage.ts'
import { keyFor } from '../wallet/phrase/keyFor.ts'
import { type AccessParts, createAccess } from '../wallet/vault/access.ts'
import {
  ana,
  anasPhrase,
  cheapKdf,
  luisPhrase,
  type MemoryStore,
  memoryStore,
  memoryThrottle,
} from '../wallet/vault/vault.testing.ts'
import { sealVault } from '../wallet/vault/vault.ts'
import { forgetWallet } from './forgetWallet.ts'

const luis = { pin: '730165', password: 'queso brújula martes' }
const wrong = { ...ana, pin: '000000' }
const [anas, luises] = await Promise.all([
  sealVault({ ...ana, phrase: anasPhrase, revision: 1 }, cheapKdf),
  sealVault({ ...luis, phrase: luisPhrase, revision: 2 }, cheapKdf),
])

let kept: Map<string, string>

// No IndexedDB in Node: sealed texts fall back to this localStorage.
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
})

function setUp(records: [string, string] = [anas.record, anas.record]) {
  const stores: [MemoryStore, MemoryStore] = [memoryStore(records[0]), memoryStore(records[1])]
  const passkey = memoryStore('what a passkey wraps')
  const parts: AccessParts = {
    stores: () => stores,
    passkey: () => passkey,
    throttle: memoryThrottle(),
    exclusively: (work) => work(),
    askToPersist: () => {},
    kdf: cheapKdf,
  }
  const forget = (credentials = ana) => forgetWallet({ ...anas, phrase: anasPhrase }, credentials, parts)
  return { stores, passkey, access: createAccess(parts), forget, texts: () => stores.map(({ text }) => text) }
}

/** What each of the two wallets keeps beside its vault. */
async function sealBeside() {
  for (const [address, phrase] of [
    [anas.address, anasPhrase],
    [luises.address, luisPhrase],
  ] as const) {
    const outbox = await openSealed({
      of: OUTBOX_LOCK,
      scope: `${address}.1.0xblock0`,
      key: await keyFor('outbox', phrase),
      isKept: true,
    })
    await outbox.write('[{"hash":"0x123"}]')
    const contacts = await openSealed({ of: CONTACTS_LOCK, scope: address, key: await keyFor('contacts', phrase), isKept: true })
    await contacts.write('{"version":1}')
  }
}

test('removes both copies, what a passkey wraps, what is sealed beside, and the wait', async () => {
  const { forget, texts, passkey, access } = setUp()
  await sealBeside()
  for (let failure = 0; failure < 4; failure++) await access.unlock(wrong)
  expect(await forget()).toEqual({ kind: 'forgotten' })
  expect(texts()).toEqual([undefined, undefined])
  expect(passkey.text).toBeUndefined()
  expect(access.waitLeft()).toBe(0)
  expect(await access.hasVault()).toBe('none')
  // Those of the other wallet.
  expect(kept.size).toBe(2)
})

test('removes nothing without the right PIN and password, which count as failed attempts', async () => {
  const { forget, texts, access } = setUp()
  await sealBeside()
  for (let attempt = 0; attempt < 5; attempt++) expect(await forget(wrong)).toEqual({ kind: 'invalid' })
  expect(await forget()).toEqual({ kind: 'wait', seconds: 30 })
  expect(access.waitLeft()).toBe(30)
  expect(texts()).toEqual([anas.record, anas.record])
  expect(kept.size).toBe(4)
})

test.each([
  ['in both places', [luises.record, luises.record]],
  ['in one place', [anas.record, luises.record]],
] as const)('removes nothing if another tab stored another wallet %s', async (_, [first, second]) => {
  const { forget, texts, passkey, access } = setUp([first, second])
  await sealBeside()
  for (const credentials of [ana, luis, wrong]) expect(await forget(credentials)).toEqual({ kind: 'another-vault' })
  expect(texts()).toEqual([first, second])
  expect(passkey.text).toBeDefined()
  expect(kept.size).toBe(4)
  expect(access.waitLeft()).toBe(0)
})

test('does not claim to have removed a copy that is still there', async () => {
  const { forget, stores } = setUp()
  stores[1].remove = async () => {}
  await expect(forget()).rejects.toThrow('blocked')
})

test('removes what it can, and rejects if a place that cannot be read may hold a copy', async () => {
  const { forget, stores, texts } = setUp()
  stores[0].fails = 'blocked'
  await expect(forget()).rejects.toThrow('blocked')
  expect(texts()[1]).toBeUndefined()
})

test('ignores a place that this browser does not have', async () => {
  const { forget, stores, texts } = setUp()
  stores[0].fails = 'absent'
  expect(await forget()).toEqual({ kind: 'forgotten' })
  expect(texts()[1]).toBeUndefined()
})
