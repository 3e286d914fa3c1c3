import { expect, test } from 'vitest'
import { DAY, DOLLAR, type Request } from '../../loans/loan.ts'
import { notRenewed } from './renewal.ts'

const request: Request = {
  status: 'requested',
  id: 7n,
  lender: undefined,
  borrower: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  principal: 100n * DOLLAR,
  apr: 1000,
  duration: 30 * DAY,
  instalments: 12,
  note: '',
  openUntil: undefined,
  demo: false,
}

test.each([
  [{}, []],
  [{ duration: 45 * DAY }, ['El plazo era de 45 días, que aquí no se puede elegir: queda en 30 días.']],
  [{ duration: 60 }, ['El plazo era de menos de 1 día, que aquí no se puede elegir: queda en 30 días.']],
  [{ instalments: 4 }, ['Era en 4 cuotas, que aquí no se pueden elegir: queda en 1 pago.']],
])('a term that the form cannot express is said: %o', (terms, lines) => {
  expect(notRenewed({ ...request, ...terms })).toEqual(lines)
})
