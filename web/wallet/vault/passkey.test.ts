import { createHash, createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Authenticator, AuthenticatorError } from '../device/authenticator.ts'
import golden from '../golden/passkeyOfVersion1.json' with { type: 'json' }
import vaults from '../golden/vaultsOfVersion1.json' with { type: 'json' }
import { type AccessParts, createAccess } from './access.ts'
import { fromBase64Url, randomBytes } from './bytes.ts'
import { changeCredentials } from './changeCredentials.ts'
import { createPasskey } from './passkey.ts'
import { decodePasskey, walletMark } from './passkeyRecord.ts'
import { ana, anasPhrase, cheapKdf, luisPhrase, type MemoryStore, memoryStore, memoryThrottle } from './vault.testing.ts'

const anew = { pin: '161803', password: 'tortuga enero violín lámpara' }

/** Derives secrets as PRF does: by credential and salt. `fails` stands for what a person or a device does. */
function fakeAuthenticator() {
  const seed = randomBytes(32)
  const state: {
    fails: 'refused' | 'unsupported' | undefined
    created: number
    onPrompt: () => Promise<unknown>
    onDerive: () => Promise<unknown>
  } = {
    fails: undefined,
    created: 0,
    onPrompt: async () => {},
    onDerive: async () => {},
  }
  const derive = async (credentialId: Uint8Array, salt: Uint8Array) => {
    if (state.fails) throw new AuthenticatorError(state.fails)
    await state.onDerive()
    return new Uint8Array(createHmac('sha256', seed).update(credentialId).update(salt).digest())
  }
  const authenticator: Authenticator = {
    create: async (salt) => {
      state.created++
      await state.onPrompt()
      const credentialId = randomBytes(20)
      return { credentialId, secret: await derive(credentialId, salt) }
    },
    derive,
  }
  return { authenticator, state }
}

function setUp() {
  const stores: [MemoryStore, MemoryStore] = [memoryStore(), memoryStore()]
  const store = memoryStore()
  const parts: AccessParts = {
    stores: () => stores,
    passkey: () => store,
    throttle: memoryThrottle(),
    exclusively: (work) => work(),
    askToPersist: () => {},
    kdf: cheapKdf,
  }
  const { authenticator, state } = fakeAuthenticator()
  return { stores, store, parts, access: createAccess(parts), state, passkey: createPasskey({ ...parts, authenticator }) }
}

let device: ReturnType<typeof setUp>
let wallet: { address: `0x${string}`; dataKey: CryptoKey }
let owner: { address: `0x${string}`; credentials: typeof ana }
beforeEach(async () => {
  device = setUp()
  const kept = await device.access.keep({ ...ana, phrase: anasPhrase })
  if (kept.kind !== 'kept') throw new Error('The vault was not kept')
  wallet = kept
  owner = { address: kept.address, credentials: ana }
})

test('it opens the vault, and PIN and password still do', async () => {
  const { passkey, access } = device
  expect(await passkey.unlock()).toEqual({ kind: 'void' })
  expect(await passkey.setUp(owner)).toEqual({ kind: 'done' })
  expect(await passkey.isSetUpFor(wallet)).toBe(true)
  expect(await passkey.unlock()).toMatchObject({ kind: 'opened', phrase: anasPhrase, address: wallet.address })
  expect(await access.unlock(ana)).toMatchObject({ kind: 'opened' })
})

test('neither address nor data key are in what is stored', async () => {
  expect(await device.passkey.setUp(owner)).toEqual({ kind: 'done' })
  const raw = Buffer.from(await crypto.subtle.exportKey('raw', wallet.dataKey))
  const text = device.store.text ?? ''
  for (const secret of [wallet.address.slice(2), raw.toString('hex'), raw.toString('base64url'), raw.toString('base64')]) {
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
  }
  expect(text).not.toContain(Buffer.from(wallet.address.slice(2), 'hex').toString('base64url'))
})

test('who has what is stored, and all addresses of the chain, does not find out whose it is', async () => {
  await device.passkey.setUp(owner)
  const { salt, wallet: mark } = JSON.parse(device.store.text ?? '')
  for (const address of [wallet.address, wallet.address.toLowerCase()]) {
    for (const input of [JSON.stringify([salt, address]), salt + address, address + salt, address]) {
      expect(createHash('sha256').update(input).digest('base64url')).not.toBe(mark)
      expect(createHmac('sha256', Buffer.from(salt, 'base64url')).update(input).digest('base64url')).not.toBe(mark)
    }
  }
  // It depends on the data key: the same wallet sealed anew, under the same salt, has another one.
  const record = decodePasskey(device.store.text ?? '')
  if (!record) throw new Error('There is no record')
  const anew = await device.access.keep({ ...ana, phrase: anasPhrase }, { replace: true })
  if (anew.kind !== 'kept') throw new Error('The vault was not kept')
  const marks = await Promise.all([wallet, anew].map(async ({ dataKey }) => walletMark(record, await raw(dataKey))))
  expect(marks.map((bytes) => Buffer.from(bytes).toString('base64url'))).toEqual([mark, expect.not.stringContaining(mark)])
})

test('it is not said to be on for the same phrase sealed anew, which it does not open', async () => {
  const { passkey, access, store } = device
  await passkey.setUp(owner)
  const { text } = store
  const anew = await access.keep({ ...ana, phrase: anasPhrase }, { replace: true })
  if (anew.kind !== 'kept') throw new Error('The vault was not kept')
  store.text = text
  expect(await passkey.isSetUpFor(anew)).toBe(false)
  expect(await passkey.isSetUpFor(wallet)).toBe(true)
})

test('the rate limit does not hold it up', async () => {
  const { passkey, access } = device
  await passkey.setUp(owner)
  for (let failure = 0; failure < 6; failure++) await access.unlock({ ...ana, pin: '000000' })
  expect(access.waitLeft()).toBeGreaterThan(0)
  expect(await passkey.unlock()).toMatchObject({ kind: 'opened' })
  // And it is not lifted for whoever guesses.
  expect(access.waitLeft()).toBeGreaterThan(0)
})

describe('before the authenticator is asked', () => {
  test('wrong PIN or password: nothing is enrolled, and it is a failed attempt like any other', async () => {
    const { passkey, access, state, store } = device
    const wrong = { ...owner, credentials: { ...ana, pin: '000000' } }
    for (let failure = 0; failure < 5; failure++) expect(await passkey.setUp(wrong)).toEqual({ kind: 'invalid' })
    expect(access.waitLeft()).toBe(30)
    expect(await passkey.setUp(owner)).toEqual({ kind: 'wait', seconds: 30 })
    expect(await access.unlock(ana)).toMatchObject({ kind: 'wait' })
    expect(state.created).toBe(0)
    expect(store.text).toBeUndefined()
  })

  test('PIN and password of a vault that took its place in another tab are not those of this wallet', async () => {
    const { passkey, access, state } = device
    await access.keep({ ...anew, phrase: luisPhrase }, { replace: true })
    expect(await passkey.setUp({ ...owner, credentials: anew })).toEqual({ kind: 'invalid' })
    expect(state.created).toBe(0)
  })

  test('whoever closed the dialog meanwhile is not asked', async () => {
    const { passkey, state } = device
    expect(await passkey.setUp(owner, AbortSignal.abort())).toEqual({ kind: 'not-set', why: 'refused' })
    expect(state.created).toBe(0)
  })
})

test('a change of PIN and password removes it, or keeps it if one asks for that', async () => {
  const { passkey, parts, store } = device
  await passkey.setUp(owner)
  const change = { address: wallet.address, from: ana, to: anew }
  expect(await changeCredentials({ ...change, keepsPasskey: true }, parts)).toEqual({ kind: 'changed' })
  expect(await passkey.unlock()).toMatchObject({ kind: 'opened', phrase: anasPhrase })

  const back = { ...change, from: anew, to: ana, keepsPasskey: false }
  expect(await changeCredentials(back, parts)).toEqual({ kind: 'changed' })
  expect(store.text).toBeUndefined()
  expect(await passkey.unlock()).toEqual({ kind: 'void' })
})

test('one that is being set up while another tab changes PIN and password is not written', async () => {
  const { passkey, parts, state, store } = device
  state.onPrompt = () => changeCredentials({ address: wallet.address, from: ana, to: anew, keepsPasskey: false }, parts)
  expect(await passkey.setUp(owner)).toEqual({ kind: 'not-set', why: 'not-written' })
  expect(store.text).toBeUndefined()
})

test.each(['removed', 'removed by a change of PIN and password'])(
  'one that another tab %s while the prompt is open does not open',
  async (how) => {
    const { passkey, parts, state } = device
    await passkey.setUp(owner)
    state.onDerive = () =>
      how === 'removed'
        ? passkey.remove()
        : changeCredentials({ address: wallet.address, from: ana, to: anew, keepsPasskey: false }, parts)
    expect(await passkey.unlock()).toEqual({ kind: 'void' })
  },
)

test('a vault that is replaced makes it void, even if its record could not be removed', async () => {
  const { passkey, access, store } = device
  await passkey.setUp(owner)
  const { text } = store
  await access.keep({ ...ana, phrase: luisPhrase }, { replace: true })
  expect(store.text).toBeUndefined()
  store.text = text
  expect(await passkey.unlock()).toEqual({ kind: 'void' })
  // The same wallet, sealed anew, has another data key.
  await access.keep({ ...ana, phrase: anasPhrase }, { replace: true })
  store.text = text
  expect(await passkey.unlock()).toEqual({ kind: 'void' })
})

test('one that is being set up while another tab replaces the vault is not written', async () => {
  const { passkey, access, state, store } = device
  state.onPrompt = () => access.keep({ ...ana, phrase: luisPhrase }, { replace: true })
  expect(await passkey.setUp(owner)).toEqual({ kind: 'not-set', why: 'not-written' })
  expect(store.text).toBeUndefined()
})

test.each(['refused', 'unsupported'] as const)('a device that answers "%s" writes nothing', async (answer) => {
  const { passkey, state, store } = device
  state.fails = answer
  expect(await passkey.setUp(owner)).toEqual({ kind: 'not-set', why: answer })
  expect(store.text).toBeUndefined()
})

test('a prompt that is cancelled changes nothing', async () => {
  const { passkey, state, store } = device
  await passkey.setUp(owner)
  const { text } = store
  state.fails = 'refused'
  expect(await passkey.unlock()).toEqual({ kind: 'refused' })
  expect(store.text).toBe(text)
  state.fails = undefined
  expect(await passkey.unlock()).toMatchObject({ kind: 'opened' })
})

test('storage that refuses or forgets it: said, and not offered on /login', async () => {
  const { passkey, store } = device
  store.forgets = true
  expect(await passkey.setUp(owner)).toEqual({ kind: 'not-set', why: 'not-written' })
  store.fails = 'full'
  expect(await passkey.setUp(owner)).toEqual({ kind: 'not-set', why: 'not-written' })
  store.fails = undefined
  expect(await passkey.isThere()).toBe(false)
})

test('what was removed is gone', async () => {
  const { passkey } = device
  await passkey.setUp(owner)
  await passkey.remove()
  expect(await passkey.isThere()).toBe(false)
  expect(await passkey.unlock()).toEqual({ kind: 'void' })
})

describe('a record that was changed', () => {
  test('with any one character other than it was: void, and nothing is overwritten', async () => {
    const { passkey, store } = device
    await passkey.setUp(owner)
    const text = store.text ?? ''
    for (let place = 0; place < text.length; place += 3) {
      const damaged = text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1)
      store.text = damaged
      expect(await passkey.unlock(), `character ${place}`).toEqual({ kind: 'void' })
      expect(store.text).toBe(damaged)
    }
  })

  test.each(['', '{', 'null', '7', '[]', '{}', '{"format":"entrepares-passkey","version":1}', 'x'.repeat(100_000)])(
    'to %.20s: as if there were none',
    async (text) => {
      device.store.text = text
      expect(await device.passkey.isThere()).toBe(false)
      expect(await device.passkey.isSetUpFor(wallet)).toBe(false)
      expect(await device.passkey.unlock()).toEqual({ kind: 'void' })
    },
  )

  test('by a later version: left alone', async () => {
    await device.passkey.setUp(owner)
    const later = device.store.text?.replace('"version":1', '"version":2') ?? ''
    device.store.text = later
    expect(await device.passkey.isThere()).toBe(false)
    expect(device.store.text).toBe(later)
  })

  test('to that of another credential or another wallet does not unwrap', async () => {
    const { passkey, store } = device
    await passkey.setUp(owner)
    const one = JSON.parse(store.text ?? '')
    await passkey.setUp(owner)
    const other = JSON.parse(store.text ?? '')
    for (const field of ['credentialId', 'salt', 'wallet', 'wrappedKey']) {
      store.text = JSON.stringify({ ...one, [field]: other[field] })
      expect(decodePasskey(store.text), field).toBeDefined()
      expect(await passkey.unlock(), field).toEqual({ kind: 'void' })
    }
  })
})

const raw = async (key: CryptoKey) => new Uint8Array(await crypto.subtle.exportKey('raw', key))

describe('golden', () => {
  const [vault] = vaults
  if (!vault) throw new Error('There are no golden vaults')
  const authenticator: Authenticator = {
    create: () => Promise.reject(new Error('Not asked for')),
    derive: async () => fromBase64Url(golden.secret),
  }
  const open = (store: MemoryStore) => {
    const copies = [memoryStore(vault.record), memoryStore(vault.record)]
    const parts = { throttle: memoryThrottle(), exclusively: <T>(work: () => Promise<T>) => work() }
    return createPasskey({ ...parts, stores: () => copies, passkey: () => store, authenticator })
  }

  test('a record of version 1 opens its vault, and stays as it is', async () => {
    const store = memoryStore(golden.record)
    expect(await open(store).unlock()).toMatchObject({ kind: 'opened', phrase: vault.phrase, address: vault.address })
    expect(store.text).toBe(golden.record)
  })
})
