import { decryptUnchecked, seal, unseal } from '../vault/aead.ts'
import { fromBase64Url, toBase64Url, utf8 } from '../vault/bytes.ts'
import { GONE, removeSealed, StorageError, sealedStore } from './storage.ts'

type Lifetime = 'kept' | 'visit'

/** Stored text of one lifetime. `text` is undefined if no copy of it can be unsealed, or if it is lost (`isLost`). */
type Copy = {
  lifetime: Lifetime
  text: string | undefined
  isLost: boolean
  /** Moves the stored bytes, as they are, to another storage key. A lost text is forgotten. */
  setAside(): Promise<void>
}

export type SealedText = { read(): Promise<Copy[]>; write(text: string): Promise<void> }

type Options = {
  of: Parameters<typeof sealedStore>[0]
  /** Names the account, and the chain where it matters. As associated data it keeps one scope's ciphertext from being decrypted under another. */
  scope: string
  /** Derived from the seed. */
  key: CryptoKey
  /** False: a wallet of this visit only, whose texts are in session storage. */
  isKept: boolean
}

/** Prefix of texts sealed with the key from the seed. */
const SEALED = 'seed.'

/** How many damaged texts of one scope are set aside. */
const MAX_SET_ASIDE = 10

/** Opens a text on this device that is sealed with a key from the seed. */
export async function openSealed({ of, scope, key, isKept }: Options): Promise<SealedText> {
  const name = await fingerprint(scope)
  const [kept, visit] = [sealedStore(of, name, 'kept'), sealedStore(of, name, 'visit')]

  const copiesIn = async (lifetime: Lifetime): Promise<Copy[]> => {
    const stored = await { kept, visit }[lifetime].read()
    if (stored.length === 0) return []
    const texts = await Promise.all(stored.map((each) => unsealText(key, each, scope)))
    const text = texts.find((each) => each !== undefined)
    return [{ lifetime, text, isLost: stored[0] === GONE, setAside: () => setAside(of, name, lifetime, stored) }]
  }

  return {
    // Both places: a visit may have restored the phrase of a kept wallet, or its wallet may have been kept since.
    read: async () => [...(await copiesIn('kept')), ...(await copiesIn('visit').catch(isKept ? () => [] : rethrow))],
    write: async (text) => {
      const sealed = SEALED + toBase64Url(await seal(key, utf8(text), utf8(scope)))
      // A visit that found a kept text goes on with that one: a second copy would go out of date.
      if (!isKept && !(await kept.read()).some((text) => text.startsWith(SEALED))) return visit.write(sealed)
      await kept.write(sealed)
      await visit.remove().catch(ignore)
    },
  }
}

/** Removes all that this key sealed on this device, under whatever scope, and what is stored under the address itself. */
export async function forgetSealed(of: Options['of'], address: string, key: CryptoKey): Promise<void> {
  const own = await fingerprint(address)
  await removeSealed(of, async (texts) => {
    const isOwn = await Promise.all(texts.map(({ name, text }) => name === own || isSealedBy(key, text)))
    return texts.filter((_, index) => isOwn[index]).map(({ name }) => name)
  })
}

/** The scope is not stored, so nothing can be authenticated. Every sealed text is JSON. */
async function isSealedBy(key: CryptoKey, stored: string): Promise<boolean> {
  try {
    JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(await decryptUnchecked(key, fromBase64Url(stored.slice(SEALED.length)))),
    )
    return stored.startsWith(SEALED)
  } catch {
    return false
  }
}

/** Undefined if it cannot be opened. */
async function unsealText(key: CryptoKey, stored: string, scope: string): Promise<string | undefined> {
  if (!stored.startsWith(SEALED)) return undefined
  try {
    const bytes = await unseal(key, fromBase64Url(stored.slice(SEALED.length)), utf8(scope))
    return bytes && new TextDecoder().decode(bytes)
  } catch {
    return undefined
  }
}

/** Never overwrites what was set aside before. Removes the original only after the copy was read back. */
async function setAside(of: Options['of'], name: string, lifetime: Lifetime, stored: readonly string[]): Promise<void> {
  for (const text of new Set(stored.filter((each) => each !== GONE))) await writeAside(of, name, lifetime, text)
  await sealedStore(of, name, lifetime).remove()
}

async function writeAside(of: Options['of'], name: string, lifetime: Lifetime, text: string): Promise<void> {
  for (let number = 1; number <= MAX_SET_ASIDE; number++) {
    const aside = sealedStore(of, `${name}.damaged.${number}`, lifetime)
    const [there = GONE] = await aside.read()
    if (there !== GONE && there !== text) continue
    await aside.write(text)
    if ((await aside.read())[0] !== text) throw new StorageError('blocked')
    return
  }
  throw new StorageError('full')
}

/** Hashed, so that the storage keys do not list addresses. Unsalted, and addresses are public: trying all of them finds it. */
async function fingerprint(scope: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(scope))))
}

function rethrow(error: unknown): never {
  throw error
}

function ignore() {}
