import { expect, test } from 'vitest'
import { DOLLAR } from '../loans/loan.ts'
import { availableFor } from './available.ts'

const OWNED = 30n * DOLLAR

test('an amount above what there is says so, and how much is missing', () => {
  expect(availableFor(50n * DOLLAR, OWNED)).toEqual({
    help: 'Disponible: $ 30.00',
    error: 'Es más de lo que tienes. Disponible: $ 30.00',
    short: 'Te faltan $ 20.00',
  })
  // Rounded up: with a cent less it would still not be enough.
  expect(availableFor(OWNED + 1n, OWNED).short).toBe('Te faltan $ 0.01')
})

test('what is enough, not typed or not read is not missing', () => {
  const enough = { help: 'Disponible: $ 30.00', error: undefined, short: undefined }
  expect(availableFor(OWNED, OWNED)).toEqual(enough)
  expect(availableFor(undefined, OWNED)).toEqual(enough)
  expect(availableFor(OWNED, undefined)).toEqual({ ...enough, help: 'Disponible: —' })
})
