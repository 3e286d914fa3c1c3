import { entropyToMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { type Language, loadWordlist } from './wordlists.ts'

export type ParsedPhrase =
  | { ok: true; phrase: string; language: Language }
  | {
      ok: false
      problem: 'empty' | 'length' | 'unknown-words' | 'checksum'
      /** Number of words found. */
      count: number
      /** Words that are not in the list of the detected language; positions count from 1. */
      unknownWords: { position: number; word: string }[]
    }

const LENGTHS = [12, 15, 18, 21, 24]

/** A new BIP-39 phrase: 128 bits of secure entropy as twelve English words. Throws where the browser has no entropy. */
export function generatePhrase(): string {
  const entropy = new Uint8Array(16)
  try {
    return entropyToMnemonic(crypto.getRandomValues(entropy), english)
  } finally {
    entropy.fill(0)
  }
}

/**
 * Parses a phrase as people write it down: numbered, in lines or columns, in capitals, with commas, without accents. Detects
 * the language; a phrase that is valid in neither is judged by the one with fewer unknown words, English on a tie.
 */
export async function parsePhrase(text: string): Promise<ParsedPhrase> {
  const words = wordsIn(text)
  if (words.length === 0) return { ok: false, problem: 'empty', count: 0, unknownWords: [] }

  const inEnglish = read(words, 'english', english)
  if (inEnglish.ok) return inEnglish
  const inSpanish = read(words, 'spanish', await loadWordlist('spanish'))
  if (inSpanish.ok) return inSpanish
  return inSpanish.unknownWords.length < inEnglish.unknownWords.length ? inSpanish : inEnglish
}

export function phraseWords(phrase: string): string[] {
  return phrase === '' ? [] : phrase.split(' ')
}

function read(words: string[], language: Language, list: readonly string[]): ParsedPhrase {
  const known = new Map(list.map((word) => [withoutAccents(word), word]))
  const count = words.length
  const unknownWords = words
    .map((word, index) => ({ position: index + 1, word }))
    .filter(({ word }) => !known.has(lookup(word, language)))
  if (unknownWords.length > 0) return { ok: false, problem: 'unknown-words', count, unknownWords }
  if (!LENGTHS.includes(count)) return { ok: false, problem: 'length', count, unknownWords }

  const phrase = words.map((word) => known.get(lookup(word, language))).join(' ')
  if (!validateMnemonic(phrase, [...list])) return { ok: false, problem: 'checksum', count, unknownWords }
  return { ok: true, phrase, language }
}

// BIP-39 lets Spanish words be typed without accents, and no two of them differ only by those. In English an accent is a typo.
function lookup(word: string, language: Language): string {
  return language === 'spanish' ? withoutAccents(word) : word.normalize('NFKD')
}

/** Splits into words: lower case, NFKC, without numbering, punctuation and invisible characters around them. */
function wordsIn(text: string): string[] {
  return text
    .replace(/[ªº°]/g, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .split(/[\s,;]+/)
    .map((token) => token.replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, ''))
    .filter((word) => word !== '')
}

function withoutAccents(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '')
}
