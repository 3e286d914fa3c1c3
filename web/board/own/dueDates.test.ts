import { describe, expect, test } from 'vitest'
import { type ActiveLoan, DAY, DOLLAR, type Row } from '../../loans/loan.ts'
import { demoDebtors, demoDebts } from '../demo.ts'
import { dueDates, sumOf } from './dueDates.ts'

const NOW = 1_800_000_000
const NONE = { rows: [], loans: [], examples: [] }

const row = (id: bigint, status: Row['status'], inDays: number): Row => ({
  id,
  status,
  owed: id * DOLLAR,
  nextDue: NOW + inDays * DAY,
  dueAt: NOW + 99 * DAY,
})

test('the examples fill the due dates until there is a real loan, and are never added up', () => {
  const examples = { lent: demoDebtors(NOW), borrowed: demoDebts(NOW) }
  const shown = dueDates({ ...NONE, examples: examples.lent }, { ...NONE, examples: examples.borrowed })
  expect(shown.map(({ demo }) => demo)).toEqual([true, true, true, true])
  expect(sumOf(shown, 'lent')).toBe(0n)

  const real = dueDates(
    { ...NONE, examples: examples.lent },
    { ...NONE, rows: [row(1n, 'active', 5)], examples: examples.borrowed },
  )
  expect(real.map(({ demo, owed }) => [demo, owed])).toEqual([[false, DOLLAR]])
})

test('late ones come first, by the next unpaid instalment; what has ended is not due', () => {
  const lent = { ...NONE, rows: [row(1n, 'active', 20), row(2n, 'repaid', 1), row(3n, 'open', 0)] }
  const borrowed = { ...NONE, rows: [row(4n, 'active', 3), row(5n, 'active', -2), row(6n, 'forgiven', -9)] }
  const dates = dueDates(lent, borrowed)
  expect(dates.map(({ owed, side }) => [owed / DOLLAR, side])).toEqual([
    [5n, 'borrowed'],
    [4n, 'borrowed'],
    [1n, 'lent'],
  ])
  expect(sumOf(dates, 'borrowed')).toBe(9n * DOLLAR)
})

test('the person is the one on the other side', () => {
  const [debtor] = demoDebtors(NOW)
  const [debt] = demoDebts(NOW)
  if (!debtor || !debt) throw new Error('There are no examples.')
  const dates = dueDates(
    { ...NONE, rows: [row(debtor.id, 'active', 1)], loans: [debtor] },
    { ...NONE, rows: [row(debt.id, 'active', 2)], loans: [debt] },
  )
  expect(dates.map(({ person }) => person)).toEqual([debtor.borrower, debt.lender])
})

describe('a loan of $ 120.00 in three instalments, the first of them paid in part', () => {
  const [example] = demoDebts(NOW)
  if (!example) throw new Error('There are no examples.')
  const loan = {
    ...example,
    principal: 120n * DOLLAR,
    instalments: 3,
    repaid: 10n * DOLLAR,
    startedAt: NOW,
    dueAt: NOW + 90 * DAY,
  }
  const short: Row = { id: loan.id, status: 'active', owed: 110n * DOLLAR, nextDue: NOW + 30 * DAY, dueAt: loan.dueAt }
  const datesOf = (row: Row, loans: readonly ActiveLoan[]) => dueDates(NONE, { ...NONE, rows: [row], loans })

  test('what is missing of the instalment is due next, and the sum is all that is owed', () => {
    const dates = datesOf(short, [loan])
    expect(dates).toMatchObject([{ dueAt: NOW + 30 * DAY, amount: 30n * DOLLAR, owed: 110n * DOLLAR }])
    expect(sumOf(dates, 'borrowed')).toBe(110n * DOLLAR)
  })

  test('nobody knows how much is due next before the loan is read whole, or while it is read again', () => {
    expect(datesOf(short, [])).toMatchObject([{ amount: undefined, owed: 110n * DOLLAR }])
    const paid = { ...short, owed: 80n * DOLLAR, nextDue: NOW + 60 * DAY }
    expect(datesOf(paid, [loan])).toMatchObject([{ amount: undefined, owed: 80n * DOLLAR }])
  })

  test('the last one is all that is owed, whatever else is known', () => {
    const last = { ...short, owed: 40n * DOLLAR, nextDue: loan.dueAt }
    expect(datesOf(last, [])).toMatchObject([{ amount: 40n * DOLLAR }])
  })
})
