import { describe, expect, test } from 'vitest'
import type { Activity } from '../loans/activity.ts'
import { DOLLAR, type TakenLoan } from '../loans/loan.ts'
import { amountOf, byDay, lineOf } from './activityLine.ts'
import { receiptText } from './papers/receipt.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LUIS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const EVA = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const HASH = `0x${'ab'.repeat(32)}` as const

const at = (...local: [number, number, number, number, number]) => Math.floor(new Date(...local).getTime() / 1000)
const AT = at(2026, 10, 14, 18, 20)

const loan: TakenLoan = {
  id: 31n,
  status: 'active',
  principal: 600n * DOLLAR,
  apr: 800,
  duration: 86_400,
  instalments: 3,
  note: '',
  demo: false,
  lender: ANA,
  borrower: LUIS,
  startedAt: 1,
  dueAt: 86_401,
  repaid: 202_640_000n,
  noted: 0n,
}
const received: Activity = {
  key: '1',
  block: 1n,
  hash: HASH,
  at: AT,
  kind: 'received',
  person: LUIS,
  amount: 202_631_000n,
  flow: 'in',
  loan,
  left: 405n * DOLLAR,
  instalments: { first: 1, last: 1 },
}

test('days are called as people call them, also where the clock changes', () => {
  const now = at(2026, 10, 16, 0, 30)
  const days = [now, at(2026, 10, 15, 23, 59), at(2026, 10, 15, 0, 1), at(2026, 10, 12, 12, 0), at(2025, 10, 12, 12, 0)]
  expect(
    byDay(
      days.map((moment) => ({ at: moment })),
      now,
    ).map(({ day, list }) => [day, list.length]),
  ).toEqual([
    ['Hoy', 1],
    ['Ayer', 2],
    ['Jueves 12 de noviembre', 1],
    ['Miércoles 12 de noviembre de 2025', 1],
  ])
})

test('a line says when, and what else matters', () => {
  expect(lineOf(received)).toBe('18:20 · cuota 1 de 3')
  expect(lineOf({ ...received, instalments: { first: 1, last: 2 } })).toBe('18:20 · cuotas 1 a 2 de 3')
  expect(lineOf({ ...received, loan: { ...loan, instalments: 1 } })).toBe('18:20')
  expect(lineOf({ ...received, isHeld: true })).toBe('18:20 · lo guarda el contrato')
  expect(lineOf({ ...received, kind: 'gotTime', dueAt: at(2027, 0, 30, 12, 0) })).toBe('18:20 · ahora vence el 30 ene')
  for (const kind of ['offerCancelled', 'offerLapsed'] as const) {
    expect(lineOf({ ...received, kind })).toBe('18:20 · vuelve a tu saldo')
    expect(lineOf({ ...received, kind, isHeld: true })).toBe('18:20 · lo guarda el contrato')
  }
})

test('amounts have the sign of what came in or left, and a payment shows the cent that was paid', () => {
  expect(amountOf(received)).toBe('+ $ 202.64')
  expect(amountOf({ ...received, kind: 'paid', flow: 'out' })).toBe('− $ 202.64')
  expect(amountOf({ ...received, kind: 'noted', flow: undefined })).toBe('$ 202.64')
  expect(amountOf({ ...received, kind: 'sent', flow: 'out' })).toBe('− $ 202.63')
  expect(amountOf({ ...received, kind: 'gotTime', amount: undefined, flow: undefined })).toBeUndefined()
})

describe('a receipt', () => {
  test('says who paid whom, how much, when, of which loan, what is left and in which transaction', () => {
    expect(receiptText(received, 31337, ANA)).toBe(
      [
        'Recibo de EntrePares',
        `${LUIS} pagó $ 202.64 a ${ANA} el 14 de noviembre de 2026 a las 18:20.`,
        'Préstamo n.º 31, cuota 1 de 3.',
        'Después de este pago faltan $ 405.00.',
        `Transacción: ${HASH}`,
      ].join('\n'),
    )
  })

  test('names whoever paid for somebody, and whoever only noted it', () => {
    expect(receiptText({ ...received, kind: 'paid', person: ANA }, 31337, ANA)).toContain(`${LUIS} pagó $ 202.64 a ${ANA}`)
    expect(receiptText({ ...received, kind: 'paidForMe', person: EVA }, 31337, ANA)).toContain(`${EVA} pagó $ 202.64 a ${ANA}`)
    expect(receiptText({ ...received, kind: 'noted' }, 31337, ANA)).toContain(
      `${ANA} anotó el 14 de noviembre de 2026 a las 18:20 que recibió $ 202.64 de ${LUIS}.`,
    )
  })

  test('of a transfer says who sent how much to whom, exactly, and nothing of a loan', () => {
    const arrived: Activity = {
      key: '2',
      block: 2n,
      hash: HASH,
      at: received.at,
      kind: 'arrived',
      person: LUIS,
      amount: 7_000_001n,
      flow: 'in',
    }
    expect(receiptText(arrived, 31337, ANA)).toBe(
      [
        'Recibo de EntrePares',
        `${LUIS} envió $ 7.000001 a ${ANA} el 14 de noviembre de 2026 a las 18:20.`,
        `Transacción: ${HASH}`,
      ].join('\n'),
    )
    const sent: Activity = { ...arrived, kind: 'sent', flow: 'out', unit: 'wei', amount: 250_000_000_000_000_001n }
    expect(receiptText(sent, 31337, ANA)).toContain(`${ANA} envió 0.250000000000000001 ETH a ${LUIS} el `)
    expect(amountOf(sent)).toBe('− ≈ 0.25 ETH')
  })

  test('of the last payment says that nothing is left, and on Sepolia leads to the explorer', () => {
    const text = receiptText({ ...received, left: 0n }, 11155111, ANA)
    expect(text).toContain('Con este pago quedó devuelto.')
    expect(text).toContain(`Transacción: https://sepolia.etherscan.io/tx/${HASH}`)
  })
})
