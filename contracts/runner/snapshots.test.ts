import { expect, test } from 'vitest'
import { compareSnapshots } from './snapshots.ts'

const kept = { Book: { repay: '100', cancel: '50' }, Lens: { dashboard: '900' } }
const full = { isFull: true }

test('equal snapshots have no differences', () => {
  expect(compareSnapshots(kept, kept, full)).toEqual([])
})

test('a changed, a missing and a new figure are each reported', () => {
  const measured = { Book: { repay: '101', accept: '70' }, Lens: { dashboard: '900' } }
  expect(compareSnapshots(kept, measured, full)).toEqual([
    'Book, "repay": 101 instead of 100 (+1).',
    'Book, "cancel": 50 is kept, but no test measures it.',
    'Book, "accept": measured as 70, but not kept.',
  ])
})

test('a whole group may be missing or new', () => {
  expect(compareSnapshots(kept, { Book: kept.Book }, full)).toHaveLength(1)
  expect(compareSnapshots({ Book: kept.Book }, kept, full)).toHaveLength(1)
})

test('a partial run compares only what it measured', () => {
  expect(compareSnapshots(kept, { Book: { repay: '100' } }, { isFull: false })).toEqual([])
  expect(compareSnapshots(kept, { Book: { repay: '99' } }, { isFull: false })).toEqual(['Book, "repay": 99 instead of 100 (-1).'])
})
