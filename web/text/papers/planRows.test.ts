import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOverdue } from '../../loans/due.ts'
import { type ActiveLoan, CENT, DAY, DOLLAR } from '../../loans/loan.ts'
import { checkPayment } from '../../loans/payment.ts'
import { type Instalment, nextPayment, planIfTaken, planOf } from '../../loans/plan.ts'
import { owedOn, totalOf } from '../../loans/terms.ts'
import { moneyOwed } from '../format.ts'
import { foldRows, planRows } from './planRows.ts'

/** Noon of 1 December 2026. */
const START = Date.UTC(2026, 11, 1, 12) / 1000
const terms = { principal: 100n * DOLLAR, apr: 1000, duration: 90 * DAY, instalments: 3 }
const loan = { ...terms, demo: false, startedAt: START, dueAt: START + terms.duration, repaid: 0n }
/** 302.465754 in three. */
const taken: ActiveLoan = {
  status: 'active',
  id: 1n,
  lender: '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa',
  borrower: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
  ...{ principal: 300n * DOLLAR, apr: 1000, duration: 30 * DAY, instalments: 3, note: '', demo: false },
  ...{ startedAt: START, dueAt: START + 30 * DAY, repaid: 0n, noted: 0n },
}

describe('a plan of payments as it is read', () => {
  test('a day and an amount for each, which come to the total that is shown', () => {
    expect(planRows(planIfTaken(terms, START))).toEqual([
      { number: 1, state: 'next', day: '31 dic', remark: '', amount: '$ 34.16' },
      { number: 2, state: 'later', day: '30 ene', remark: '', amount: '$ 34.16' },
      { number: 3, state: 'later', day: '1 mar', remark: '', amount: '$ 34.15' },
    ])
    expect(moneyOwed(totalOf(loan))).toBe('$ 102.47')
  })

  test('what is paid, late, or paid in part is said', () => {
    const remarks = (repaid: bigint, days: number) =>
      planRows(planOf({ ...loan, repaid }, START + days * DAY)).map(({ remark }) => remark)
    expect(remarks(0n, 31)).toEqual(['Vencida', '', ''])
    expect(remarks(30n * DOLLAR, 31)).toEqual(['Vencida, faltan $ 4.16', '', ''])
    expect(remarks(40n * DOLLAR, 31)).toEqual(['Pagada', 'Faltan $ 28.32', ''])
    expect(remarks(totalOf(loan), 31)).toEqual(['Pagada', 'Pagada', 'Pagada'])
  })

  test('an instalment paid by the button, and the next one typed as the plan shows it, are not late', () => {
    const shown = planRows(planOf(taken, START)).map(({ amount }) => amount)
    expect(shown).toEqual(['$ 100.83', '$ 100.82', '$ 100.82'])
    const first = nextPayment(taken)
    expect(moneyOwed(first.amount)).toBe('$ 100.83')
    const begun = { ...taken, repaid: first.amount }
    const second = checkPayment('100.82', owedOn(begun))
    if (!second.ok) throw new Error(second.problem.kind)
    expect(isOverdue({ ...begun, repaid: begun.repaid + second.amount }, START + 20 * DAY + 1)).toBe(false)
    expect(moneyOwed(nextPayment(begun).amount)).toBe('$ 100.82')
  })

  test('where parts of a cent were paid, what the next one takes is said if it differs from its amount', () => {
    const remarks = (repaid: bigint) => planRows(planOf({ ...taken, repaid }, START)).map(({ remark }) => remark)
    expect(remarks(100_821_918n)).toEqual(['Pagada', 'Faltan $ 100.83', ''])
    expect(moneyOwed(nextPayment({ ...taken, repaid: 100_821_918n }).amount)).toBe('$ 100.83')
    expect(remarks(100_830_001n)).toEqual(['Pagada', '', ''])
  })

  test('a plan of more than a year says which year', () => {
    const long = planRows(planIfTaken({ ...terms, duration: 900 * DAY }, START))
    expect(long.map(({ day }) => day)).toEqual(['27 sept 2027', '23 jul 2028', '19 may 2029'])
  })

  test('whatever the terms, the cents that are shown come to the total that is shown, and paid as shown nothing is late', () => {
    const anyTerms = fc.record({
      principal: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      apr: fc.integer({ min: 1, max: 65_535 }),
      duration: fc.integer({ min: 1, max: 10 ** 9 }),
      instalments: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const plan = planIfTaken(terms, START)
        let [paid, due] = [0n, 0n]
        planRows(plan).forEach(({ amount }, index) => {
          paid += BigInt(amount.replace(/\D/g, '')) * CENT
          due += plan[index]?.amount ?? 0n
          expect(paid).toBeGreaterThanOrEqual(due)
        })
        expect(moneyOwed(paid)).toBe(moneyOwed(due))
      }),
    )
  })
})

describe('a long plan is folded', () => {
  const shown = (plan: Instalment[]) =>
    foldRows(planRows(plan)).map((part) => ('count' in part ? `${part.first}+${part.count}` : part.number))
  const planOfMany = (instalments: number, days = 0) => planOf({ ...loan, instalments }, START + days * DAY)

  test('up to four rows all are shown', () => {
    expect(shown(planOfMany(1))).toEqual([1])
    expect(shown(planOfMany(4))).toEqual([1, 2, 3, 4])
  })

  test('of more, the first two and the last', () => {
    expect(shown(planOfMany(6))).toEqual([1, 2, '3+3', 6])
    expect(shown(planOfMany(12))).toEqual([1, 2, '3+9', 12])
  })

  test('what is late or next is never hidden', () => {
    const total = totalOf(loan)
    const paid = { ...loan, instalments: 12, repaid: total / 2n }
    expect(shown(planOf(paid, START + 61 * DAY))).toEqual([1, 2, '3+4', 7, 8, 9, '10+2', 12])
    expect(shown(planOf({ ...paid, repaid: total }, START))).toEqual([1, 2, '3+9', 12])
  })
})
