import { seal, unseal } from '../vault/aead.ts'
import { fromBase64Url, toBase64Url, utf8 } from '../vault/bytes.ts'
import { outboxStore } from './storage.ts'

type Outbox = { read(): Promise<string[]>; write(text: string): Promise<void> }

/**
 * Where one account keeps, for one chain, what it signed. With a data key it is sealed and stays on the device; without one,
 * it lasts as long as the visit. `scope` names account and chain: what is kept opens under no other.
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
    // A wallet of this visit may have been kept since: what it signed comes along.
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

/** So that nobody reads off the device's storage whose wallet it holds. */
async function fingerprint(scope: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(scope))))
}
