import { deriveKey } from '../../web/wallet/vault/kdf.ts'
import { KDF_TODAY } from '../../web/wallet/vault/kdfParameters.ts'
import { openVault, sealVault } from '../../web/wallet/vault/vault.ts'

declare global {
  interface Window {
    measureUnlock: (rounds: number) => Promise<Record<string, number[]>>
  }
}

const credentials = { pin: '271828', password: 'una contraseña de verdad' }
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const input = new TextEncoder().encode(JSON.stringify(credentials))
const salt = crypto.getRandomValues(new Uint8Array(16))

/** Milliseconds by contestant. The rounds are interleaved, so that a slow phase of the machine affects all of them. */
window.measureUnlock = async (rounds) => {
  const { argon2InScript } = await import('../../web/wallet/vault/argon2InScript.ts')
  const { record } = await sealVault({ phrase, revision: 1, ...credentials })
  const contestants = {
    'unlock the wallet': () => openVault(record, credentials),
    'its Argon2id alone': () => deriveKey(input, salt, KDF_TODAY),
    'Argon2id without WebAssembly': () => argon2InScript(input, salt, KDF_TODAY),
    'MetaMask: PBKDF2-SHA256, 600,000 rounds': () => pbkdf2(600_000),
    'Rabby: PBKDF2-SHA256, 900,000 rounds': () => pbkdf2(900_000),
  }
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]))
  // Round 0 is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) {
      const began = performance.now()
      await run()
      if (round > 0) times[name]?.push(performance.now() - began)
    }
  }
  return times
}

async function pbkdf2(iterations: number): Promise<void> {
  const key = await crypto.subtle.importKey('raw', input, 'PBKDF2', false, ['deriveBits'])
  await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256)
}
