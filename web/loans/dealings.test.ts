import { expect, test } from 'vitest'
import { dealingsIn, isSameDealings } from './dealings.ts'

const me = '0x00000000000000000000000000000000000000Aa'
const luis = '0x00000000000000000000000000000000000000bB'
const eva = '0x00000000000000000000000000000000000000cC'
const NOW = 1_000

test('my own history counts, person by person, what they took, repaid and owe late, and what they lent me', () => {
  const lentTo = (borrower: typeof luis) => ({ lender: me, borrower, status: 'active' as const, nextDue: NOW }) as const
  const found = dealingsIn(
    [
      lentTo(luis),
      { ...lentTo(luis), nextDue: NOW - 1 },
      { ...lentTo(luis), status: 'repaid', nextDue: 0 },
      { ...lentTo(luis), status: 'forgiven', nextDue: 0 },
      { lender: luis, borrower: me, status: 'active', nextDue: 0 },
      { lender: eva, borrower: me, status: 'repaid', nextDue: 0 },
    ],
    // Letters' case says nothing.
    '0x00000000000000000000000000000000000000aA',
    NOW,
  )
  expect(found.get(luis.toLowerCase())).toEqual({ taken: 4, repaid: 1, forgiven: 1, overdue: 1, lentToMe: 1 })
  expect(found.get(eva.toLowerCase())).toEqual({ taken: 0, repaid: 0, forgiven: 0, overdue: 0, lentToMe: 1 })
  expect(found.size).toBe(2)
})

test('a history is the same where each of its numbers is', () => {
  const one = { taken: 1, repaid: 1, forgiven: 0, overdue: 0, lentToMe: 0 }
  expect(isSameDealings(one, { ...one })).toBe(true)
  expect(isSameDealings(one, { ...one, overdue: 1 })).toBe(false)
  expect(isSameDealings(one, undefined)).toBe(false)
  expect(isSameDealings(undefined, undefined)).toBe(true)
})
