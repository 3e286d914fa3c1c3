import { keyFor } from '../phrase/keyFor.ts'
import { openSealed } from './sealedTexts.ts'
import { exclusively, type SealedName } from './storage.ts'
import type { TabChannel } from './tabChannel.ts'

/** Whose it is. `secret` returns the phrase, and throws once the wallet is locked. `isKept` false: a wallet of this visit only. */
export type Owner = { address: string; secret: () => string; isKept: boolean }

type Options<T> = {
  /** Also the name of the lock that is held while it is changed. */
  of: SealedName
  purpose: Parameters<typeof keyFor>[0]
  owner: Owner
  /** Tells other tabs of every change. */
  channel: TabChannel
  encode(value: T): string
  /** Throws on what `encode` could not have written. Undefined: it could not be unsealed. */
  decode(text: string | undefined): T
  /** One value of the copies that were found, the kept one first. */
  merge(copies: readonly T[]): T
  /** Whether what `decode` threw means that the text is damaged. */
  isDamage(error: unknown): boolean
}

/**
 * Records that one account keeps on this device beside its vault, sealed. Every change reads them again under a lock across tabs,
 * so that no tab overwrites what another one added. All functions reject with what `decode` throws, or a StorageError.
 */
export function openSealedBook<T>({ of, purpose, owner, channel, encode, decode, merge, isDamage }: Options<T>) {
  const { address, secret, isKept } = owner
  let opening: ReturnType<typeof openSealed> | undefined
  const open = () => {
    opening ??= keyFor(purpose, secret()).then((key) => openSealed({ of, scope: address, key, isKept }))
    return opening
  }
  const readCopies = async () => {
    const copies = await (await open()).read()
    return copies.map(({ text, lifetime }) => ({ lifetime, value: decode(text) }))
  }
  const valueIn = (copies: readonly { value: T }[]) => merge(copies.map(({ value }) => value))

  const change = async (edit: (value: T) => T): Promise<T> => {
    const changed = await exclusively(async () => {
      const next = edit(valueIn(await readCopies()))
      await (await open()).write(encode(next))
      return next
    }, of)
    channel.post('changed')
    return changed
  }

  const isDamaged = (text: string | undefined) => {
    try {
      decode(text)
      return false
    } catch (error) {
      return isDamage(error)
    }
  }

  return {
    /** Records of a visit whose wallet was kept since are kept too. */
    read: async (): Promise<T> => {
      const copies = await readCopies()
      return isKept && copies.some(({ lifetime }) => lifetime === 'visit') ? change((value) => value) : valueIn(copies)
    },
    change,
    /** Moves damaged copies out of the way, byte for byte. */
    setAsideDamaged: async () => {
      await exclusively(async () => {
        for (const copy of await (await open()).read()) if (isDamaged(copy.text)) await copy.setAside()
      }, of)
      channel.post('changed')
    },
  }
}
