import { expect, test } from 'vitest'
import { checkExtraDays } from './extraTime.ts'

test.each([
  ['1', 1],
  [' 45 ', 45],
  ['0365', 365],
])('%j is so many days', (typed, days) => {
  expect(checkExtraDays(typed)).toBe(days)
})

test.each(['', '0', '366', '-7', '1.5', '1,5', '7 días', '1e2', '٧', '9'.repeat(400)])('%j is not a number of days', (typed) => {
  expect(checkExtraDays(typed)).toBeUndefined()
})
