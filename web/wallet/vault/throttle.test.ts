import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createThrottle, waitAfter } from './throttle.ts'
import { smallMemoryStore } from './vault.testing.ts'

const SECOND = 1_000
const HOUR = 3_600_000

function setUp(text?: string) {
  const clock = { now: 1_800_000_000_000 }
  const store = smallMemoryStore(text)
  const create = () => createThrottle({ store, clock: () => clock.now })
  return { clock, create, throttle: create() }
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
