import { expect, test } from 'vitest'
import { PIN_LENGTH } from '../../pinLength.ts'
import { es } from './es.ts'

test('L2 L5 the texts that name the length of the PIN are those of the specification', () => {
  expect(es.login.subtitle()).toBe('Ingresa tu PIN de 6 dígitos y tu contraseña para continuar.')
  expect(es.credentials.pinTooShort(PIN_LENGTH)).toBe('El PIN debe tener 6 dígitos.')
})
