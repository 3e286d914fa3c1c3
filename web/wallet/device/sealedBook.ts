import { keyFor } from '../phrase/keyFor.ts'
import { openSealed } from './sealedTexts.ts'
import { exclusively, type SealedName } from './storage.ts'
import type { TabChannel } from './tabChannel.ts'

/** Whose it is. `secret` returns the phrase, and throws once the wallet is locked. `isKept` false: a wallet of this visit only. */
export type Owner = { address: string; secret: () => string; isKept: boolean }

/** `lost`: the browser lost every copy. `newer`: a later version of the app wrote it. */
export type BookTrouble = 'damaged' | 'lost' | 'newer'

export class BookError extends Error {
  override readonly name = 'BookError'
  readonly trouble: BookTrouble

  constructor(trouble: BookTrouble) {
    super(`What is stored on this device is ${trouble}`)
    this.trouble = trouble
  }
}

type Options<T> = {
  /** Also the name of the lock that is held while it is changed. */
  of: SealedName
  purpose: Parameters<typeof keyFor>[0]
  owner: Owner
  /** Tells other tabs of every change. */
  channel: TabChannel
  version: number
  /** The fields beside the version. */
  encode(value: T): object
  /** Throws a BookError on what `encode` could not have written. */
  decode(fields: Record<string, unknown>): T
  /** One value of the copies that were found, the kept one first. */
  merge(copies: readonly T[]): T
}

/**
 * Records that one account keeps on this device beside its vault, sealed. Every change reads them again under a lock across tabs,
 * so that no tab overwrites what another one added. All functions reject with a BookError or a StorageError.
 */
export function openSealedBook<T>({ of, purpose, owner, channel, version, merge, ...options }: Options<T>) {
  const { address, secret, isKept } = owner
  let opening: ReturnType<typeof openSealed> | undefined
  const open = () => {
    opening ??= keyFor(purpose, secret()).then((key) => openSealed({ of, scope: address, key, isKept }))
    return opening
  }
  const encode = (value: T) => JSON.stringify({ version, ...options.encode(value) })
  const decode = (text: string): T => {
    const fields = parse(text)
    if (typeof fields.version === 'number' && fields.version > version) throw new BookError('newer')
    if (fields.version !== version) throw new BookError('damaged')
    return options.decode(fields)
  }
  type Copy = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['read']>>[number]
  const valueIn = ({ text, isLost }: Copy): T => {
    if (text === undefined) throw new BookError(isLost ? 'lost' : 'damaged')
    return decode(text)
  }
  const readCopies = async () => (await open()).read()

  const change = async (edit: (value: T) => T, isRestoring = false): Promise<T> => {
    const changed = await exclusively(async () => {
      const copies = (await readCopies()).filter(({ isLost }) => !(isLost && isRestoring))
      const next = edit(merge(copies.map(valueIn)))
      await (await open()).write(encode(next))
      return next
    }, of)
    channel.post('changed')
    return changed
  }

  const isUnusable = (copy: Copy) => {
    try {
      valueIn(copy)
      return false
    } catch (error) {
      return error instanceof BookError && error.trouble !== 'newer'
    }
  }

  return {
    /** Records of a visit whose wallet was kept since are kept too. */
    read: async (): Promise<T> => {
      const copies = await readCopies()
      const value = merge(copies.map(valueIn))
      return isKept && copies.some(({ lifetime }) => lifetime === 'visit') ? change((value) => value) : value
    },
    change,
    /** Changes it by the text of a backup, also where what was here is lost. */
    restore: async (text: string, edit: (restored: T, value: T) => T): Promise<void> => {
      const restored = decode(text)
      await change((value) => edit(restored, value), true)
    },
    /** The text for a backup. */
    encode,
    /** Moves damaged copies out of the way, byte for byte, and forgets lost ones. */
    setAsideDamaged: async () => {
      await exclusively(async () => {
        for (const copy of await readCopies()) if (isUnusable(copy)) await copy.setAside()
      }, of)
      channel.post('changed')
    },
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
