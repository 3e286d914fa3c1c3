import { validateMnemonic } from '@scure/bip39'
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'
import { loadWordlist } from './wordlists.ts'

/** The account at m/44'/60'/0'/0/0: the one that other wallets show first for the same phrase. */
export async function accountFrom(phrase: string): Promise<HDAccount> {
  if (!(await isValid(phrase))) throw new Error('The phrase is not a valid BIP-39 phrase, in English or in Spanish')
  const seed = await seedFrom(phrase)
  try {
    return hdKeyToAccount(HDKey.fromMasterSeed(seed))
  } finally {
    seed.fill(0)
  }
}

/** BIP-39's seed of a phrase, by the browser's own PBKDF2: it doesn't hold up the page. */
export async function seedFrom(phrase: string, passphrase = ''): Promise<Uint8Array<ArrayBuffer>> {
  const password = new TextEncoder().encode(phrase.normalize('NFKD'))
  try {
    const salt = new TextEncoder().encode(`mnemonic${passphrase}`.normalize('NFKD'))
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }, key, 512))
  } finally {
    password.fill(0)
  }
}

// viem derives an account from anything, a wrong checksum included.
async function isValid(phrase: string): Promise<boolean> {
  for (const language of ['english', 'spanish'] as const) {
    if (validateMnemonic(phrase, [...(await loadWordlist(language))])) return true
  }
  return false
}
