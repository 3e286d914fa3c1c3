import { seal, unseal } from '../vault/aead.ts'
import { fromBase64Url, toBase64Url, utf8 } from '../vault/bytes.ts'
import { outboxStore, StorageError } from './storage.ts'

/** What is stored in one place. `text` is undefined if it cannot be unsealed. */
type Copy = {
  text: string | undefined
  /** Moves the stored bytes, as they are, to another storage key. */
  setAside(): Promise<void>
}

type Outbox = { read(): Promise<Copy[]>; write(text: string): Promise<void> }

type Keys = {
  /** Derived from the seed. */
  key: CryptoKey
  /** Of the vault that is open. Undefined: a wallet of this visit only, whose outbox is in session storage. */
  dataKey: CryptoKey | undefined
}

type Place = 'kept' | 'visit'

/** Prefix of what the key from the seed sealed. Version 1 had none: sealed with the vault's data key, or plain for a visit. */
const SEALED = 'seed.'

/** How many damaged outboxes of one scope are set aside. */
const MAX_SET_ASIDE = 10

/**
 * Opens the sealed store of the transactions that one account signed on one chain. `scope` names account and chain; as
 * associated data it keeps one scope's ciphertext from being decrypted under another.
 */
export async function openOutbox(scope: string, { key, dataKey }: Keys): Promise<Outbox> {
  const name = await fingerprint(scope)

  const unsealText = async (withKey: CryptoKey, sealed: string): Promise<string | undefined> => {
    try {
      const bytes = await unseal(withKey, fromBase64Url(sealed), utf8(scope))
      return bytes && new TextDecoder().decode(bytes)
    } catch {
      return undefined
    }
  }
  const open = async (stored: string, place: Place): Promise<string | undefined> => {
    if (stored.startsWith(SEALED)) return unsealText(key, stored.slice(SEALED.length))
    if (place === 'visit') return stored
    return dataKey && unsealText(dataKey, stored)
  }
  const copiesIn = async (place: Place): Promise<Copy[]> => {
    const stored = await outboxStore(name, place).read()
    if (stored === undefined) return []
    // Version 1, whose vault is not open: not readable, but not damaged either.
    if (place === 'kept' && !dataKey && !stored.startsWith(SEALED)) return []
    return [{ text: await open(stored, place), setAside: () => setAside(name, place, stored) }]
  }

  return {
    // Both places: a visit may have restored the phrase of a kept wallet, or its wallet may have been kept since.
    read: async () => [...(await copiesIn('kept')), ...(await copiesIn('visit').catch(dataKey ? () => [] : rethrow))],
    write: async (text) => {
      const sealed = SEALED + toBase64Url(await seal(key, utf8(text), utf8(scope)))
      const [kept, visit] = [outboxStore(name, 'kept'), outboxStore(name, 'visit')]
      // A visit that found a kept outbox goes on with that one: a second copy of an entry would go out of date.
      const isKept = dataKey !== undefined || (await kept.read())?.startsWith(SEALED)
      if (!isKept) return visit.write(sealed)
      await kept.write(sealed)
      await visit.remove().catch(ignore)
    },
  }
}

/** Never overwrites what was set aside before. Removes the original only after the copy was read back. */
async function setAside(name: string, place: Place, stored: string): Promise<void> {
  for (let number = 1; number <= MAX_SET_ASIDE; number++) {
    const aside = outboxStore(`${name}.damaged.${number}`, place)
    if (((await aside.read()) ?? stored) !== stored) continue
    await aside.write(stored)
    if ((await aside.read()) !== stored) throw new StorageError('blocked')
    return outboxStore(name, place).remove()
  }
  throw new StorageError('full')
}

/** Hashed, so that the storage keys do not list addresses. Unsalted: whoever knows an address can still recognise it. */
async function fingerprint(scope: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(scope))))
}

function rethrow(error: unknown): never {
  throw error
}

function ignore() {}
