import { beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageError, type TextStore } from '../device/storage.ts'
import { type AccessParts, createAccess } from './access.ts'
import { changeCredentials } from './changeCredentials.ts'
import { ana, anasPhrase, cheapKdf, luisPhrase, type MemoryStore, memoryStore, memoryThrottle } from './vault.testing.ts'
import { openVault, sealVault } from './vault.ts'
import { decodeRecord } from './vaultRecord.ts'

const anew = { pin: '161803', password: 'tortuga enero violín lámpara' }
const wrong = { ...ana, pin: '000000' }
let address: `0x${string}`
let record: string
beforeAll(async () => {
  ;({ record, address } = await sealVault({ ...ana, phrase: anasPhrase, revision: 3 }, cheapKdf))
})

function setUp(copies: (string | undefined)[] = [record, record]) {
  const stores: [MemoryStore, MemoryStore] = [memoryStore(copies[0]), memoryStore(copies[1])]
  const partsOver = (places: readonly TextStore[]): AccessParts => ({
    stores: () => places,
    passkey: () => memoryStore(),
    throttle: memoryThrottle(),
    exclusively: (work) => work(),
    askToPersist: () => {},
    kdf: cheapKdf,
  })
  const parts = partsOver(stores)
  return { stores, partsOver, parts, access: createAccess(parts), texts: () => stores.map(({ text }) => text) }
}
const change = (parts: AccessParts, from = ana) => changeCredentials({ address, from, to: anew, keepsPasskey: true }, parts)

test('the new PIN and password open the wallet from then on, and the old ones no longer', async () => {
  const { parts, access, texts } = setUp()
  expect(await change(parts)).toEqual({ kind: 'changed' })
  expect(await access.unlock(ana)).toEqual({ kind: 'invalid' })
  expect(await access.unlock(anew)).toMatchObject({ kind: 'opened', phrase: anasPhrase, address })
  expect(texts()[0]).toBe(texts()[1])
})

test('the form learns the length of the PIN from the vault, and a new PIN may have another one', async () => {
  const { parts, access } = setUp()
  expect(await access.pinLength()).toBe(6)
  expect(await changeCredentials({ address, from: ana, to: { ...anew, pin: '16180339' }, keepsPasskey: true }, parts)).toEqual({
    kind: 'changed',
  })
  expect(await access.pinLength()).toBe(8)
  expect(await setUp([undefined, undefined]).access.pinLength()).toBeUndefined()
})

test('the data key stays, under a new salt and the next revision', async () => {
  const { parts, texts } = setUp()
  const before = await openVault(record, ana, cheapKdf)
  await change(parts)
  const after = await openVault(texts()[0] ?? '', anew, cheapKdf)
  const iv = new Uint8Array(12)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, before.dataKey, new Uint8Array([1, 2, 3]))
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, after.dataKey, sealed)
  expect([...new Uint8Array(opened)]).toEqual([1, 2, 3])
  const [old, now] = [await decodeRecord(record), await decodeRecord(texts()[0] ?? '')]
  expect(now.revision).toBe(4)
  expect(now.kdf.salt).not.toEqual(old.kdf.salt)
})

test('a wrong old PIN changes nothing, is a failed attempt, and after the fifth one waits', async () => {
  const { parts, access, texts } = setUp()
  for (let attempt = 0; attempt < 5; attempt++) expect(await change(parts, wrong)).toEqual({ kind: 'invalid' })
  expect(access.waitLeft()).toBe(30)
  expect(await change(parts)).toEqual({ kind: 'wait', seconds: 30 })
  expect(texts()).toEqual([record, record])
})

test('the vault of another wallet that took its place in another tab is left alone', async () => {
  const other = (await sealVault({ ...ana, phrase: luisPhrase, revision: 4 }, cheapKdf)).record
  const { parts, texts } = setUp([other, other])
  expect(await change(parts)).toEqual({ kind: 'another-vault' })
  expect(texts()).toEqual([other, other])
})

test.each([
  ['newer', 4, { pin: '555555', password: 'de Luis' }],
  ['newer, and has the same PIN and password,', 4, ana],
  ['older', 2, { pin: '555555', password: 'de Luis' }],
] as const)('a copy of another wallet that is %s is not written over, in either place', async (_, revision, credentials) => {
  const other = (await sealVault({ ...credentials, phrase: luisPhrase, revision }, cheapKdf)).record
  for (const copies of [
    [record, other],
    [other, record],
  ]) {
    const { parts, texts } = setUp(copies)
    expect(await change(parts)).toEqual({ kind: 'another-vault' })
    expect(texts()).toEqual(copies)
  }
})

test('nor is a copy of the same wallet that was sealed anew, under a PIN and password of its own', async () => {
  const sealedAnew = (await sealVault({ pin: '555555', password: 'otra', phrase: anasPhrase, revision: 4 }, cheapKdf)).record
  const { parts, texts, access } = setUp([sealedAnew, record])
  expect(await change(parts)).toEqual({ kind: 'another-vault' })
  expect(texts()).toEqual([sealedAnew, record])
  // The PIN and password were right: no failed attempt.
  expect(access.waitLeft()).toBe(0)
})

test('a copy that an earlier change did not reach is the same vault, and is changed with the other', async () => {
  const { stores, parts, texts } = setUp()
  await change(parts)
  const [changed] = texts()
  stores[1].text = record
  expect(await changeCredentials({ address, from: anew, to: ana, keepsPasskey: true }, parts)).toEqual({ kind: 'changed' })
  expect(texts()[0]).toBe(texts()[1])
  expect(texts()[0]).not.toBe(changed)
})

test('a copy of a later version of the app is not written over', async () => {
  const body = record.slice(0, record.lastIndexOf('.')).replace('"version":1', '"version":2')
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))).toString('base64url')
  const copies = [record, `${body}.${digest}`]
  const { parts, texts } = setUp(copies)
  expect(await change(parts)).toEqual({ kind: 'unsupported' })
  expect(texts()).toEqual(copies)
})

test.each(['full', 'blocked', 'busy'] as const)(
  'storage that is %s: it is said, and the old PIN and password stay',
  async (reason) => {
    for (const place of [0, 1] as const) {
      const { stores, parts, texts, access } = setUp()
      stores[place].write = () => Promise.reject(new StorageError(reason))
      expect(await change(parts)).toEqual({ kind: 'not-written', reason })
      expect(texts()).toEqual([record, record])
      expect(await access.unlock(ana)).toMatchObject({ kind: 'opened' })
    }
  },
)

test('copies that can no longer be read when the change is written are not put at risk', async () => {
  const { stores, parts, texts } = setUp()
  for (const store of stores) {
    const { read } = store
    let isFirst = true
    store.read = () => {
      if (!isFirst) return Promise.reject(new StorageError('busy'))
      isFirst = false
      return read()
    }
  }
  stores[1].write = () => Promise.reject(new StorageError('full'))
  expect(await change(parts)).toMatchObject({ kind: 'not-written' })
  expect(texts()).toEqual([record, record])
})

describe('cut short', () => {
  /** Failures of one call to storage, and of later ones. `dies`: the process ends, before or after the call had its effect. */
  const CUTS = ['throws once', 'throws from then on', 'forgets', 'dies before', 'dies after'] as const
  type Cut = (typeof CUTS)[number]

  /** The same stores, which fail at the call with this number. */
  function cutAt(places: readonly TextStore[], number: number, cut: Cut) {
    const seen = { calls: 0, isDead: false }
    const never = () => {
      seen.isDead = true
      return new Promise<never>(() => {})
    }
    const around = async <T>(call: () => Promise<T>, isRead: boolean): Promise<T | undefined> => {
      const isCut = ++seen.calls === number
      if (seen.isDead || (isCut && cut === 'dies before')) return never()
      if (cut === 'throws from then on' ? seen.calls >= number : isCut && cut === 'throws once') throw new StorageError('blocked')
      if (isCut && cut === 'forgets' && !isRead) return undefined
      const result = await call()
      return isCut && cut === 'dies after' ? never() : result
    }
    const stores = places.map(
      (store): TextStore => ({
        read: () => around(() => store.read(), true),
        write: (text) => around(() => store.write(text), false) as Promise<void>,
        remove: () => around(() => store.remove(), false) as Promise<void>,
      }),
    )
    return { stores, seen }
  }

  test.each(CUTS)('a storage that %s, at any of its calls: the old or the new PIN and password open the wallet', async (cut) => {
    let number = 0
    for (let isReached = true; isReached; ) {
      number++
      const { stores, partsOver, access, texts } = setUp()
      const { stores: failing, seen } = cutAt(stores, number, cut)
      const outcome = change(partsOver(failing))
      const died = vi.waitUntil(() => seen.isDead || undefined, { timeout: 20_000 }).catch(() => {})
      const result = await Promise.race([outcome, died.then(() => undefined)])
      isReached = seen.calls >= number

      const where = `call ${number}`
      const [withOld, withNew] = [await access.unlock(ana), await access.unlock(anew)]
      const opened = [withOld, withNew].filter(({ kind }) => kind === 'opened')
      expect(opened.length, where).toBeGreaterThan(0)
      for (const wallet of opened) expect(wallet, where).toMatchObject({ phrase: anasPhrase })
      if (result?.kind === 'changed') expect([withOld.kind, withNew.kind], where).toEqual(['invalid', 'opened'])
      else if (result && result.kind !== 'unsure') expect(withOld.kind, where).toBe('opened')
      // Unlocking leaves two whole copies.
      expect(
        texts().every((text) => text !== undefined),
        where,
      ).toBe(true)
    }
    // Two reads to open, two to put back, two writes and two reads to be sure of them.
    expect(number).toBeGreaterThan(8)
  })
})

describe('the passkey', () => {
  const withPasskey = () => {
    const { parts, ...rest } = setUp()
    const passkey = memoryStore('what a passkey wraps')
    return { ...rest, passkey, parts: { ...parts, passkey: () => passkey } }
  }
  const remove = (parts: AccessParts, from = ana) => changeCredentials({ address, from, to: anew, keepsPasskey: false }, parts)

  test('is gone from storage, or stays as it was', async () => {
    const { parts, passkey } = withPasskey()
    expect(await change(parts)).toEqual({ kind: 'changed' })
    expect(passkey.text).toBe('what a passkey wraps')
    expect(await changeCredentials({ address, from: anew, to: ana, keepsPasskey: false }, parts)).toEqual({ kind: 'changed' })
    expect(passkey.text).toBeUndefined()
  })

  test('stays where PIN and password were wrong', async () => {
    const { parts, passkey } = withPasskey()
    expect(await remove(parts, wrong)).toEqual({ kind: 'invalid' })
    expect(passkey.text).toBe('what a passkey wraps')
  })

  test('that cannot be removed: nothing is changed', async () => {
    const { parts, passkey, texts } = withPasskey()
    passkey.fails = 'blocked'
    expect(await remove(parts)).toEqual({ kind: 'not-written', reason: 'blocked' })
    passkey.fails = undefined
    passkey.remove = async () => {}
    expect(await remove(parts)).toEqual({ kind: 'not-written', reason: 'blocked' })
    expect(texts()).toEqual([record, record])
  })

  test('goes before the vault is written: cut short at any point, none opens it under the new PIN and password', async () => {
    const { parts, passkey, stores } = withPasskey()
    const seen: (string | undefined)[] = []
    const [first] = stores
    const write = first.write
    first.write = (text) => {
      seen.push(passkey.text)
      return write(text)
    }
    expect(await remove(parts)).toEqual({ kind: 'changed' })
    expect(seen).toEqual([undefined])
  })
})
