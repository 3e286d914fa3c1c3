import { expect, test } from 'vitest'
import { type ActiveLoan, DAY, DOLLAR } from '../../loans/loan.ts'
import { nextPayment } from '../../loans/plan.ts'
import { longMoment } from '../format.ts'
import { reminder } from './reminder.ts'

const START = 1_765_800_000
const loan: ActiveLoan = {
  status: 'active',
  id: 14n,
  lender: '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa',
  borrower: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
  principal: 300n * DOLLAR,
  apr: 1000,
  duration: 30 * DAY,
  instalments: 3,
  note: '',
  demo: false,
  startedAt: START,
  dueAt: START + 30 * DAY,
  repaid: 0n,
  noted: 0n,
}

test('X1 with a plan the reminder names the instalment that is due, with its date and amount', () => {
  const paid = { ...loan, repaid: 101n * DOLLAR }
  expect(reminder(paid, START + 12 * DAY)).toBe(
    `Hola. Te recuerdo la cuota 2 de 3 del préstamo n.º 14 de EntrePares: faltan $ 100.65 y vence el ${longMoment(START + 20 * DAY)}. Puedes pagarla por partes y antes de la fecha. Gracias.`,
  )
})

test('X1 a late instalment is named with how late it is; its due second itself is on time', () => {
  expect(reminder(loan, START + 10 * DAY)).toContain(
    'la cuota 1 de 3 del préstamo n.º 14 de EntrePares: faltan $ 100.83 y vence el',
  )
  expect(reminder(loan, START + 12 * DAY)).toBe(
    `Hola. Te recuerdo la cuota 1 de 3 del préstamo n.º 14 de EntrePares: faltan $ 100.83 y venció el ${longMoment(START + 10 * DAY)}, hace 2 días. Puedes pagarla por partes; el total no cambia. Si necesitas hablarlo, escríbeme. Gracias.`,
  )
})

test('X1 the reminder of an instalment says the cents of the plan, after the one before was paid as shown', () => {
  const { amount } = nextPayment(loan)
  expect(reminder({ ...loan, repaid: amount }, START)).toContain(
    'la cuota 2 de 3 del préstamo n.º 14 de EntrePares: faltan $ 100.82',
  )
})

test('X1 one payment is not called an instalment', () => {
  expect(reminder({ ...loan, instalments: 1 }, START)).toBe(
    `Hola. Te recuerdo el préstamo n.º 14 de EntrePares: faltan $ 302.47 y vence el ${longMoment(START + 30 * DAY)}. Puedes pagarlo por partes y antes de la fecha. Gracias.`,
  )
})
