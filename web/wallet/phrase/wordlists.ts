export type Language = 'english' | 'spanish'

/** The 2048 words of a language, as BIP-39 writes them (decomposed accents). Fetched when first asked for. */
export async function loadWordlist(language: Language): Promise<readonly string[]> {
  const { wordlist } =
    language === 'english' ? await import('@scure/bip39/wordlists/english') : await import('@scure/bip39/wordlists/spanish')
  return wordlist
}
