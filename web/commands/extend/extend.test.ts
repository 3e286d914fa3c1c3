import { expect, test } from 'vitest'
import { samples } from '../commands.testing.ts'
import { whatBecameOf } from '../whatBecameOf.ts'

const { extend, forgive, repay } = samples
const { loan } = extend

test('more time is added to the due date that was shown, and to no other; a payment does not mind', () => {
  const extended = { ...loan, dueAt: loan.dueAt + 1 }
  expect(whatBecameOf(extend, loan)).toBe('same')
  expect(whatBecameOf(extend, { ...loan, repaid: 1n })).toBe('same')
  expect(whatBecameOf(extend, extended)).toBe('another')
  expect(whatBecameOf(repay, extended)).toBe('same')
  expect(whatBecameOf(forgive, extended)).toBe('same')
})
