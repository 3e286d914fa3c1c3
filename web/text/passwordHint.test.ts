import { expect, test } from 'vitest'
import { passwordHint } from './passwordHint.ts'

test.each([
  ['', undefined],
  ['perro', 'Es corta: mejor cuatro palabras al azar.'],
  ['Gx7!pq', 'Es corta: mejor cuatro palabras al azar.'],
  ['Contraseña123', 'Es muy común: se adivina pronto.'],
  ['password', 'Es muy común: se adivina pronto.'],
  ['Mi Contraseña 2025!', 'Es muy común: se adivina pronto.'],
  ['aaaaaaaaaaaaaa', 'Es muy común: se adivina pronto.'],
  ['abcabcabcabc', 'Es muy común: se adivina pronto.'],
  ['1990-05-12', 'Solo números: se adivina pronto.'],
  ['8401927365840192', 'Solo números: se adivina pronto.'],
  ['tortuga enero violín', undefined],
  ['tortuga, enero, violín, lámpara', 'Es muy común: se adivina pronto.'],
  ['correo caballo batería', undefined],
  ['密码密码安全的密码很长很长', undefined],
])("'%s' when a password is chosen: %s", (password, hint) => expect(passwordHint(password)).toBe(hint))
