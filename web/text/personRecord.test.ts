import { expect, test } from 'vitest'
import { NO_RECORD } from '../loans/loan.ts'
import { recordLine } from './personRecord.ts'

test('a person’s record says what they paid back, how much that was, and what was late', () => {
  expect(recordLine({ ...NO_RECORD, taken: 3, repaid: 3, repaidDollars: 1200 })).toBe('Devolvió 3 de 3 · $ 1200.00')
  expect(recordLine({ taken: 3, repaid: 2, repaidLate: 1, repaidDollars: 50 })).toBe('Devolvió 2 de 3, 1 con retraso · $ 50.00')
  expect(recordLine(NO_RECORD)).toBe('Sin historial')
})

test('who has just taken a first loan is not said to have failed to pay it back', () => {
  expect(recordLine({ ...NO_RECORD, taken: 1 })).toBe('1 préstamo en curso')
  expect(recordLine({ ...NO_RECORD, taken: 2 })).toBe('2 préstamos en curso')
})

test('that a first loan is paid on time is said where the loan itself is known, and only then', () => {
  expect(recordLine({ ...NO_RECORD, taken: 1 }, { isLate: false })).toBe('1 préstamo en curso, al día')
  expect(recordLine({ ...NO_RECORD, taken: 1 }, { isLate: true })).toBe('1 préstamo en curso, con retraso')
  expect(recordLine({ ...NO_RECORD, taken: 2 }, { isLate: false })).toBe('2 préstamos en curso')
})
