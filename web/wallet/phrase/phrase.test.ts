import { entropyToMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import vectors from '../golden/bip39.json' with { type: 'json' }
import { entropyOf, phraseFrom } from './entropy.ts'
import { generatePhrase, parsePhrase, phraseWords } from './phrase.ts'
import type { Language } from './wordlists.ts'

const LISTS = { english, spanish }
const ABOUT = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

afterEach(() => vi.restoreAllMocks())

describe('generatePhrase', () => {
  test('S11 a new phrase has twelve valid English words, and no two are alike', async () => {
    const phrases = Array.from({ length: 50 }, generatePhrase)
    expect(new Set(phrases).size).toBe(50)
    for (const phrase of phrases) {
      expect(phraseWords(phrase)).toHaveLength(12)
      expect(await parsePhrase(phrase)).toEqual({ ok: true, phrase, language: 'english' })
    }
  })

  test('S11 its 128 bits are those of the secure source', () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array) array.fill(0x7f)
      return array
    })
    expect(generatePhrase()).toBe('legal winner thank year wave sausage worth useful legal winner thank yellow')
  })

  test('S10 a source of chance that fails makes no phrase', () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(() => {
      throw new Error('no entropy')
    })
    expect(generatePhrase).toThrow('no entropy')
  })
})

describe('BIP-39', () => {
  test.each(vectors)('$language $entropy', async ({ language, entropy, phrase }) => {
    const parsed = await parsePhrase(phrase)
    expect(parsed).toEqual({ ok: true, phrase: phrase.normalize('NFKD'), language })

    const read = await entropyOf(phrase)
    expect(Buffer.from(read.entropy).toString('hex')).toBe(entropy)
    expect(read.language).toBe(language)
    expect(await phraseFrom(read.entropy, read.language)).toBe(phrase.normalize('NFKD'))
  })
})

describe('parsePhrase', () => {
  const phrases = fc
    .record({
      language: fc.constantFrom<Language>('english', 'spanish'),
      entropy: fc.constantFrom(16, 20, 24, 28, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
    })
    .map(({ language, entropy }) => ({ language, phrase: entropyToMnemonic(entropy, LISTS[language]) }))

  const numberings = fc.constantFrom<(n: number) => string>(
    () => '',
    (n) => `${n}. `,
    (n) => `${n}.`,
    (n) => `${n}) `,
    (n) => `${n}: `,
    (n) => `${n} `,
    (n) => `${n}\t`,
    (n) => `#${n} - `,
    (n) => `${n}º `,
  )
  const habits = fc.record({
    numbering: numberings,
    separator: fc.constantFrom(' ', '  ', '\n', '\r\n', '\t', ', ', ',', '; ', '\u00a0', ' \n\n '),
    letters: fc.constantFrom<(word: string) => string>(
      (word) => word,
      (word) => word.toUpperCase(),
      (word) => word.charAt(0).toUpperCase() + word.slice(1),
    ),
    accents: fc.constantFrom<(word: string) => string>(
      (word) => word.normalize('NFC'),
      (word) => word.normalize('NFD'),
      (word) => word.normalize('NFD').replace(/\p{M}/gu, ''),
    ),
    around: fc.constantFrom('', ' ', '\n', '\ufeff', '"'),
  })

  test('a phrase is read however it was written down', async () => {
    await fc.assert(
      fc.asyncProperty(phrases, habits, async ({ language, phrase }, { numbering, separator, letters, accents, around }) => {
        const written = phraseWords(phrase).map((word, index) => numbering(index + 1) + letters(accents(word)))
        const parsed = await parsePhrase(around + written.join(separator) + around)
        expect(parsed).toEqual({ ok: true, phrase, language })
      }),
      { numRuns: 100 },
    )
  })

  test('any text gets an answer, and words are counted as they are pointed at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (text) => {
        const parsed = await parsePhrase(text)
        if (parsed.ok) return
        expect(parsed.unknownWords.length).toBeLessThanOrEqual(parsed.count)
        expect(parsed.problem === 'unknown-words').toBe(parsed.unknownWords.length > 0)
        expect(parsed.problem === 'empty').toBe(parsed.count === 0)
      }),
    )
  })

  test('one word exchanged for another of the list is refused, or is a valid phrase of that word', async () => {
    await fc.assert(
      fc.asyncProperty(phrases, fc.nat(11), fc.nat(2047), async ({ language, phrase }, place, other) => {
        const words = phraseWords(phrase)
        words[place] = LISTS[language][other] ?? ''
        const parsed = await parsePhrase(words.join(' '))
        if (parsed.ok) expect(parsed.phrase).toBe(words.join(' '))
        else expect(parsed.problem).toBe('checksum')
      }),
    )
  })

  test.each(['', ' \n\t', '1. 2. 3.', '…,,;'])('%j is empty', async (text) => {
    expect(await parsePhrase(text)).toEqual({ ok: false, problem: 'empty', count: 0, unknownWords: [] })
  })

  test.each([1, 11, 13, 14, 23, 25])('%i words are not a phrase', async (count) => {
    const text = Array.from({ length: count }, () => 'abandon').join(' ')
    expect(await parsePhrase(text)).toEqual({ ok: false, problem: 'length', count, unknownWords: [] })
  })

  test('a wrong checksum is refused', async () => {
    const text = ABOUT.replace('about', 'abandon')
    expect(await parsePhrase(text)).toMatchObject({ ok: false, problem: 'checksum' })
  })

  test('words that nobody knows are pointed at by their place', async () => {
    const text = ABOUT.replace('abandon abandon', 'aband0n 2) abandonn')
    expect(await parsePhrase(text)).toEqual({
      ok: false,
      problem: 'unknown-words',
      count: 12,
      unknownWords: [
        { position: 1, word: 'aband0n' },
        { position: 2, word: 'abandonn' },
      ],
    })
  })

  test('in a phrase that is mostly Spanish the English words are the unknown ones', async () => {
    const text = 'lino admitir bolero abrir álbum dejar acelga winner lino admitir bolero abogado'
    expect(await parsePhrase(text)).toMatchObject({ unknownWords: [{ position: 8, word: 'winner' }] })
  })

  test('an accent that English does not have is a mistake, not forgiven', async () => {
    expect(await parsePhrase(ABOUT.replace('about', 'abóut'))).toMatchObject({
      problem: 'unknown-words',
      unknownWords: [{ position: 12, word: 'abóut' }],
    })
  })

  test('no two Spanish words differ by their accents alone', () => {
    expect(new Set(spanish.map((word) => word.replace(/\p{M}/gu, ''))).size).toBe(2048)
  })
})

test('a phrase that is not there has no words', () => {
  expect(phraseWords('')).toEqual([])
})
