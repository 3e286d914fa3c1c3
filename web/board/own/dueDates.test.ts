import { describe, expect, test } from 'vitest'
import { type ActiveLoan, DAY, DOLLAR, type Row } from '../../loans/loan.ts'
import { demoDebtors, demoDebts } from '../demo.ts'
import { dueDates, firstLate, sumOf } from './dueDates.ts'

const NOW = 1_800_000_000
const NONE = { rows: [], loans: [] }

const row = (id: bigint, status: Row['status'], inDays: number): Row => ({
  id,
  status,
  owed: id * DOLLAR,
  nextDue: NOW + inDays * DAY,
  dueAt: NOW + 99 * DAY,
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

test('what I owe is more urgent than what others owe me, however late that is; what is not late yet is neither', () => {
  const lent = { ...NONE, rows: [row(1n, 'active', -9)] }
  const urgent = (borrowed: Row[]) => firstLate(dueDates(lent, { ...NONE, rows: borrowed }), NOW)?.id
  expect(urgent([row(2n, 'active', -1), row(3n, 'active', -2)])).toBe(3n)
  expect(urgent([row(2n, 'active', 1)])).toBe(1n)
  expect(firstLate(dueDates(NONE, { ...NONE, rows: [row(2n, 'active', 1)] }), NOW)).toBeUndefined()
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
