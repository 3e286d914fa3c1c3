import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOverdue } from './due.ts'
import { limits } from './limits.ts'
import { type ActiveLoan, CENT, DAY, DOLLAR } from './loan.ts'
import { expectedBy, instalmentsPaid, lateCount, nextPayment, planIfTaken, planOf } from './plan.ts'
import { totalOf } from './terms.ts'

const START = 1_700_000_000
const ana = '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa'
const luis = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'
const loan: ActiveLoan = {
  status: 'active',
  id: 1n,
  lender: ana,
  borrower: luis,
  principal: 100n * DOLLAR,
  apr: 1000,
  duration: 90 * DAY,
  instalments: 3,
  note: '',
  demo: false,
  startedAt: START,
  dueAt: START + 90 * DAY,
  repaid: 0n,
  noted: 0n,
}
const each = 34_155_252n // a third of 102.465754, rounded up

describe('the plan', () => {
  test('equal parts at equal distances, in whole cents but for the last, the first one next', () => {
    expect(planOf(loan, START)).toEqual([
      { number: 1, dueAt: START + 30 * DAY, amount: 34_160_000n, missing: 34_160_000n, state: 'next' },
      { number: 2, dueAt: START + 60 * DAY, amount: 34_160_000n, missing: 34_160_000n, state: 'later' },
      { number: 3, dueAt: START + 90 * DAY, amount: 34_145_754n, missing: 34_145_754n, state: 'later' },
    ])
    expect(planIfTaken(loan, START)).toEqual(planOf(loan, START))
  })

  test('a due second itself is on time, the next one is late', () => {
    const states = (now: number) => planOf(loan, now).map(({ state }) => state)
    expect(states(START + 30 * DAY)).toEqual(['next', 'later', 'later'])
    expect(states(START + 30 * DAY + 1)).toEqual(['late', 'next', 'later'])
    expect(states(START + 91 * DAY)).toEqual(['late', 'late', 'late'])
  })

  test('a payment fills the oldest instalments first', () => {
    const paid = { ...loan, repaid: 38_160_000n }
    expect(planOf(paid, START + 40 * DAY).map(({ state, missing }) => [state, missing])).toEqual([
      ['paid', 0n],
      ['next', 30_160_000n],
      ['later', 34_145_754n],
    ])
  })

  test('what is paid or late is decided by the contract, to the millionth', () => {
    const statesAfter = (repaid: bigint) => planOf({ ...loan, repaid }, START + 30 * DAY + 1).map(({ state }) => state)
    expect(statesAfter(each - 1n)).toEqual(['late', 'next', 'later'])
    expect(statesAfter(each)).toEqual(['paid', 'next', 'later'])
  })

  test('more time stretches it', () => {
    const extended = { ...loan, dueAt: loan.dueAt + 30 * DAY }
    expect(planOf(extended, START).map(({ dueAt }) => dueAt)).toEqual([40, 80, 120].map((days) => START + days * DAY))
  })
})

/** Rounded up to the cent, as what is owed is shown. */
const centsUp = (amount: bigint) => ((amount + CENT - 1n) / CENT) * CENT

const anyLoan = fc
  .record({
    principal: fc.bigInt({ min: 1n, max: limits.principal.max }),
    apr: fc.integer({ min: 1, max: 65_535 }),
    duration: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    instalments: fc.integer({ min: 1, max: 60 }),
    share: fc.integer({ min: 0, max: 1000 }),
    time: fc.integer({ min: -DAY, max: 2 ** 32 }),
  })
  .map(({ share, time, ...terms }) => {
    const total = totalOf({ ...terms, demo: false })
    const repaid = (total * BigInt(share)) / 1000n
    return { loan: { ...loan, ...terms, dueAt: START + terms.duration, repaid }, now: START + time, total }
  })

test('whatever the terms, the parts come to the total, what is missing to what is owed, and the next payment to the first of it', () => {
  fc.assert(
    fc.property(anyLoan, ({ loan, now, total }) => {
      const plan = planOf(loan, now)
      expect(plan.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total)
      expect(plan.reduce((sum, { missing }) => sum + missing, 0n)).toBe(total - loan.repaid)
      expect(plan.at(-1)?.dueAt).toBe(loan.dueAt)
      const first = plan.find(({ missing }) => missing > 0n)
      if (first) expect(nextPayment(loan)).toEqual({ number: first.number, dueAt: first.dueAt, amount: first.missing })
      const isBehind = loan.repaid < expectedBy(loan, now)
      expect(plan.some(({ state }) => state === 'late')).toBe(isBehind)
    }),
  )
})

test('whatever the terms, instalments paid as the button says are never late, and come to the total that is shown', () => {
  fc.assert(
    fc.property(anyLoan, ({ loan, total }) => {
      const plan = planOf(loan, START)
      let [repaid, shown] = [0n, 0n]
      for (const { number } of plan) {
        const { amount } = nextPayment({ ...loan, repaid })
        repaid += amount
        // Only the payment that completes the debt may be less than the cents that are shown.
        const cents = centsUp(amount)
        if (repaid < total) expect(amount).toBe(cents)
        shown += cents
        // On time through the second at which the next one is due; in a plan of a few seconds that may be the same second.
        expect(isOverdue({ ...loan, repaid }, plan[number]?.dueAt ?? loan.dueAt)).toBe(false)
      }
      expect(repaid).toBe(total)
      expect(shown).toBe(centsUp(total))
    }),
  )
})

describe('which instalments a payment goes to', () => {
  test.each([
    ['part of the first', 10n * DOLLAR, { first: 1, last: 1, isPart: true }],
    ['the first', each, { first: 1, last: 1, isPart: false }],
    ['the first as it is shown, rounded up to the cent', 34_160_000n, { first: 1, last: 1, isPart: false }],
    ['the first and part of the second', 50n * DOLLAR, { first: 1, last: 2, isPart: true }],
    ['the first two as the plan shows them', 68_320_000n, { first: 1, last: 2, isPart: false }],
    ['all', totalOf(loan), { first: 1, last: 3, isPart: false }],
    ['one unit', 1n, { first: 1, last: 1, isPart: true }],
  ])('%s', (_, amount, expected) => {
    expect(instalmentsPaid(loan, amount)).toEqual(expected)
  })

  test('parts of less than a cent are counted, too, once they are paid', () => {
    // 0.05 in twelve: a cent pays two of them.
    const tiny = { ...loan, principal: 50_000n, apr: 1, duration: DAY, instalments: 12 }
    expect(instalmentsPaid(tiny, CENT)).toEqual({ first: 1, last: 2, isPart: false })
    expect(instalmentsPaid(tiny, totalOf(tiny))).toEqual({ first: 1, last: 12, isPart: false })
  })

  test('what is missing of one that was paid in part completes it', () => {
    const begun = { ...loan, repaid: each + 10n * DOLLAR }
    expect(instalmentsPaid(begun, nextPayment(begun).amount)).toEqual({ first: 2, last: 2, isPart: false })
  })
})

test('unpaid instalments are counted as late one by one, and none of a loan that has ended', () => {
  const counts = [30 * DAY, 30 * DAY + 1, 60 * DAY + 1, 90 * DAY + 1].map((time) => lateCount(loan, START + time))
  expect(counts).toEqual([0, 1, 2, 3])
  expect(lateCount({ ...loan, repaid: each }, START + 61 * DAY)).toBe(1)
  expect(lateCount({ ...loan, status: 'forgiven' }, START + 91 * DAY)).toBe(0)
})
