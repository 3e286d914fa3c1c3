import { expect, test } from 'vitest'
import type { Progress } from '../chain/outbox/outbox.ts'
import { commandFailure, commandMessages, stageLine } from './commandStatus.ts'

test.each<[Progress, messages: string[], failure: string | undefined]>([
  [{ at: 'idle' }, [], undefined],
  [{ at: 'preparing' }, ['Preparando…'], undefined],
  [{ at: 'refused', refusal: { name: 'OfferNotOpen', args: [7n, 4] } }, [], 'Esa oferta ya se canceló.'],
  [
    { at: 'kept', waited: 0 },
    ['Firmada y guardada aquí. Aún no hay respuesta de la red; la enviaremos en cuanto responda.'],
    undefined,
  ],
  [{ at: 'sent', waited: 0 }, ['TX enviada'], undefined],
  [
    { at: 'sent', waited: 0, problem: { name: 'NotTaken', args: [] } },
    ['TX enviada. Un nodo no la aceptó. Seguimos intentándolo; todavía puede hacerse.'],
    undefined,
  ],
  [{ at: 'mined', depth: 1, of: 3, block: 1n }, ['TX enviada'], undefined],
  [{ at: 'done', outcome: { kind: 'confirmed' }, hash: '0x', block: 1n }, ['TX enviada', 'TX confirmada'], undefined],
  [
    { at: 'done', outcome: { kind: 'annulled' }, hash: '0x', block: 1n },
    [],
    'La anulaste antes de que se hiciera. Solo se pagó la comisión de la red.',
  ],
  [
    { at: 'done', outcome: { kind: 'reverted', refusal: { name: 'OfferNotOpen', args: [7n, 2] } }, hash: '0x', block: 1n },
    [],
    'Otra persona la tomó antes. Tus dólares no se movieron, pero la comisión de la red se pagó.',
  ],
])('%o says %o and fails with %s', (progress, messages, failure) => {
  expect(commandMessages(progress).map(({ text }) => text)).toEqual(messages)
  expect(commandFailure(progress)).toBe(failure)
})

test('where something stands that waits', () => {
  expect(stageLine({ at: 'sent', waited: 9 }, false)).toBe('TX enviada · esperando confirmación')
  expect(stageLine({ at: 'sent', waited: 9 }, true)).toBe('Anulación enviada · esperando confirmación')
  expect(stageLine({ at: 'mined', depth: 1, of: 3, block: 1n }, false)).toBe('En un bloque: 1 de 3')
  expect(stageLine({ at: 'sent', waited: 9, problem: { name: 'PermitLapsed', args: [] } }, false)).toMatch(/^La autorización/)
})
