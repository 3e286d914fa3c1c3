import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { randomBelow, shuffled } from './random.ts'

afterEach(() => vi.restoreAllMocks())

test('a number below a limit is whole, not negative and below it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 32 }), (limit) => {
      const number = randomBelow(limit)
      expect(Number.isInteger(number) && number >= 0 && number < limit).toBe(true)
    }),
  )
})

test.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])('no number is drawn below %s', (limit) => {
  expect(() => randomBelow(limit)).toThrow(RangeError)
})

test('a draw that would favour the low numbers is drawn again', () => {
  // 2³² mod 3 = 1, so the highest draw, 2³² - 1, is rejected; 2³² - 2 is accepted.
  const draws = [2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 2]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint32Array) array[0] = draws.shift() ?? 0
    return array
  })
  expect(randomBelow(3)).toBe(2)
  expect(draws).toEqual([])
})

test('shuffling keeps every item and leaves the original alone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const before = [...items]
      expect(shuffled(items).toSorted()).toEqual(before.toSorted())
      expect(items).toEqual(before)
    }),
  )
})

test('every order of three items comes up about equally often', () => {
  const rounds = 12_000
  const counts = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const order = shuffled(['a', 'b', 'c']).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(6)
  // Six standard deviations: a fair shuffle fails about once in a hundred million runs.
  const deviation = Math.sqrt(rounds * (1 / 6) * (5 / 6))
  for (const count of counts.values()) expect(Math.abs(count - rounds / 6)).toBeLessThan(6 * deviation)
})
