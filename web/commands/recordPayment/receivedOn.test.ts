import { describe, expect, test } from 'vitest'
import { type ActiveLoan, DAY, DOLLAR } from '../../loans/loan.ts'
import { receivedOn } from './receivedOn.ts'

/** In the device's time zone. */
const at = (text: string) => new Date(text).getTime() / 1000

const startedAt = at('2026-03-10T15:00:00')
const loan: ActiveLoan = {
  id: 7n,
  status: 'active',
  lender: '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa',
  borrower: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
  principal: 300n * DOLLAR,
  apr: 1000,
  duration: 30 * DAY,
  instalments: 3,
  note: '',
  demo: false,
  startedAt,
  dueAt: at('2026-04-09T15:00:00'),
  repaid: 0n,
  noted: 0n,
}
const now = at('2026-03-25T12:00:00')

test.each([
  ['the end of an earlier day', '2026-03-15', at('2026-03-15T23:59:59')],
  ['the due moment on the day on which the next payment is due', '2026-03-20', startedAt + 10 * DAY],
  ['a minute ago for today', '2026-03-25', now - 60],
])('returns %s', (_, day, time) => {
  expect(receivedOn(day, loan, now)).toBe(time)
})

test('returns no time before the loan began', () => {
  expect(receivedOn('2026-03-10', loan, startedAt + 5)).toBe(startedAt)
})

describe('rejects', () => {
  test.each([
    ['no day', ''],
    ['the day before the loan began', '2026-03-09'],
    ['tomorrow', '2026-03-26'],
    ['a year of five digits', '20260-03-15'],
    ['what is no day', 'ayer'],
  ])('%s', (_, day) => {
    expect(receivedOn(day, loan, now)).toBeUndefined()
  })
})
