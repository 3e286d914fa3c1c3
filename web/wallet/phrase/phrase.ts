import { entropyToMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { type Language, loadWordlist } from './wordlists.ts'

export type ParsedPhrase =
  | { ok: true; phrase: string; language: Language }
  | {
      ok: false
      problem: 'empty' | 'length' | 'unknown-words' | 'checksum'
      /** How many words were found. */
      count: number
      /** Those that are in no list, by their place in the text, the first being 1. */
      unknownWords: { position: number; word: string }[]
    }

const LENGTHS = [12, 15, 18, 21, 24]

/** Twelve English words from 128 bits of the browser's secure source of chance. */
export function generatePhrase(): string {
  const entropy = new Uint8Array(16)
  try {
    return entropyToMnemonic(crypto.getRandomValues(entropy), english)
  } catch (cause) {
    throw new Error('No se pudo generar la frase semilla.', { cause })
  } finally {
    entropy.fill(0)
  }
}

/**
 * Reads a phrase as people write it down: numbered, in lines or columns, with capitals, commas or without accents. Of the
 * two languages the one wins in which the phrase is valid, else the one that knows more of its words.
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

// No two Spanish words differ by their accents alone, and BIP-39 has them count as equal. In English an accent is a typo.
function lookup(word: string, language: Language): string {
  return language === 'spanish' ? withoutAccents(word) : word.normalize('NFKD')
}

/** The words of a text, in lower case and composed, without numbering and what else stands around them. */
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
