import type { Signed } from '../loans/signed.ts'
import { createReading } from '../store.ts'
import type { BookTrouble } from '../wallet/device/sealedBook.ts'
import { signedChannel } from '../wallet/device/tabChannel.ts'
import type { SignedBook } from './signedBook.ts'

export type SignedReading = {
  /** The newest first. Empty until they are read, and where they cannot be. */
  all: readonly Signed[]
  /** Why they cannot be read. `unread`: the browser's storage does not answer. */
  trouble: BookTrouble | 'unread' | undefined
}

const NONE: SignedReading = { all: [], trouble: undefined }

export type SignedStore = ReturnType<typeof createSigned>

/** Signed requests and payments of the open wallet, by it or for it, once a book is opened. */
export function createSigned() {
  const { change, opened, ...reading } = createReading<readonly Signed[], SignedReading, SignedBook>({
    none: NONE,
    shown: (all) => ({ all, trouble: undefined }),
    unread: (error: Error & { trouble?: BookTrouble }) => ({ ...NONE, trouble: error.trouble ?? 'unread' }),
    channel: signedChannel,
  })
  return {
    ...reading,
    /** These reject with a BookError or a StorageError. */
    keep: (signed: Signed) => change((book) => book.keep(signed)),
    remove: (signed: Signed) => change((book) => book.remove(signed)),
    setAsideDamaged: async () => opened()?.setAsideDamaged(),
  }
}
