import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CENT, DAY, DOLLAR } from '../loans/loan.ts'
import { type Instalment, planIfTaken, planOf } from '../loans/plan.ts'
import { totalOf } from '../loans/terms.ts'
import { moneyOwed } from './format.ts'
import { foldRows, planRows } from './planRows.ts'

/** Noon of 1 December 2026. */
const START = Date.UTC(2026, 11, 1, 12) / 1000
const terms = { principal: 100n * DOLLAR, apr: 1000, duration: 90 * DAY, instalments: 3 }
const loan = { ...terms, demo: false, startedAt: START, dueAt: START + terms.duration, repaid: 0n }

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
