import { expect, test } from 'vitest'
import { credentialHints } from './credentialHints.ts'

test.each([
  ['', undefined],
  ['perro', 'Es corta: mejor cuatro palabras al azar.'],
  ['Gx7!pq', 'Es corta: mejor cuatro palabras al azar.'],
  ['Contraseña123', 'Muy común: adivinarla cuesta unos 330 dólares.'],
  ['password', 'Muy común: adivinarla cuesta unos 330 dólares.'],
  ['Mi Contraseña 2025!', 'Muy común: adivinarla cuesta unos 330 dólares.'],
  ['aaaaaaaaaaaaaa', 'Muy común: adivinarla cuesta unos 330 dólares.'],
  ['abcabcabcabc', 'Muy común: adivinarla cuesta unos 330 dólares.'],
  ['1990-05-12', 'Solo números: se adivina pronto.'],
  ['8401927365840192', 'Solo números: se adivina pronto.'],
  ['tortuga enero violín', undefined],
  ['tortuga, enero, violín, lámpara', 'Muy común: adivinarla cuesta unos 330 dólares.'],
  ['correo caballo batería', undefined],
  ['密码密码安全的密码很长很长', undefined],
])("'%s' when a password is chosen: %s", (password, hint) => {
  expect(credentialHints({ pin: '829351', password })).toEqual({ pin: undefined, password: hint })
})

test.each(['123456', '012345', '987654', '111111', '121212', '123123', '112233', '147258'])('warns about the PIN %s', (pin) => {
  const hints = credentialHints({ pin, password: 'password' })
  expect(hints.pin).toBe('Muy común: adivinarlo no cuesta ni un centavo.')
  expect(hints.password).toBe('Muy común: adivinarla cuesta unos 33 centavos.')
})

test.each(['', '1111', '12345', '829351', '111112', '908172'])('does not warn about the PIN %j', (pin) => {
  expect(credentialHints({ pin, password: '' })).toEqual({})
})
