import { expect, test } from 'vitest'
import { DAY, type Row } from '../../loans/loan.ts'
import { inOrder, urgentCount } from './ownLoans.ts'

const row = (id: number, status: Row['status'], nextDue = 0): Row => ({
  id: BigInt(id),
  status,
  owed: 1n,
  nextDue,
  dueAt: nextDue,
})

test('active loans are listed by what is due next, ended ones apart and newest first; offers are not loans', () => {
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
  const { active, ended } = inOrder(rows)
  expect(active.map(({ id }) => Number(id))).toEqual([5, 3, 7])
  expect(ended.map(({ id }) => Number(id))).toEqual([8, 6, 1])
})

test('a debt waits for me when it is late or due within three days, and only while it is owed', () => {
  const now = 1_800_000_000
  const rows = [
    row(1, 'active', now - 1),
    row(2, 'active', now + 4 * DAY - 1),
    row(3, 'active', now + 4 * DAY),
    row(4, 'repaid', now - 1),
    row(5, 'open', 0),
  ]
  expect(urgentCount(rows, now)).toBe(2)
})
