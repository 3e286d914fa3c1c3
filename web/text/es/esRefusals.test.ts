import { expect, test } from 'vitest'
import type { RefusalName } from '../../chain/send/refusal.ts'
import { everyRefusal } from '../refusals.testing.ts'
import { whyRefused } from './esRefusals.ts'

test.each(everyRefusal)('P7 $name is said in whole sentences, and not as a success', (refusal) => {
  expect(whyRefused(refusal)).toMatch(/^\p{Lu}.+\.$/u)
  expect(whyRefused(refusal)).not.toMatch(/undefined|NaN|publicada/)
})

test.each(everyRefusal)('P7 $name with numbers that a node forged is still a sentence', ({ name, args }) => {
  for (const forged of [2n ** 255n, -1n, '']) {
    expect(whyRefused({ name, args: args.map(() => forged) })).toMatch(/^\p{Lu}.+\.$/u)
  }
})

test('P7 no two refusals are said alike', () => {
  const sentences = everyRefusal.map(whyRefused)
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([])
})

test.each<[RefusalName, readonly unknown[], string]>([
  ['OfferNotOpen', [7n, 2], 'Otra persona la tomó antes.'],
  ['OfferNotOpen', [7n, 4], 'Esa oferta ya se canceló.'],
  ['OfferNotOpen', [7n, 0], 'Esa oferta no existe.'],
  ['RequestNotOpen', [7n, 2], 'Otra persona prestó antes.'],
  ['RequestNotOpen', [7n, 3], 'Otra persona prestó antes.'],
  ['RequestNotOpen', [7n, 6], 'Otra persona prestó antes.'],
  ['RequestNotOpen', [7n, 4], 'Esa solicitud ya se retiró.'],
  ['RequestNotOpen', [7n, 0], 'Esa solicitud no existe.'],
  ['LoanNotActive', [7n, 3], 'Este préstamo ya está pagado.'],
  ['NoDollars', [80_000_000n, 100_000_000n], 'Tienes $ 80.00 y hacen falta $ 100.00. Baja el monto u obtén fondos de prueba.'],
  [
    'NoEther',
    [10n ** 18n, 10n ** 18n + 1n],
    'Con la comisión de la red hacen falta 1.000000000000000001 ETH y tienes 1 ETH. Baja el monto o usa «Máximo».',
  ],
  [
    'NoFaucet',
    ['0x1c7d4b196cb0c7b01d743fbc6116a902379c7238'],
    'Estos dólares no se piden aquí: Circle los da gratis, para pruebas, en faucet.circle.com.',
  ],
  ['NoFaucet', [`0x${'1'.repeat(40)}`], 'Estos dólares no se piden aquí. Pídelos a quien los emite.'],
  ['FeeTooHigh', [], 'La red pide más de 0.05 ETH de comisión, lo máximo que esta app paga. No se ha enviado nada.'],
])('%s %o: %s', (name, args, sentence) => {
  expect(whyRefused({ name, args })).toBe(sentence)
})
