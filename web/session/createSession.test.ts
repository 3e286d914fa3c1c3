import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signerFor } from '../wallet/phrase/account.ts'
import { anasPhrase, smallMemoryStore } from '../wallet/vault/vault.testing.ts'
import { createSession } from './createSession.ts'

const MINUTE = 60_000
const { address } = mnemonicToAccount(anasPhrase)
const wallet = { phrase: anasPhrase, address, dataKey: undefined }
const transaction = { type: 'eip1559', chainId: 1, nonce: 0, gas: 21_000n, maxFeePerGas: 1n, to: address } as const

beforeEach(() => {
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  vi.stubGlobal('history', { replaceState: vi.fn() })
  vi.stubGlobal('window', new EventTarget())
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['setInterval', 'clearInterval', 'Date'] })
})
let stop = () => {}
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp() {
  const page = new EventTarget()
  const leave = vi.fn()
  const seen: boolean[] = []
  const session = createSession({
    draw: (notify) => notify(),
    leave,
    autoLock: {
      activity: smallMemoryStore(),
      lastLock: smallMemoryStore(),
      clock: Date.now,
      channel: { post: () => {}, listen: () => () => {} },
      page,
    },
  })
  session.subscribe(() => seen.push(session.get().isLocked))
  stop = session.stop
  return { session, leave, seen, page }
}

test('drops every secret and redraws before lock returns, and leaves afterwards', async () => {
  const { session, leave, seen } = setUp()
  session.open(wallet)
  session.lock()
  expect(session.get()).toMatchObject({ isLocked: true, phrase: '', credentials: undefined, wallet: undefined })
  expect(seen.at(-1)).toBe(true)
  expect(JSON.stringify(session.get())).not.toContain(anasPhrase)
  expect(leave).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

test('stays locked if an unlocking ends afterwards', () => {
  const { session } = setUp()
  session.open(wallet)
  session.lock()
  session.open(wallet)
  session.setPhrase(anasPhrase)
  expect(session.get()).toMatchObject({ isLocked: true, phrase: '', wallet: undefined })
})

test('leaves and stays locked even if the screen cannot be redrawn', async () => {
  const { session, leave } = setUp()
  session.open(wallet)
  session.subscribe(() => {
    throw new Error('a screen that fails')
  })
  expect(() => session.lock()).toThrow('a screen that fails')
  expect(session.get().isLocked).toBe(true)
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

describe('a signer that is still held', () => {
  test('signs while the wallet is open', async () => {
    const { session } = setUp()
    session.open(wallet)
    expect(await signerFor(address, session.secret).signTransaction(transaction)).toMatch(/^0x02/)
  })

  test('refuses after the lock', async () => {
    const { session } = setUp()
    session.open(wallet)
    const signer = signerFor(address, session.secret)
    session.lock()
    await expect(signer.signTransaction(transaction)).rejects.toThrow('locked')
    await expect(signer.signTypedData({ domain: {}, types: { A: [] }, primaryType: 'A', message: {} })).rejects.toThrow('locked')
  })

  test('hands out no signature that was being prepared at the lock', async () => {
    const { session } = setUp()
    session.open(wallet)
    const signing = signerFor(address, session.secret).signTransaction(transaction)
    session.lock()
    await expect(signing).rejects.toThrow('locked')
  })

  test('refuses after the app was unmounted, which ends the deadline', async () => {
    const { session } = setUp()
    session.open(wallet)
    session.stop()
    await expect(signerFor(address, session.secret).signTransaction(transaction)).rejects.toThrow('locked')
  })

  test('locks instead of signing once the deadline has passed, without any event', async () => {
    const { session } = setUp()
    session.open(wallet)
    const signer = signerFor(address, session.secret)
    vi.setSystemTime(Date.now() + 6 * MINUTE)
    await expect(signer.signTransaction(transaction)).rejects.toThrow('locked')
    expect(session.get().isLocked).toBe(true)
  })
})

describe('a phrase in memory', () => {
  test('locks after 15 minutes without activity, and tells what was lost', () => {
    const { session } = setUp()
    session.setPhrase(anasPhrase)
    session.wordsSeen()
    session.setCredentials({ pin: '271828', password: 'secret' })
    vi.advanceTimersByTime(15 * MINUTE - 1_000)
    expect(session.get().phrase).toBe(anasPhrase)
    vi.advanceTimersByTime(1_000)
    expect(session.get()).toMatchObject({ isLocked: true, phrase: '', credentials: undefined, ending: 'newPhrase' })
  })

  test('locks after the time in Ajustes once the wallet is open', () => {
    const { session } = setUp()
    session.setPhrase(anasPhrase)
    session.open(wallet)
    vi.advanceTimersByTime(5 * MINUTE)
    expect(session.get()).toMatchObject({ isLocked: true, ending: 'visitWalletIdle' })
  })

  test('does not lock once it was dropped', () => {
    const { session } = setUp()
    session.setPhrase(anasPhrase)
    session.setPhrase('')
    vi.advanceTimersByTime(60 * MINUTE)
    expect(session.get().isLocked).toBe(false)
  })
})
