import { createDecipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { concat, type Hex, isHex, keccak256, size } from 'viem'

/** Version 3 of the Web3 Secret Storage, as geth and `cast wallet` write it. */
type Keystore = {
  crypto: {
    cipher: string
    cipherparams: { iv: string }
    ciphertext: string
    kdf: string
    kdfparams: { salt: string; dklen: number; n?: number; r?: number; p?: number; c?: number; prf?: string }
    mac: string
  }
}

const SCRYPT_MEMORY_BYTES = 2 ** 30

/** The key of the account that pays, from DEPLOYER_KEY or the file in DEPLOYER_KEYSTORE. Undefined: neither is set. */
export async function deployerKey({
  DEPLOYER_KEY,
  DEPLOYER_KEYSTORE,
  DEPLOYER_PASSWORD,
}: NodeJS.ProcessEnv): Promise<Hex | undefined> {
  if (DEPLOYER_KEY) {
    if (isHex(DEPLOYER_KEY) && size(DEPLOYER_KEY) === 32) return DEPLOYER_KEY
    throw new Error('DEPLOYER_KEY is not a private key: 0x and 64 hexadecimal digits. Nothing was sent.')
  }
  if (!DEPLOYER_KEYSTORE) return undefined
  const keystore = readKeystore(DEPLOYER_KEYSTORE)
  return decryptKeystore(keystore, DEPLOYER_PASSWORD ?? (await askForPassword(DEPLOYER_KEYSTORE)))
}

function readKeystore(file: string): Keystore {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`DEPLOYER_KEYSTORE: ${file} cannot be read as a keystore. Nothing was sent.`)
  }
}

export function decryptKeystore({ crypto }: Keystore, password: string): Hex {
  const { kdfparams: kdf, ciphertext } = crypto
  const salt = Buffer.from(kdf.salt, 'hex')
  const secret =
    crypto.kdf === 'scrypt'
      ? scryptSync(password, salt, kdf.dklen, { N: kdf.n, r: kdf.r, p: kdf.p, maxmem: SCRYPT_MEMORY_BYTES })
      : pbkdf2Sync(password, salt, kdf.c ?? 0, kdf.dklen, 'sha256')
  const mac = keccak256(concat([`0x${secret.subarray(16, 32).toString('hex')}`, `0x${ciphertext}`]))
  if (mac !== `0x${crypto.mac}`) throw new Error('The password does not open the keystore. Nothing was sent.')
  const cipher = createDecipheriv('aes-128-ctr', secret.subarray(0, 16), Buffer.from(crypto.cipherparams.iv, 'hex'))
  return `0x${cipher.update(ciphertext, 'hex', 'hex')}`
}

/** Shows nothing of what is typed. */
async function askForPassword(file: string): Promise<string> {
  process.stdout.write(`Password of ${file}: `)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  const password = await terminal.question('')
  terminal.close()
  console.log()
  return password
}
