import { expect, test } from 'vitest'
import { NO_DEALINGS } from '../loans/dealings.ts'
import { DOLLAR } from '../loans/loan.ts'
import { recipientMistake, tiesLine } from './transfer.ts'

test('a contact is offered only where there is somebody to choose', () => {
  expect(recipientMistake('invalid', true)).toContain('o elige a un contacto')
  expect(recipientMistake('invalid', false)).not.toContain('contacto')
  expect(recipientMistake('missing', true)).toContain('o elige a alguien de la lista')
  expect(recipientMistake('missing', false)).not.toContain('lista')
})

test('what is between us is told by what matters most: debts, what I sent, loans that ended, what they sent', () => {
  const [received, repaid] = [7n * DOLLAR, { ...NO_DEALINGS, taken: 1, repaid: 1 }]
  expect(tiesLine({ ...repaid, owedByMe: 5n * DOLLAR }, true, received)).toBe('Le debes $ 5.00')
  expect(tiesLine(repaid, true, received)).toBe('Ya le enviaste antes')
  // What came may have been the payment.
  expect(tiesLine(repaid, false, received)).toBe('Nada pendiente entre ustedes')
  expect(tiesLine(NO_DEALINGS, false, received)).toBe('Te envió $ 7.00')
  expect(tiesLine(NO_DEALINGS, false)).toBe('Sin préstamos entre ustedes')
})

test('while my loans are not read, nothing is claimed of them', () => {
  expect(tiesLine(undefined, false, 7n * DOLLAR)).toBe('')
  expect(tiesLine(undefined, true)).toBe('Ya le enviaste antes')
})
