import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TabChannel } from '../device/tabChannel.ts'
import { createThrottle, UNSTORED_WAIT_MS, waitAfter } from './throttle.ts'
import { smallMemoryStore } from './vault.testing.ts'

const SECOND = 1_000
const HOUR = 3_600_000

function setUp(text?: string) {
  const clock = { now: 1_800_000_000_000 }
  const store = smallMemoryStore(text)
  const probe = smallMemoryStore()
  const listeners: ((message: unknown) => void)[] = []
  const tabs: TabChannel = {
    post: (message) => {
      for (const listener of listeners) listener(message)
    },
    listen: (listener) => {
      listeners.push(listener)
      return () => {}
    },
  }
  const create = () => {
    const opened = clock.now
    return createThrottle({ store, probe, clock: () => clock.now, pageClock: () => clock.now - opened, tabs })
  }
  const fill = () => {
    store.isFull = true
    probe.isFull = true
  }
  const reload = () => {
    store.leavePage()
    return create()
  }
  return { clock, store, create, fill, reload, throttle: create() }
}

test('four failures are free, then 30 seconds, doubling, and an hour at most', () => {
  const { throttle, clock } = setUp()
  const waits = Array.from({ length: 13 }, () => {
    throttle.countFailure()
    const wait = throttle.waitLeft()
    clock.now += wait
    expect(throttle.waitLeft()).toBe(0)
    return wait / SECOND
  })
  expect(waits).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
})

test('the wait never shrinks with more failures, however many', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (a, b) => {
      expect(waitAfter(Math.min(a, b))).toBeLessThanOrEqual(waitAfter(Math.max(a, b)))
      expect(waitAfter(a)).toBeLessThanOrEqual(HOUR)
    }),
  )
})

test('a reload, and another tab, know of the wait', () => {
  const { throttle, clock, create } = setUp()
  for (let failure = 0; failure < 5; failure++) throttle.countFailure()
  clock.now += 10 * SECOND
  expect(create().waitLeft()).toBe(20 * SECOND)
})

test('a success starts over', () => {
  const { throttle } = setUp()
  for (let failure = 0; failure < 9; failure++) throttle.countFailure()
  throttle.reset()
  expect(throttle.waitLeft()).toBe(0)
  for (let failure = 0; failure < 4; failure++) throttle.countFailure()
  expect(throttle.waitLeft()).toBe(0)
})

test('an attempt without an answer is taken back', () => {
  const { throttle } = setUp()
  for (let failure = 0; failure < 5; failure++) throttle.countFailure()
  throttle.takeBack()
  expect(throttle.waitLeft()).toBe(0)
  throttle.takeBack()
  throttle.countFailure()
  expect(throttle.waitLeft()).toBe(0)
})

describe('a clock that is set back', () => {
  test('by years makes nobody wait for years', () => {
    const { throttle, clock } = setUp()
    for (let failure = 0; failure < 6; failure++) throttle.countFailure()
    clock.now -= 10 * 365 * 24 * HOUR
    expect(throttle.waitLeft()).toBe(60 * SECOND)
    clock.now += 45 * SECOND
    expect(throttle.waitLeft()).toBe(15 * SECOND)
  })

  test('never shortens the wait, nor makes it longer than a whole one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 20 }), fc.nat(HOUR), fc.nat(10 * HOUR), (failures, passed, back) => {
        const { throttle, clock } = setUp()
        for (let failure = 0; failure < failures; failure++) throttle.countFailure()
        clock.now += passed
        const before = throttle.waitLeft()
        clock.now -= back
        const after = throttle.waitLeft()
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(waitAfter(failures))
      }),
    )
  })
})

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"count":-1,"at":0}',
  '{"count":1e99,"at":0}',
  '{"count":9,"at":"x"}',
  '{"count":9,"at":null}',
  '{',
])('a count that was spoiled (%s) counts for none', (text) => {
  const { throttle } = setUp(text)
  expect(throttle.waitLeft()).toBe(0)
  throttle.countFailure()
  expect(throttle.waitLeft()).toBe(0)
})

describe('where nothing can be written', () => {
  test('each attempt waits a minute, from the opening of the page or from the last one, and no longer', () => {
    const { fill, reload, clock } = setUp()
    fill()
    const throttle = reload()
    expect(throttle.isStored()).toBe(false)
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(throttle.waitLeft()).toBe(UNSTORED_WAIT_MS)
      clock.now += UNSTORED_WAIT_MS
      expect(throttle.waitLeft()).toBe(0)
      throttle.countFailure()
    }
  })

  test('whoever reloads, or opens more tabs, gets no more attempts than whoever waits', () => {
    const step = fc.record({
      what: fc.constantFrom('try', 'reload', 'open', 'wait'),
      tab: fc.nat(3),
      ms: fc.nat(UNSTORED_WAIT_MS),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { fill, create, reload, clock } = setUp()
        fill()
        const tabs = [reload()]
        const begun = clock.now
        let attempts = 0
        for (const { what, tab, ms } of steps) {
          const place = tab % tabs.length
          if (what === 'wait') clock.now += ms
          else if (what === 'open') tabs.push(create())
          else if (what === 'reload') tabs[place] = reload()
          else if (tabs[place]?.waitLeft() === 0) {
            tabs[place].countFailure()
            attempts++
          }
        }
        expect(attempts).toBeLessThanOrEqual((clock.now - begun) / UNSTORED_WAIT_MS)
      }),
    )
  })

  test('setting the clock of the device gains nothing', () => {
    const clock = { now: 1_800_000_000_000 }
    const full = smallMemoryStore()
    full.isFull = true
    const parts = { store: full, probe: full, clock: () => clock.now, pageClock: () => 0, tabs: undefined }
    const throttle = createThrottle(parts)
    for (const moved of [HOUR, -HOUR, 24 * HOUR]) {
      clock.now += moved
      expect(throttle.waitLeft()).toBe(UNSTORED_WAIT_MS)
    }
  })

  test('a longer wait that was stored before goes on', () => {
    const { throttle, fill, reload } = setUp()
    for (let failure = 0; failure < 9; failure++) throttle.countFailure()
    fill()
    expect(reload().waitLeft()).toBe(8 * UNSTORED_WAIT_MS)
  })

  test('who got in does not wait in this tab, until the next failure', () => {
    const { fill, reload, clock } = setUp()
    fill()
    const throttle = reload()
    clock.now += UNSTORED_WAIT_MS
    throttle.countFailure()
    throttle.reset()
    expect(throttle.waitLeft()).toBe(0)
    throttle.countFailure()
    expect(throttle.waitLeft()).toBe(UNSTORED_WAIT_MS)
  })

  test('an attempt without an answer is taken back, and takes back none that was stored', () => {
    const { throttle, fill, reload, clock, store } = setUp()
    throttle.countFailure()
    const stored = store.read()
    fill()
    const later = reload()
    clock.now += UNSTORED_WAIT_MS
    later.countFailure()
    later.takeBack()
    expect(later.waitLeft()).toBe(0)
    expect(store.read()).toBe(stored)
  })

  test('storage that fills up in the middle of a visit: the wait begins with the next attempt', () => {
    const { throttle, fill } = setUp()
    expect(throttle.waitLeft()).toBe(0)
    fill()
    throttle.countFailure()
    expect(throttle.isStored()).toBe(false)
    expect(throttle.waitLeft()).toBe(UNSTORED_WAIT_MS)
  })
})

test('finding out whether failures can be stored leaves nothing behind', () => {
  const { throttle, store } = setUp()
  expect(throttle.isStored()).toBe(true)
  expect(throttle.waitLeft()).toBe(0)
  expect(store.read()).toBeUndefined()
})
