import { expect, test } from 'vitest'
import { PIN_LENGTH } from '../../pinLength.ts'
import { es } from './es.ts'
import { esLoans } from './esLoans.ts'

test('L2 L5 the texts that name the length of the PIN are those of the specification', () => {
  expect(es.login.subtitle()).toBe('Ingresa tu PIN de 6 dígitos y tu contraseña para continuar.')
  expect(es.credentials.pinTooShort(PIN_LENGTH)).toBe('El PIN debe tener 6 dígitos.')
})

test('loans that cannot be read are counted, one as well as several', () => {
  expect(esLoans.header.refused(1)).toBe('1 préstamo de la red no se puede leer y no se muestra.')
  expect(esLoans.header.refused(2)).toBe('2 préstamos de la red no se pueden leer y no se muestran.')
})
