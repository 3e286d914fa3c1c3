import { loadScript } from '../device/loadScript.ts'

export type Language = 'english' | 'spanish'

/** The 2048 BIP-39 words, with accents decomposed (NFKD). Dynamic imports: the Spanish list is fetched only when needed. */
export async function loadWordlist(language: Language): Promise<readonly string[]> {
  const { wordlist } = await loadScript(() =>
    language === 'english' ? import('@scure/bip39/wordlists/english') : import('@scure/bip39/wordlists/spanish'),
  )
  return wordlist
}
