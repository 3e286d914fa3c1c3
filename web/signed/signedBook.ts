import { decodeSigned, encodeSigned } from '../chain/signed/signedText.ts'
import { DAY, isSameAddress } from '../loans/loan.ts'
import type { Signed } from '../loans/signed.ts'
import { BookError, type Owner, openSealedBook } from '../wallet/device/sealedBook.ts'
import { SIGNED_LOCK } from '../wallet/device/storage.ts'
import { signedChannel } from '../wallet/device/tabChannel.ts'

/**
 * How many requests of others are kept, and how many payments, the newest: anyone can send links. Neither my own nor the payments
 * of my loans are dropped for the requests of strangers.
 */
const MAX_RECEIVED = 50
/** In seconds. */
const KEPT_AFTER_END = 30 * DAY

export type SignedBook = ReturnType<typeof openSignedBook>

/**
 * Requests and payments that one account signed for others to send, and those that others signed for it, on every chain, sealed
 * on this device: each as the text of its link. All functions reject with a BookError or a StorageError.
 */
export function openSignedBook(owner: Owner) {
  const { read, change, restore, encode, setAsideDamaged } = openSealedBook<readonly Signed[]>({
    of: SIGNED_LOCK,
    purpose: 'signed',
    owner,
    channel: signedChannel,
    version: 1,
    encode: (all) => ({ texts: all.map(encodeSigned) }),
    decode,
    merge: (copies) => distinct(copies.flat()),
  })
  // A new entry stays whatever the device's clock says: its link is shown next.
  const join = (added: readonly Signed[], all: readonly Signed[]) =>
    worthKeeping(distinct([...added, ...all.filter(isRecent)]), owner.address)
  return {
    read,
    encode,
    setAsideDamaged,
    /** Before its link is shown: one that was lost is shared again. */
    keep: (signed: Signed) => change((all) => join([signed], all)),
    /** Adds those of a backup. */
    add: (text: string) => restore(text, join),
    remove: (signed: Signed) => change((all) => all.filter((other) => encodeSigned(other) !== encodeSigned(signed))),
  }
}

/** Signed requests and payments in the encrypted backup of a kept wallet. Undefined: there is nothing. */
export function signedPart(wallet: Omit<Owner, 'isKept'>) {
  const book = openSignedBook({ ...wallet, isKept: true })
  return {
    name: 'signed',
    read: async (): Promise<string | undefined> => {
      const all = await book.read()
      return all.length > 0 ? book.encode(all) : undefined
    },
    write: book.add,
  }
}

function decode({ texts }: Record<string, unknown>): readonly Signed[] {
  if (!Array.isArray(texts)) throw new BookError('damaged')
  return texts.map((each: unknown) => {
    const found = decodeSigned(String(each))
    if (!found.ok) throw new BookError(found.problem === 'newer' ? 'newer' : 'damaged')
    return found.signed
  })
}

/** The newest come first, and stay there. */
function distinct(all: readonly Signed[]): readonly Signed[] {
  return [...new Map(all.map((signed) => [encodeSigned(signed), signed])).values()]
}

function isRecent({ until }: Signed): boolean {
  return until >= Math.floor(Date.now() / 1000) - KEPT_AFTER_END
}

function worthKeeping(all: readonly Signed[], me: string): readonly Signed[] {
  const isMine = ({ borrower }: Signed) => isSameAddress(borrower, me)
  const newest = (kind: Signed['kind']) => all.filter((each) => !isMine(each) && each.kind === kind).slice(0, MAX_RECEIVED)
  const received = new Set([...newest('request'), ...newest('payment')])
  return all.filter((each) => isMine(each) || received.has(each))
}
