import { expect, test } from 'vitest'
import { NO_RECORD } from '../loans/loan.ts'
import { recordLine } from './personRecord.ts'

test('a person’s record says what they paid back, and what was late', () => {
  expect(recordLine({ ...NO_RECORD, taken: 2, repaid: 2 })).toBe('Devolvió 2 de 2')
  expect(recordLine({ ...NO_RECORD, taken: 3, repaid: 2, repaidLate: 1 })).toBe('Devolvió 2 de 3, 1 con retraso')
  expect(recordLine(NO_RECORD)).toBe('Sin historial')
})
