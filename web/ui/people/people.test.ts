import { expect, test } from 'vitest'
import { isolated } from './people.ts'

test.each([
  ['Hebrew', 'אבי'],
  ['Arabic', 'ليلى'],
  ['Adlam, above U+FFFF', '\u{1e900}\u{1e901}'],
  ['Old South Arabian, above U+FFFF', '\u{10a60}'],
  ['Latin and Adlam together', 'Ana \u{1e900}'],
])('a name written from right to left does not turn the sentence around it: %s', (_, name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`)
})

test.each(['Éva Ríos', 'Mamá 👩🏽‍👧‍👦', '李雷', 'Ольга', '𝒜na'])('any other stays as it is: %s', (name) => {
  expect(isolated(name)).toBe(name)
})
