import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { smallMemoryStore } from '../vault/vault.testing.ts'
import { startAutoLock } from './autoLock.ts'
import type { SmallStore } from './storage.ts'
import { createTabChannel, type TabChannel } from './tabChannel.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser whose tabs share a store and a channel. */
function browser(text?: string) {
  const store = smallMemoryStore(text)
  const limit = { minutes: 5 }
  const listeners = new Set<(message: unknown) => void>()
  const channel: TabChannel = {
    post: (text) => {
      for (const listener of [...listeners]) listener(text)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    store,
    limit,
    open: () => {
      const page = new EventTarget()
      const onLock = vi.fn()
      const { lock, stop } = startAutoLock(
        { after: () => limit.minutes * MINUTE, onLock },
        { store, clock: Date.now, channel, page },
      )
      return { onLock, lock, stop, do: (event: string) => page.dispatchEvent(new Event(event)) }
    },
  }
}

test('five minutes without activity lock the wallet, and not a moment before', () => {
  const tab = browser().open()
  vi.advanceTimersByTime(5 * MINUTE - 1_000)
  expect(tab.onLock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(tab.onLock).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60 * MINUTE)
  expect(tab.onLock).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])('%s puts it off', (activity) => {
  const tab = browser().open()
  vi.advanceTimersByTime(4 * MINUTE)
  tab.do(activity)
  vi.advanceTimersByTime(4 * MINUTE)
  expect(tab.onLock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1 * MINUTE)
  expect(tab.onLock).toHaveBeenCalledOnce()
})

test('activity in one tab keeps the others open, and when it ends all lock', () => {
  const { open } = browser()
  const [one, other] = [open(), open()]
  vi.advanceTimersByTime(4 * MINUTE)
  one.do('keydown')
  vi.advanceTimersByTime(4 * MINUTE)
  expect(other.onLock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1 * MINUTE)
  expect(one.onLock).toHaveBeenCalledOnce()
  expect(other.onLock).toHaveBeenCalledOnce()
})

test('a shorter or longer time counts at once, in every tab that is open', () => {
  const { open, limit } = browser()
  const [one, other] = [open(), open()]
  vi.advanceTimersByTime(4 * MINUTE)
  limit.minutes = 15
  vi.advanceTimersByTime(4 * MINUTE)
  expect(one.onLock).not.toHaveBeenCalled()
  one.do('keydown')
  limit.minutes = 1
  vi.advanceTimersByTime(MINUTE - 1_000)
  expect(other.onLock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(one.onLock).toHaveBeenCalledOnce()
  expect(other.onLock).toHaveBeenCalledOnce()
})

describe('a laptop that slept for ten minutes', () => {
  // The clock moves on, but no timer fires.
  const sleep = () => vi.setSystemTime(Date.now() + 10 * MINUTE)

  test.each(['pointermove', 'keydown', 'visibilitychange', 'focus', 'pageshow'])('is locked by the first %s', (event) => {
    const tab = browser().open()
    sleep()
    tab.do(event)
    expect(tab.onLock).toHaveBeenCalledOnce()
  })

  test('is locked by the first tick, if nothing else happens', () => {
    const tab = browser().open()
    sleep()
    vi.advanceTimersByTime(1_000)
    expect(tab.onLock).toHaveBeenCalledOnce()
  })

  test('does not keep an old tab open because a new one was unlocked', () => {
    const { open } = browser()
    const frozen = open()
    sleep()
    const fresh = open()
    expect(frozen.onLock).toHaveBeenCalledOnce()
    expect(fresh.onLock).not.toHaveBeenCalled()
    vi.advanceTimersByTime(4 * MINUTE)
    expect(fresh.onLock).not.toHaveBeenCalled()
  })
})

test("yesterday's activity does not lock what was opened just now", () => {
  const tab = browser(String(Date.now() - 24 * 60 * MINUTE)).open()
  vi.advanceTimersByTime(4 * MINUTE)
  expect(tab.onLock).not.toHaveBeenCalled()
})

test('a clock that is set back by a year puts the lock off by no more than five minutes', () => {
  const tab = browser().open()
  vi.setSystemTime(Date.now() - 365 * 24 * 60 * MINUTE)
  vi.advanceTimersByTime(5 * MINUTE + 1_000)
  expect(tab.onLock).toHaveBeenCalledOnce()
})

test('a stored time that was deleted or spoiled counts from then on', () => {
  for (const spoil of [(store: SmallStore) => store.remove(), (store: SmallStore) => store.write('mañana')]) {
    const { store, open } = browser()
    const tab = open()
    vi.advanceTimersByTime(4 * MINUTE)
    spoil(store)
    vi.advanceTimersByTime(5 * MINUTE + 1_000)
    expect(tab.onLock).toHaveBeenCalledOnce()
  }
})

test("'Bloquear' in one tab locks every one, each once", () => {
  const { open } = browser()
  const tabs = [open(), open(), open()]
  tabs[1]?.lock()
  for (const { onLock } of tabs) expect(onLock).toHaveBeenCalledOnce()
})

test('every tab is told why it locks: nobody was active, it was asked for here, or in another tab', () => {
  const { open } = browser()
  const idle = [open(), open()]
  vi.advanceTimersByTime(5 * MINUTE)
  for (const { onLock } of idle) expect(onLock).toHaveBeenCalledWith('idle')

  const [here, elsewhere] = [open(), open()]
  here.lock()
  expect(here.onLock).toHaveBeenCalledWith('asked')
  expect(elsewhere.onLock).toHaveBeenCalledWith('elsewhere')
})

test('a frozen tab that a new one finds overdue was idle', () => {
  const { open } = browser()
  const frozen = open()
  vi.setSystemTime(Date.now() + 10 * MINUTE)
  open()
  expect(frozen.onLock).toHaveBeenCalledWith('idle')
})

test('a tab that was stopped neither listens nor locks any more', () => {
  const { open } = browser()
  const [done, other] = [open(), open()]
  done.stop()
  other.lock()
  done.do('keydown')
  vi.advanceTimersByTime(10 * MINUTE)
  expect(done.onLock).not.toHaveBeenCalled()
})

test('activity is written down at most once a second', () => {
  const { store, open } = browser()
  const tab = open()
  const write = vi.spyOn(store, 'write')
  for (let move = 0; move < 100; move++) {
    vi.setSystemTime(Date.now() + 50)
    tab.do('pointermove')
  }
  expect(write).toHaveBeenCalledTimes(5)
})

test('what one tab posts, a listener hears', async () => {
  const channel = createTabChannel('a channel of this test')
  const heard = await new Promise<unknown>((resolve) => {
    const stopListening = channel.listen((message) => {
      stopListening()
      resolve(message)
    })
    channel.post('heard')
  })
  expect(heard).toBe('heard')
})
