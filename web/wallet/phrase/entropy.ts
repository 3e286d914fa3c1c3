import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import type { Bytes } from '../vault/bytes.ts'
import { type Language, loadWordlist } from './wordlists.ts'

/** The entropy that a BIP-39 phrase encodes. Detects the language; throws where the phrase is valid in neither. */
export async function entropyOf(phrase: string): Promise<{ language: Language; entropy: Bytes }> {
  for (const language of ['english', 'spanish'] as const) {
    const list = await loadWordlist(language)
    try {
      return { language, entropy: new Uint8Array(mnemonicToEntropy(phrase, [...list])) }
    } catch {
      // Try the next language.
    }
  }
  throw new Error('The phrase is not a valid BIP-39 phrase, in English or in Spanish')
}

export async function phraseFrom(entropy: Bytes, language: Language): Promise<string> {
  return entropyToMnemonic(entropy, [...(await loadWordlist(language))])
}
