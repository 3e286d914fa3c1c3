import { expect, test } from 'vitest'
import { DOLLAR } from '../../loans/loan.ts'
import { NO_DEALINGS } from '../../people/dealings.ts'
import { recipientMistake, tiesLine } from './ties.ts'

const somebody = () => ['Luis']
const nobody = () => []

test('a contact is offered only where there is somebody to choose', () => {
  expect(recipientMistake('invalid', '0x12', somebody)).toContain('o elige a un contacto')
  expect(recipientMistake('invalid', '0x12', nobody)).not.toContain('contacto')
  expect(recipientMistake('missing', '', somebody)).toContain('o elige a alguien de la lista')
  expect(recipientMistake('missing', '', nobody)).not.toContain('lista')
})

test('a name that nobody has is not called a wrong address; one that several have is chosen from the list', () => {
  const unknown = 'Ningún contacto tiene ese nombre. Una dirección empieza con 0x.'
  expect(recipientMistake('invalid', 'Pepe', nobody)).toBe(unknown)
  expect(recipientMistake('invalid', 'Pepe', (typed) => (typed === '' ? ['Luis'] : []))).toBe(unknown)
  expect(recipientMistake('invalid', ' Luis', somebody)).toBe('Elige de la lista a quién te refieres.')
})

test('what is between us is told by what matters most: debts, what I sent, loans that ended, what they sent', () => {
  const [received, repaid] = [7n * DOLLAR, { ...NO_DEALINGS, taken: 1, repaid: 1 }]
  expect(tiesLine({ ...repaid, owedByMe: 5n * DOLLAR }, true, received)).toBe('Le debes $ 5.00')
  expect(tiesLine(repaid, true, received)).toBe('Ya le enviaste antes')
  // The dollars may have been the payment.
  expect(tiesLine(repaid, false, received)).toBe('Nada pendiente entre ustedes')
  expect(tiesLine(NO_DEALINGS, false, received)).toBe('Te envió $ 7.00')
  expect(tiesLine(NO_DEALINGS, false)).toBe('Sin préstamos entre ustedes')
})

test('while my loans are not read, nothing is claimed of them', () => {
  expect(tiesLine(undefined, false, 7n * DOLLAR)).toBe('')
  expect(tiesLine(undefined, true)).toBe('Ya le enviaste antes')
})
