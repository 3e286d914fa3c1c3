import { expect, test } from 'vitest'
import { samples } from '../commands.testing.ts'
import { outcomeNotice } from '../words.ts'

test('a payment that came after somebody else’s says why it took less', () => {
  const { repay } = samples
  expect(outcomeNotice(repay, { kind: 'confirmed', paid: 104_991_001n })).toBe('Pagaste $ 105.00 del préstamo de $ 150.00.')
  expect(outcomeNotice(repay, { kind: 'confirmed', paid: 40_000_000n })).toBe(
    'Pagaste $ 40.00 del préstamo de $ 150.00. Alguien ya pagó una parte y no se debía más.',
  )
})
