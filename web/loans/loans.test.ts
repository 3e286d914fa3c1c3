import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { people } from '../../devchain/people.ts'
import { demoDebtors, demoDebts, demoOffers } from '../board/demo.ts'
import { daysLeft, dueState, isOverdue } from './due.ts'
import { type ActiveLoan, DAY, DOLLAR } from './loan.ts'
import { nextPayment } from './plan.ts'
import { owedOn, percentRepaid, totalOf } from './terms.ts'

const NOW = 1_800_000_000

const loan: ActiveLoan = {
  status: 'active',
  id: 7n,
  lender: '0x0000000000000000000000000000000000000001',
  borrower: '0x0000000000000000000000000000000000000002',
  principal: 300n * DOLLAR,
  apr: 1000,
  duration: 30 * DAY,
  instalments: 1,
  note: '',
  demo: false,
  startedAt: NOW - 30 * DAY,
  dueAt: NOW,
  repaid: 0n,
  noted: 0n,
}

describe('terms', () => {
  test('interest is simple, for the whole term, rounded up', () => {
    // 300 · 10 % · 30 / 365 = 2.46575342…
    expect(totalOf(loan)).toBe(302_465_754n)
    expect(totalOf({ ...loan, principal: 1n, apr: 1, duration: 1 })).toBe(2n)
    expect(totalOf({ ...loan, apr: 10_000, duration: 365 * DAY })).toBe(600n * DOLLAR)
  })

  test('an example is paid back without interest', () => {
    expect(totalOf({ ...loan, demo: true })).toBe(300n * DOLLAR)
  })

  test('X4 the share paid is rounded and stays within 0 and 100', () => {
    expect(percentRepaid({ ...loan, demo: true, principal: 400n, repaid: 150n })).toBe(38)
    expect(percentRepaid({ ...loan, demo: true, principal: 350n, repaid: 100n })).toBe(29)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 80n }), fc.bigInt({ min: 0n, max: 2n ** 64n }), (repaid, principal) => {
        const percent = percentRepaid({ ...loan, principal, repaid })
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true)
      }),
    )
  })

  test('what is owed never falls below nothing', () => {
    expect(owedOn({ ...loan, repaid: 302_465_753n })).toBe(1n)
    expect(owedOn({ ...loan, repaid: 2n ** 70n })).toBe(0n)
  })
})

describe('due', () => {
  test.each([
    [0, 0],
    [-1, -1],
    [-DAY, -1],
    [-DAY - 1, -2],
    [DAY - 1, 0],
    [DAY, 1],
  ])('a loan due in %d seconds has %d days left', (seconds, days) => {
    expect(daysLeft({ dueAt: NOW + seconds }, NOW)).toBe(days)
  })

  test('X3 overdue below 0, soon from 0 to 3, on time after that', () => {
    expect([-1, 0, 3, 4].map(dueState)).toEqual(['overdue', 'soon', 'soon', 'onTime'])
  })

  test('the due second itself is on time', () => {
    expect(isOverdue(loan, NOW)).toBe(false)
    expect(isOverdue(loan, NOW + 1)).toBe(true)
  })
})

describe('the next instalment', () => {
  // 302.465754 in three parts of 100.821918, shown as 100.83, 100.82 and 100.82.
  const inThree: ActiveLoan = { ...loan, instalments: 3, startedAt: NOW, dueAt: NOW + 30 * DAY }

  test('of one is all that is owed, on the due date', () => {
    expect(nextPayment(loan)).toEqual({ number: 1, dueAt: NOW, amount: 302_465_754n })
    expect(nextPayment({ ...loan, repaid: 2_465_754n })).toEqual({ number: 1, dueAt: NOW, amount: 300n * DOLLAR })
  })

  test.each<[string, bigint, number, bigint, number]>([
    ['nothing', 0n, 1, 100_830_000n, 10],
    ['a part of the first', 830_000n, 1, 100n * DOLLAR, 10],
    ['the first as shown', 100_830_000n, 2, 100_820_000n, 20],
    ['two as shown', 201_650_000n, 3, 100_815_754n, 30],
    ['the first to the millionth', 100_821_918n, 2, 100_828_082n, 20],
    ['two to the millionth', 201_643_836n, 3, 100_821_918n, 30],
    ['everything', 302_465_754n, 3, 0n, 30],
    ['more than there was', 999_999_999n, 3, 0n, 30],
  ])('of three, after %s was paid', (_, repaid, number, amount, days) => {
    expect(nextPayment({ ...inThree, repaid })).toEqual({ number, dueAt: NOW + days * DAY, amount })
  })

  test('that was missed makes the loan overdue', () => {
    expect(isOverdue(inThree, NOW + 10 * DAY)).toBe(false)
    expect(isOverdue(inThree, NOW + 10 * DAY + 1)).toBe(true)
    expect(isOverdue({ ...inThree, repaid: 100_821_918n }, NOW + 10 * DAY + 1)).toBe(false)
  })
})

describe('examples', () => {
  test('M3 the four offers', () => {
    expect(demoOffers.map(({ principal, apr, duration }) => [principal / DOLLAR, apr / 100, duration / DAY])).toEqual([
      [300n, 10, 30],
      [500n, 14, 60],
      [1200n, 9, 90],
      [100n, 18, 15],
    ])
  })

  test('X5, X6 the debtors and the debts', () => {
    const figures = (loans: ActiveLoan[]) =>
      loans.map((item) => [item.principal / DOLLAR, item.apr / 100, item.repaid / DOLLAR, daysLeft(item, NOW)])
    expect(figures(demoDebtors(NOW))).toEqual([
      [400n, 12, 150n, 25],
      [200n, 15, 50n, -3],
    ])
    expect(figures(demoDebts(NOW))).toEqual([
      [350n, 10, 100n, 12],
      [150n, 20, 0n, 2],
    ])
  })

  test('none of them is from somebody who looks like another, or like a person of the embedded chain', () => {
    const theirs = [...demoOffers, ...demoDebts(NOW)].map(({ lender }) => lender)
    const all = [
      ...theirs,
      ...demoDebtors(NOW).map(({ borrower }) => borrower),
      ...Object.values(people).map(({ address }) => address),
    ]
    expect(new Set(all.map((address) => address.slice(-4).toLowerCase())).size).toBe(all.length)
  })

  test('all of them are marked as such', () => {
    for (const item of [...demoOffers, ...demoDebtors(NOW), ...demoDebts(NOW)]) expect(item.demo).toBe(true)
  })
})
