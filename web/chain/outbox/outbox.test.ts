import { expect, test } from 'vitest'
import { isAheadOf, type Stage } from './outbox.ts'

const done = { at: 'done', hash: '0x', block: 8n } as const

// The lists were read at block 7.
test.each<[Stage, boolean]>([
  [{ at: 'sent', waited: 0 }, true],
  [{ at: 'displaced', since: 7n }, true],
  [{ at: 'mined', depth: 1, of: 3, block: 7n }, false],
  [{ at: 'mined', depth: 1, of: 3, block: 8n }, true],
  [{ ...done, outcome: { kind: 'confirmed' } }, true],
  [{ ...done, outcome: { kind: 'confirmed' }, block: 7n }, false],
  [{ ...done, outcome: { kind: 'annulled' } }, false],
])('what is %o is still to be seen in the lists: %s', (stage, isAhead) => {
  expect(isAheadOf(7n, { intent: '', command: { kind: 'faucet' }, nonce: 0, transactions: [], stage })).toBe(isAhead)
})
