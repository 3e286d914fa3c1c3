import { expect, test } from 'vitest'
import { dealingsIn, historyWith, isKnownAs, isSameDealings, NO_DEALINGS, peopleIn } from './dealings.ts'

const me = '0x00000000000000000000000000000000000000Aa'
const luis = '0x00000000000000000000000000000000000000bB'
const eva = '0x00000000000000000000000000000000000000cC'
const NOW = 1_000

test('my own history counts, person by person, what they took, repaid and owe, what is late, and what they lent me', () => {
  const lentTo = (borrower: typeof luis) => ({ lender: me, borrower, status: 'active' as const, nextDue: NOW, owed: 5n }) as const
  const found = dealingsIn(
    [
      lentTo(luis),
      { ...lentTo(luis), nextDue: NOW - 1 },
      { ...lentTo(luis), status: 'repaid', nextDue: 0 },
      { ...lentTo(luis), status: 'forgiven', nextDue: 0 },
      { lender: luis, borrower: me, status: 'active', nextDue: 0, owed: 7n },
      { lender: eva, borrower: me, status: 'repaid', nextDue: 0, owed: 9n },
    ],
    // Letters' case says nothing.
    '0x00000000000000000000000000000000000000aA',
    NOW,
  )
  expect(found.get(luis.toLowerCase())).toEqual({
    taken: 4,
    repaid: 1,
    forgiven: 1,
    overdue: 1,
    lentToMe: 1,
    owesMe: 10n,
    owedByMe: 7n,
  })
  expect(found.get(eva.toLowerCase())).toEqual({ ...NO_DEALINGS, lentToMe: 1 })
  expect(found.size).toBe(2)
})

test('a history that is not read is unknown; one that is read and has no loan with a person is none', () => {
  const withLuis = { ...NO_DEALINGS, taken: 1 }
  expect(historyWith(undefined, luis)).toBeUndefined()
  expect(historyWith(new Map([[luis.toLowerCase(), withLuis]]), luis)).toBe(withLuis)
  expect(historyWith(new Map(), luis)).toBe(NO_DEALINGS)
})

test('as a borrower only who repaid me is known, as a lender whoever I had any loan with', () => {
  const cheap = [{ taken: 1 }, { taken: 3, forgiven: 2, overdue: 1 }, { lentToMe: 1 }].map((some) => ({
    ...NO_DEALINGS,
    ...some,
  }))
  for (const withMe of cheap) expect([isKnownAs('borrower', withMe), isKnownAs('lender', withMe)]).toEqual([false, true])
  expect(isKnownAs('borrower', { ...NO_DEALINGS, taken: 2, repaid: 1 })).toBe(true)
  for (const withMe of [NO_DEALINGS, undefined]) expect(isKnownAs('lender', withMe)).toBe(false)
})

test('a history is the same where each of its numbers is', () => {
  const one = { ...NO_DEALINGS, taken: 1, repaid: 1 }
  expect(isSameDealings(one, { ...one })).toBe(true)
  expect(isSameDealings(one, { ...one, overdue: 1 })).toBe(false)
  expect(isSameDealings(one, undefined)).toBe(false)
  expect(isSameDealings(undefined, undefined)).toBe(true)
})

test('people I have dealt with are listed once, the newest first', () => {
  const loans = [
    { id: 1n, lender: me, borrower: luis },
    { id: 3n, lender: eva, borrower: me },
    { id: 2n, lender: me, borrower: luis },
  ] as const
  expect(peopleIn(loans, me)).toEqual([eva, luis])
})
