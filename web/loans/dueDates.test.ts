import { expect, test } from 'vitest'
import { demoDebtors, demoDebts } from './demo.ts'
import { dueDates, sumOf } from './dueDates.ts'
import { DAY, DOLLAR, type Row } from './loan.ts'

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
  expect(sumOf(shown, 'in')).toBe(0n)

  const real = dueDates(
    { ...NONE, examples: examples.lent },
    { ...NONE, rows: [row(1n, 'active', 5)], examples: examples.borrowed },
  )
  expect(real).toEqual([{ dueAt: NOW + 5 * DAY, amount: DOLLAR, direction: 'out', demo: false, person: undefined }])
})

test('late ones come first, by the next unpaid instalment; what has ended is not due', () => {
  const lent = { ...NONE, rows: [row(1n, 'active', 20), row(2n, 'repaid', 1), row(3n, 'open', 0)] }
  const borrowed = { ...NONE, rows: [row(4n, 'active', 3), row(5n, 'active', -2), row(6n, 'forgiven', -9)] }
  const dates = dueDates(lent, borrowed)
  expect(dates.map(({ amount, direction }) => [amount / DOLLAR, direction])).toEqual([
    [5n, 'out'],
    [4n, 'out'],
    [1n, 'in'],
  ])
  expect(sumOf(dates, 'out')).toBe(9n * DOLLAR)
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
