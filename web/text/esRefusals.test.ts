import { expect, test } from 'vitest'
import { errorsAbi, type RefusalName } from '../chain/refusal.ts'
import { whyRefused } from './esRefusals.ts'

const names = errorsAbi.flatMap((item) => (item.type === 'error' ? [item.name] : []))

test.each(names)('P7 %s is said in Spanish, and not as a success', (name) => {
  const sentence = whyRefused({ name, args: [0n, 0n] })
  expect(sentence).toMatch(/^\p{Lu}.+\.$/u)
  expect(sentence).not.toContain('publicada')
  expect(sentence).not.toContain(name)
})

test.each<[RefusalName, readonly unknown[], string]>([
  ['OfferNotOpen', [7n, 2], 'Otra persona la tomó antes.'],
  ['OfferNotOpen', [7n, 4], 'Quien hizo la oferta la canceló.'],
  ['OfferNotOpen', [7n, 0], 'Esa oferta no existe.'],
  ['LoanNotActive', [7n, 3], 'Este préstamo ya está pagado.'],
  ['NoDollars', [80_000_000n, 100_000_000n], 'Tienes $ 80.00 y hacen falta $ 100.00. Baja el monto u obtén fondos de prueba.'],
  ['AprOutOfRange', [70_000n, 65_535n], 'El interés debe ser mayor que 0 y de 655.35 % APR como máximo.'],
])('%s %o: %s', (name, args, sentence) => {
  expect(whyRefused({ name, args })).toBe(sentence)
})
