import { expect, test } from 'vitest'
import type { Outcome } from '../chain/outbox/outbox.ts'
import { totalOf } from '../loans/terms.ts'
import { commandFailure } from '../text/commandStatus.ts'
import { everyRefusal } from '../text/refusals.testing.ts'
import type { Command } from './command.ts'
import { samples } from './commands.testing.ts'
import { endedBy } from './endedBy.ts'
import type { Several } from './several/several.ts'
import { chipOf, endNotice, outcomeNotice, titleOf } from './words.ts'

const told: Record<Command['kind'], [title: string, done: string]> = {
  createOffer: ['Publicar oferta de $ 150.00', 'Oferta publicada: prestas $ 150.00.'],
  acceptOffer: ['Tomar préstamo de $ 150.00', 'Préstamo aceptado: recibiste $ 150.00.'],
  cancelOffer: ['Cancelar oferta de $ 150.00', 'Oferta cancelada: recuperaste $ 150.00.'],
  createRequest: ['Pedir $ 150.00', 'Solicitud publicada: pides $ 150.00.'],
  cancelRequest: ['Retirar la solicitud de $ 150.00', 'Solicitud retirada: ya nadie puede prestarte esos $ 150.00.'],
  fundRequest: ['Prestar $ 150.00 a 0xbBbB…BBbB', 'Préstamo hecho: prestaste $ 150.00 a 0xbBbB…BBbB.'],
  fundSigned: ['Prestar $ 150.00 a 0xbBbB…BBbB', 'Préstamo hecho: prestaste $ 150.00 a 0xbBbB…BBbB.'],
  repaySigned: ['Cobrar $ 40.99 del préstamo de $ 150.00', 'Cobraste $ 40.99 del préstamo de $ 150.00.'],
  voidSigned: [
    'Anular tu pago firmado de $ 40.99',
    'Anulaste tu pago firmado de $ 40.99. Ese enlace ya no vale. Si lo cobraron justo antes, el pago queda hecho.',
  ],
  recordPayment: [
    'Anotar un pago recibido de $ 20.00 del préstamo de $ 150.00',
    'Anotaste un pago recibido de $ 20.00 del préstamo de $ 150.00.',
  ],
  extend: ['Dar más tiempo al préstamo de $ 150.00', 'Diste más tiempo al préstamo de $ 150.00: ahora vence el 22 dic 2025.'],
  forgive: [
    'Perdonar lo que falta del préstamo de $ 150.00',
    'Perdonaste lo que faltaba del préstamo de $ 150.00. Ya no se debe nada.',
  ],
  repay: ['Pagar $ 105.00 del préstamo de $ 150.00', 'Pagaste $ 105.00 del préstamo de $ 150.00.'],
  several: ['Retirar 2 ofertas', 'Retiraste 2 ofertas: recuperaste $ 190.00.'],
  withdraw: ['Retirar $ 5.00', 'Retiraste $ 5.00 a tu billetera.'],
  sendEther: ['Enviar ≈ 0.25 ETH a 0xaAaA…aaAa', 'Enviaste ≈ 0.25 ETH a 0xaAaA…aaAa.'],
  sendDollars: ['Enviar $ 12,040.00 a 0xaAaA…aaAa', 'Enviaste $ 12,040.00 a 0xaAaA…aaAa.'],
  faucet: ['Pedir dólares de prueba', 'Recibiste dólares de prueba.'],
  annul: ['Enviar una operación vacía', 'La operación vacía está hecha. Ya puedes seguir.'],
}

test.each<Command>(Object.values(samples))('$kind has its title, and a notice when it is done', (command) => {
  const [title, done] = told[command.kind]
  expect(titleOf(command)).toBe(title)
  expect(outcomeNotice(command, { kind: 'confirmed' })).toBe(done)
})

test('several commands are told by their kind', () => {
  const { several, cancelRequest, repaySigned } = samples
  const told = (...parts: Several['parts']) => {
    const command = { ...several, parts }
    return [titleOf(command), outcomeNotice(command, { kind: 'confirmed' })]
  }
  expect(told(cancelRequest, cancelRequest)).toEqual([
    'Retirar 2 solicitudes',
    'Retiraste 2 solicitudes: ya nadie puede prestarte esos $ 300.00.',
  ])
  expect(told(repaySigned, repaySigned)).toEqual(['Cobrar 2 pagos firmados', 'Cobraste 2 pagos firmados: $ 81.98.'])
})

test('who has a name is called by it', () => {
  const named = Object.values(samples).map((command) => outcomeNotice(command, { kind: 'confirmed' }, () => 'Ana'))
  expect(named).toEqual(
    expect.arrayContaining([
      'Pagaste $ 105.00 a Ana.',
      'Cobraste $ 40.99 de Ana.',
      'Anotaste un pago recibido de $ 20.00 de Ana.',
      'Diste más tiempo a Ana: ahora vence el 22 dic 2025.',
      'Perdonaste lo que faltaba de Ana. Ya no se debe nada.',
      'Préstamo hecho: prestaste $ 150.00 a Ana.',
    ]),
  )
  const send = samples.sendDollars
  expect(titleOf(send, () => 'Ana')).toBe('Enviar $ 12,040.00 a Ana')
  expect(outcomeNotice(send, { kind: 'confirmed' }, () => 'Ana')).toBe('Enviaste $ 12,040.00 a Ana.')
  expect(outcomeNotice(send, { kind: 'annulled' }, () => 'Ana')).toContain('Enviar $ 12,040.00 a Ana')
})

test('the last payment ends the loan: who made it, and who got it, are told so', () => {
  const { repay, repaySigned, recordPayment, extend } = samples
  const all = { ...repay.loan, repaid: totalOf(repay.loan) - 40_990_000n }
  const ended = (command: Command, paid?: bigint) => endedBy(command, { kind: 'confirmed', paid })?.loan.id
  expect(ended({ ...repay, loan: all, amount: 40_990_000n })).toBe(9n)
  expect(ended({ ...repaySigned, loan: all })).toBe(9n)
  // Somebody else paid a part meanwhile: the contract takes no more than is owed.
  expect(ended({ ...repay, loan: all, amount: 40_990_000n }, 30_000_000n)).toBe(9n)
  expect([ended(repay, 104_991_001n), ended(recordPayment), ended(extend)]).toEqual([undefined, undefined, undefined])
  expect(endedBy({ ...repay, loan: all }, { kind: 'replaced' })).toBeUndefined()
  expect(endNotice({ ...repay, side: 'borrowed' }, () => 'Ana')).toBe('Terminaste de pagar a Ana: préstamo de $ 150.00.')
  expect(endNotice({ ...recordPayment, side: 'lent' }, () => undefined)).toBe(
    '0xbBbB…BBbB terminó de pagarte: préstamo de $ 150.00.',
  )
})

test.each<Outcome>([
  { kind: 'annulled' },
  { kind: 'replaced' },
  { kind: 'reverted', refusal: { name: 'OfferNotOpen', args: [7n, 2] } },
])('what came to nothing ($kind) never sounds like a success', (outcome) => {
  const notice = outcomeNotice(samples.createOffer, outcome)
  expect(notice).toContain('Publicar oferta de $ 150.00')
  expect(notice).not.toContain('publicada')
})

test.each<{ outcome: Outcome; name: string }>([
  { name: 'annulled', outcome: { kind: 'annulled' } },
  ...everyRefusal.map((refusal) => ({ name: refusal.name, outcome: { kind: 'reverted', refusal } as const })),
])('what was mined in vain ($name) says that the network fee was paid, and not that no money moved', ({ outcome }) => {
  const failure = commandFailure({ at: 'done', outcome, hash: '0x', block: 1n })
  for (const text of [outcomeNotice(samples.acceptOffer, outcome), failure]) {
    expect(text).toMatch(/(la comisión de la red se pagó|se pagó la comisión de la red)\.$/)
    expect(text).not.toContain('No se movió')
  }
})

test('a command on a taken loan says on its card what is under way', () => {
  const chips = Object.values(samples).flatMap((command) => chipOf(command) ?? [])
  expect(chips).toEqual([
    'Pago de $ 105.00 en camino',
    'Cobro de $ 40.99 en camino',
    'Anotación de $ 20.00 en camino',
    'Más tiempo en camino',
    'Perdón en camino',
  ])
})
