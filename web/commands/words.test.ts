import { expect, test } from 'vitest'
import type { Outcome } from '../chain/send/outbox.ts'
import type { ActiveLoan, Offer, Request } from '../loans/loan.ts'
import { commandFailure } from '../text/commandStatus.ts'
import { everyRefusal } from '../text/testing.ts'
import type { Command } from './command.ts'
import { chipOf, outcomeNotice, titleOf } from './words.ts'

const ana = '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa'
const terms = { principal: 150_000_000n, apr: 1000, duration: 86_400, instalments: 1, note: '', borrower: undefined }
const offer: Offer = { ...terms, openUntil: undefined, id: 7n, lender: ana, status: 'open', demo: false }
const request: Request = { ...offer, lender: undefined, borrower: ana, status: 'requested' }
const loan: ActiveLoan = { ...offer, id: 9n, status: 'active', borrower: ana, startedAt: 0, dueAt: 1, repaid: 0n }

const commands: Record<Command['kind'], [Command, title: string, done: string]> = {
  createOffer: [
    { kind: 'createOffer', offer: { ...terms, openDays: 0 } },
    'Publicar oferta de $ 150.00',
    'Oferta publicada: prestas $ 150.00.',
  ],
  acceptOffer: [{ kind: 'acceptOffer', offer }, 'Tomar préstamo de $ 150.00', 'Préstamo aceptado: recibiste $ 150.00.'],
  cancelOffer: [{ kind: 'cancelOffer', offer }, 'Cancelar oferta de $ 150.00', 'Oferta cancelada: recuperaste $ 150.00.'],
  createRequest: [
    { kind: 'createRequest', request: { ...terms, lender: undefined, openDays: 0 } },
    'Pedir $ 150.00',
    'Solicitud publicada: pides $ 150.00.',
  ],
  cancelRequest: [
    { kind: 'cancelRequest', request },
    'Retirar la solicitud de $ 150.00',
    'Solicitud retirada: ya nadie puede prestarte esos $ 150.00.',
  ],
  fundRequest: [{ kind: 'fundRequest', request }, 'Prestar $ 150.00 a quien los pide', 'Préstamo hecho: prestaste $ 150.00.'],
  recordPayment: [
    { kind: 'recordPayment', loan, amount: 20_000_000n },
    'Anotar un pago recibido de $ 20.00 del préstamo n.º 9',
    'Anotaste un pago recibido de $ 20.00 del préstamo n.º 9.',
  ],
  extend: [
    { kind: 'extend', loan: { ...loan, dueAt: 1_765_800_000 }, extraTime: 7 * 86_400 },
    'Dar más tiempo al préstamo n.º 9',
    'Diste más tiempo: el préstamo n.º 9 vence ahora el 22 dic 2025.',
  ],
  forgive: [
    { kind: 'forgive', loan },
    'Perdonar lo que falta del préstamo n.º 9',
    'Perdonaste lo que faltaba del préstamo n.º 9. Ya no se debe nada.',
  ],
  repay: [
    { kind: 'repay', loan, amount: 104_991_001n },
    'Pagar $ 105.00 del préstamo n.º 9',
    'Pagaste $ 105.00 del préstamo n.º 9.',
  ],
  withdraw: [{ kind: 'withdraw', amount: 5_000_000n }, 'Retirar $ 5.00', 'Retiraste $ 5.00 a tu billetera.'],
  sendEther: [
    { kind: 'sendEther', to: ana, amount: 250_000_000_000_000_001n },
    'Enviar ≈ 0.25 ETH a 0xAAAA…AaAa',
    'Enviaste ≈ 0.25 ETH a 0xAAAA…AaAa.',
  ],
  sendDollars: [
    { kind: 'sendDollars', to: ana, amount: 12_040_000_000n },
    'Enviar $ 12,040.00 a 0xAAAA…AaAa',
    'Enviaste $ 12,040.00 a 0xAAAA…AaAa.',
  ],
  faucet: [{ kind: 'faucet' }, 'Pedir dólares de prueba', 'Recibiste dólares de prueba.'],
  annul: [
    { kind: 'annul' },
    'Anular una operación hecha fuera de aquí',
    'Anulaste la operación hecha fuera de aquí. Ya puedes enviar otras.',
  ],
}

test.each(Object.values(commands))('%o is told as “%s” and ends with “%s”', (command, title, done) => {
  expect(titleOf(command)).toBe(title)
  expect(outcomeNotice(command, { kind: 'confirmed' })).toBe(done)
})

test('who has a name is called by it', () => {
  const [send] = commands.sendDollars
  expect(titleOf(send, () => 'Ana')).toBe('Enviar $ 12,040.00 a Ana')
  expect(outcomeNotice(send, { kind: 'confirmed' }, () => 'Ana')).toBe('Enviaste $ 12,040.00 a Ana.')
  expect(outcomeNotice(send, { kind: 'annulled' }, () => 'Ana')).toContain('Enviar $ 12,040.00 a Ana')
})

test.each<Outcome>([
  { kind: 'annulled' },
  { kind: 'replaced' },
  { kind: 'reverted', refusal: { name: 'OfferNotOpen', args: [7n, 2] } },
])('what came to nothing ($kind) never sounds like a success', (outcome) => {
  const notice = outcomeNotice(commands.createOffer[0], outcome)
  expect(notice).toContain('Publicar oferta de $ 150.00')
  expect(notice).not.toContain('publicada')
})

test.each<{ outcome: Outcome; name: string }>([
  { name: 'annulled', outcome: { kind: 'annulled' } },
  ...everyRefusal.map((refusal) => ({ name: refusal.name, outcome: { kind: 'reverted', refusal } as const })),
])('what was mined in vain ($name) says that the network fee was paid, and not that no money moved', ({ outcome }) => {
  const failure = commandFailure({ at: 'done', outcome, hash: '0x', block: 1n })
  for (const text of [outcomeNotice(commands.acceptOffer[0], outcome), failure]) {
    expect(text).toMatch(/(la comisión de la red se pagó|se pagó la comisión de la red)\.$/)
    expect(text).not.toContain('No se movió')
  }
})

test('a payment that came after somebody else’s says why it took less', () => {
  const [repay] = commands.repay
  expect(outcomeNotice(repay, { kind: 'confirmed', paid: 104_991_001n })).toBe('Pagaste $ 105.00 del préstamo n.º 9.')
  expect(outcomeNotice(repay, { kind: 'confirmed', paid: 40_000_000n })).toBe(
    'Pagaste $ 40.00 del préstamo n.º 9. Alguien ya pagó una parte y no se debía más.',
  )
})

test('a command on a taken loan says on its card what is under way', () => {
  const chips = Object.values(commands).flatMap(([command]) => chipOf(command) ?? [])
  expect(chips).toEqual([
    'Anotación de $ 20.00 en camino',
    'Más tiempo en camino',
    'Perdón en camino',
    'Pago de $ 105.00 en camino',
  ])
})
