import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanNote, cleanText } from './cleanText.ts'
import { asRequest } from './signed.ts'

test.each([
  ['  Ana   Quispe ', 'Ana Quispe'],
  ['Ana\n\tQuispe', 'Ana Quispe'],
  ['Ana \u200b Quispe', 'Ana Quispe'],
  // A right-to-left override would show it as 'Ana'.
  ['\u202eanA\u202c', 'anA'],
  ['\u2066Ana\u2069\u200e\u200f\u061c', 'Ana'],
  ['A\u200dna\u00ad\ufeff', 'Ana'],
  ['\0Ana\u0007\u009b', 'Ana'],
  ['Ana\ud800', 'Ana'],
  ['<b>Ana</b> & "Luis"', '<b>Ana</b> & "Luis"'],
  ['Mamá 👩🏽‍👧‍👦 ❤️', 'Mamá 👩🏽‍👧‍👦 ❤️'],
  ['👩\u200d', '👩'],
  ['\ufe0f\u200d©', '©'],
  ['1\ufe0f\u200d©', '1©'],
  ['😀\ufe0f', '😀'],
  ['1\ufe0f\u20e3 🏳\ufe0f\u200d🌈', '1\ufe0f\u20e3 🏳\ufe0f\u200d🌈'],
  ['A\u0301na', 'Ána'],
  ['שרה', 'שרה'],
  // Drawn as nothing, or as a blank.
  ['Ana\u034f\u115f\u1160\u3164\uffa0\u2800\u{1d159}\u180b\ufe0f', 'Ana'],
  ['Ana\u{e0041}\u{e0100}\u{e007f}', 'Ana'],
  // A flag is spelled with tags: those of Scotland stay, and no others, which could hide a text.
  ['🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['🏴\u{e0067}\u{e0062}\u{e0078}\u{e007f}', '🏴'],
  // Reserved for an emoji.
  ['\u{1faff}', '\u{1faff}'],
  [' \u200b\u202e ', ''],
])('%j becomes %j', (typed, clean) => {
  expect(cleanText(typed)).toBe(clean)
})

test('leaves nothing invisible but what belongs to an emoji, and cleans nothing twice', () => {
  const parts = ['\u200d', '\ufe0f', '\u200b', '\u0338', '\u20e3', '\u0301', ' ', 'A', '1', '©', '↔', '❤', '👩', '🏽', '🏳', '🌈']
  const typed = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const clean = cleanText(text)
      expect(cleanText(clean)).toBe(clean)
      const invisible = /(?!\p{ExtPict})[\p{C}\p{DI}\u2800\u{1d159}]/gu
      const ofEmoji = /(?<=\p{ExtPict}\ufe0f?|\p{EMod})\u200d(?=\p{ExtPict})|(?<=\p{ExtPict}|[#*0-9](?=\ufe0f\u20e3))\ufe0f/gu
      expect(clean.match(invisible)?.length).toBe(clean.match(ofEmoji)?.length)
    }),
    { numRuns: 500 },
  )
})

test('cuts a note at 280 characters, and no emoji in two', () => {
  const family = '👩\u200d👧'
  expect(cleanNote('x'.repeat(278) + family)).toBe(`${'x'.repeat(278)}👩`)
  expect(cleanNote('💸'.repeat(1_000))).toBe('💸'.repeat(280))
})

test('cleans the note of a request by link', () => {
  const somebody = '0x00000000000000000000000000000000000000a1'
  const bound = { chainId: 1, book: somebody, number: 1n, until: 1, signature: '0x' } as const
  const terms = { principal: 1n, apr: 1, duration: 1, instalments: 1, borrower: somebody, lender: undefined } as const
  expect(asRequest({ kind: 'request', ...bound, ...terms, note: '\u202eMoto\u3164' }).note).toBe('Moto')
})
