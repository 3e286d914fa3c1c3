import type { Address, HDAccount, LocalAccount, TransactionSerializableEIP1559 } from 'viem'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import { type Bytes, utf8 } from '../vault/bytes.ts'
import { entropyOf } from './entropy.ts'

/** The account at m/44'/60'/0'/0/0 (BIP-44): the first one that other wallets show for the same phrase. */
export async function accountFrom(phrase: string): Promise<HDAccount> {
  // Validates the checksum: viem would derive an account from an invalid phrase too.
  const { entropy } = await entropyOf(phrase)
  entropy.fill(0)

  const seed = await seedFrom(phrase)
  try {
    return hdKeyToAccount(HDKey.fromMasterSeed(seed))
  } finally {
    seed.fill(0)
  }
}

/**
 * Signs for one account. Derives the private key for each signature and drops it afterwards. `secret` returns the phrase, and throws
 * once the wallet is locked.
 */
export function signerFor(address: Address, secret: () => string) {
  const sign = async <T>(work: (account: HDAccount) => Promise<T>): Promise<T> => {
    const signature = await work(await accountFrom(secret()))
    // The wallet may have been locked meanwhile. Then nobody gets the signature.
    secret()
    return signature
  }
  return {
    address,
    signTransaction: (transaction: TransactionSerializableEIP1559) => sign((account) => account.signTransaction(transaction)),
    signTypedData: ((typedData) => sign((account) => account.signTypedData(typedData))) as LocalAccount['signTypedData'],
  }
}

/** The BIP-39 seed, by the PBKDF2 of Web Crypto, which does not block the main thread. */
export async function seedFrom(phrase: string, passphrase = ''): Promise<Bytes> {
  const password = utf8(phrase.normalize('NFKD'))
  try {
    const salt = utf8(`mnemonic${passphrase}`.normalize('NFKD'))
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations: 2048 }, key, 512))
  } finally {
    password.fill(0)
  }
}
