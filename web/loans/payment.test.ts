import { expect, test } from 'vitest'
import { centsText } from './decimal.ts'
import { checkPayment } from './payment.ts'

test.each([
  ['100', 302_465_754n, { ok: true, amount: 100_000_000n, isCut: false }],
  ['302.465754', 302_465_754n, { ok: true, amount: 302_465_754n, isCut: false }],
  // Just what is shown, which is rounded up.
  ['302,47', 302_465_754n, { ok: true, amount: 302_465_754n, isCut: false }],
  ['302.48', 302_465_754n, { ok: true, amount: 302_465_754n, isCut: true }],
  ['0', 302_465_754n, { ok: false, problem: { kind: 'invalid' } }],
  ['1,200', 302_465_754n, { ok: false, problem: { kind: 'ambiguous' } }],
])('%s typed against %s owed', (typed, owed, payment) => {
  expect(checkPayment(typed, owed)).toEqual(payment)
})

test('what is owed, as one would type it', () => {
  expect(centsText(302_465_754n)).toBe('302.47')
  expect(centsText(1_200_000_000n)).toBe('1200.00')
  expect(centsText(1n)).toBe('0.01')
})
