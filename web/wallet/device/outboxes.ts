import { seal, unseal } from '../vault/aead.ts'
import { fromBase64Url, toBase64Url, utf8 } from '../vault/bytes.ts'
import { outboxStore } from './storage.ts'

type Outbox = { read(): Promise<string[]>; write(text: string): Promise<void> }

/**
 * Opens the store of the transactions that one account signed on one chain. With a data key it is encrypted and persistent;
 * without one it is plain text in session storage. `scope` names account and chain; as associated data it keeps one scope's
 * ciphertext from being decrypted under another.
 */
export async function openOutbox(scope: string, dataKey: CryptoKey | undefined): Promise<Outbox> {
  const name = await fingerprint(scope)
  const visit = outboxStore(name, 'visit')
  const ofVisit = async () => present(await visit.read())
  if (!dataKey) return { read: ofVisit, write: visit.write }

  const kept = outboxStore(name, 'kept')
  const open = async (sealed: string) => {
    const bytes = await unseal(dataKey, fromBase64Url(sealed), utf8(scope))
    return bytes && new TextDecoder().decode(bytes)
  }
  return {
    // Both: a wallet that was visit-only may have been kept since, and its transactions must not get lost.
    read: async () => {
      const sealed = await kept.read()
      return [...present(sealed && (await open(sealed))), ...(await ofVisit().catch(() => []))]
    },
    write: async (text) => {
      await kept.write(toBase64Url(await seal(dataKey, utf8(text), utf8(scope))))
      await visit.remove().catch(() => {})
    },
  }
}

function present(text: string | undefined): string[] {
  return text ? [text] : []
}

/** Hashed, so that the storage keys do not list addresses. Unsalted: whoever knows an address can still recognise it. */
async function fingerprint(scope: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(scope))))
}
