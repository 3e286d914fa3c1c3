import { expect, test } from 'vitest'
import type { Row } from './loan.ts'
import { takenInOrder } from './ownLoans.ts'

const row = (id: number, status: Row['status'], nextDue = 0): Row => ({
  id: BigInt(id),
  status,
  owed: 1n,
  nextDue,
  dueAt: nextDue,
})

test('active loans come first, the one due next at the top, then what has ended, newest first; offers are not loans', () => {
  const rows = [
    row(9, 'open'),
    row(8, 'repaid'),
    row(7, 'active', 300),
    row(6, 'forgiven'),
    row(5, 'active', 100),
    row(4, 'cancelled'),
    row(3, 'active', 200),
    row(2, 'requested'),
    row(1, 'repaid'),
  ]
  expect(takenInOrder(rows).map(({ id }) => Number(id))).toEqual([5, 3, 7, 8, 6, 1])
})
