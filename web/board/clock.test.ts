import { expect, test } from 'vitest'
import { daysLeft } from '../loans/due.ts'
import { DAY } from '../loans/loan.ts'
import { nowFrom } from './clock.ts'

const BLOCK = { at: { timestamp: 1_800_000_000 }, receivedAt: 5_000 }

test('X3 two loans taken in the same minute count their days alike', () => {
  const now = nowFrom(BLOCK, 5_000)
  const taken = (secondsAgo: number, days: number) => daysLeft({ dueAt: BLOCK.at.timestamp - secondsAgo + days * DAY }, now)
  expect([taken(40, 60), taken(0, 30)]).toEqual([59, 29])
})

test('time passes by the device’s monotonic clock, and never backwards', () => {
  expect(nowFrom(BLOCK, 8_000) - nowFrom(BLOCK, 5_000)).toBe(3)
  expect(nowFrom(BLOCK, 1_000)).toBe(nowFrom(BLOCK, 5_000))
})
