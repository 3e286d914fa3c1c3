import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { smallMemoryStore } from '../vault/vault.testing.ts'
import { type LockReason, startAutoLock } from './autoLock.ts'
import { createTabChannel, type TabChannel } from './tabChannel.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser whose tabs share their storage and a channel. */
function browser(text?: string) {
  const stored = smallMemoryStore(text)
  const lastLock = smallMemoryStore()
  const limit = { minutes: 5 }
  const listeners = new Set<(message: unknown) => void>()
  /** Neither in the back/forward cache nor frozen: these get messages and storage events. */
  const awake = new Set<EventTarget>()

  return {
    stored,
    limit,
    post: (text: string) => {
      for (const listener of [...listeners]) listener(text)
    },
    open: (minutes?: number) => {
      const page = new EventTarget()
      awake.add(page)
      const activity = {
        ...stored,
        write: (written: string) => {
          stored.write(written)
          for (const other of awake) if (other !== page) other.dispatchEvent(new Event('storage'))
        },
      }
      const channel: TabChannel = {
        post: (text) => {
          for (const listener of [...listeners]) listener(text)
        },
        listen: (listener) => {
          const heard = (message: unknown) => awake.has(page) && listener(message)
          listeners.add(heard)
          return () => listeners.delete(heard)
        },
      }
      const onLock = vi.fn<(reason: LockReason) => void>()
      const autoLock = startAutoLock(
        { after: () => (minutes ?? limit.minutes) * MINUTE, onLock },
        { activity, lastLock, clock: Date.now, channel, page },
      )
      return {
        ...autoLock,
        onLock,
        freeze: () => awake.delete(page),
        /** Returns whether the page got the event, with its default action. */
        do: (type: string) => {
          const heard = vi.fn()
          page.addEventListener(type, heard, { once: true })
          return page.dispatchEvent(new Event(type, { cancelable: true })) && heard.mock.calls.length === 1
        },
      }
    },
  }
}

test('locks after five minutes without activity, and not before', () => {
  const tab = browser().open()
  vi.advanceTimersByTime(5 * MINUTE - 1_000)
  expect(tab.onLock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(tab.onLock).toHaveBeenCalledOnce()
  expect(tab.onLock).toHaveBeenCalledWith('idle')
  vi.advanceTimersByTime(60 * MINUTE)
  expect(tab.onLock).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'click', 'input'])('counts %s as activity', (activity) => {
  const tab = browser().open()
  vi.advanceTimersByTime(4 * MINUTE)
  expect(tab.do(activity)).toBe(true)
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

test('keeps a tab with a longer limit open when another tab is idle', () => {
  const { open, post } = browser()
  const [wallet, words] = [open(5), open(15)]
  vi.advanceTimersByTime(5 * MINUTE)
  expect(wallet.onLock).toHaveBeenCalledOnce()
  // As older builds do.
  post('idle')
  expect(words.onLock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10 * MINUTE)
  expect(words.onLock).toHaveBeenCalledOnce()
})

test('applies a new limit at once, in every tab', () => {
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

describe('after ten minutes asleep', () => {
  // The clock moves on, but no timer fires.
  const sleep = () => vi.setSystemTime(Date.now() + 10 * MINUTE)

  test.each([
    'pointerdown',
    'pointermove',
    'pointerup',
    'click',
    'keydown',
    'keyup',
    'beforeinput',
    'submit',
    'paste',
    'visibilitychange',
    'focus',
    'pageshow',
    'popstate',
  ])('locks on the first %s, which has no other effect', (event) => {
    const tab = browser().open()
    sleep()
    expect(tab.do(event)).toBe(false)
    expect(tab.onLock).toHaveBeenCalledOnce()
  })

  test('locks on the first tick, if nothing else happens', () => {
    const tab = browser().open()
    sleep()
    vi.advanceTimersByTime(1_000)
    expect(tab.onLock).toHaveBeenCalledOnce()
  })

  test('locks when it is asked, if nothing else happens', () => {
    const tab = browser().open()
    expect(tab.check()).toBe(false)
    sleep()
    expect(tab.check()).toBe(true)
    expect(tab.onLock).toHaveBeenCalledOnce()
  })

  test.each([true, false])('locks an old tab although a new one was unlocked (frozen: %s)', (isFrozen) => {
    const { open } = browser()
    const old = open()
    if (isFrozen) old.freeze()
    sleep()
    const fresh = open()
    fresh.do('keydown')
    old.do('pageshow')
    expect(old.onLock).toHaveBeenCalledWith('idle')
    vi.advanceTimersByTime(4 * MINUTE)
    expect(fresh.onLock).not.toHaveBeenCalled()
  })
})

test("ignores yesterday's activity when a wallet is opened", () => {
  const tab = browser(String(Date.now() - 24 * 60 * MINUTE)).open()
  vi.advanceTimersByTime(4 * MINUTE)
  expect(tab.onLock).not.toHaveBeenCalled()
})

test('delays the lock by no more than five minutes if the clock is set back', () => {
  const tab = browser().open()
  vi.setSystemTime(Date.now() - 365 * 24 * 60 * MINUTE)
  vi.advanceTimersByTime(5 * MINUTE + 1_000)
  expect(tab.onLock).toHaveBeenCalledOnce()
})

test('restarts from now if the stored time was deleted or is corrupt', () => {
  for (const text of [undefined, 'mañana']) {
    const { stored, open } = browser()
    const tab = open()
    vi.advanceTimersByTime(4 * MINUTE)
    if (text) stored.write(text)
    else stored.remove()
    vi.advanceTimersByTime(5 * MINUTE + 1_000)
    expect(tab.onLock).toHaveBeenCalledOnce()
  }
})

test("locks every tab once on 'Bloquear', with its reason", () => {
  const { open } = browser()
  const tabs = [open(), open(), open()]
  tabs[1]?.lock()
  tabs[1]?.lock()
  const reasons = tabs.map(({ onLock }) => onLock.mock.calls)
  expect(reasons).toEqual([[['elsewhere']], [['asked']], [['elsewhere']]])
})

test('locks a tab that was frozen during Bloquear, even if the wallet was unlocked again', () => {
  const { open } = browser()
  const [frozen, other] = [open(), open()]
  frozen.freeze()
  other.lock()
  const fresh = open()
  vi.setSystemTime(Date.now() + MINUTE)
  expect(frozen.do('pageshow')).toBe(false)
  expect(frozen.onLock).toHaveBeenCalledWith('elsewhere')
  expect(fresh.do('keydown')).toBe(true)
})

test('stops listening and locking once stopped', () => {
  const { open } = browser()
  const [done, other] = [open(), open()]
  done.stop()
  other.lock()
  done.do('keydown')
  vi.advanceTimersByTime(10 * MINUTE)
  expect(done.onLock.mock.calls).toEqual([])
})

test('writes activity at most once a second', () => {
  const { stored, open } = browser()
  const tab = open()
  const write = vi.spyOn(stored, 'write')
  for (let move = 0; move < 100; move++) {
    vi.setSystemTime(Date.now() + 50)
    tab.do('pointermove')
  }
  expect(write).toHaveBeenCalledTimes(5)
})

test('delivers what another tab posts', async () => {
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
