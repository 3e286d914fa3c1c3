import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import { encodeSigned } from '../../chain/signed/signedText.ts'
import { isSameAddress } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import type { Read } from '../reads.ts'
import type { OwnLoans } from './ownLoans.ts'

/** Nothing in the dashboard tells that a number was voided. */
const POLL_MS = 60_000

/**
 * What was signed for this book and is not used yet, by me or for me, the newest first. A loan or a payment of mine that is new
 * may have used one, so each is asked for again then.
 */
export function createSignedLinks(reader: Pick<Reader, 'areUnused'>) {
  return (read: Read, book: Book | undefined, signed: readonly Signed[], own: readonly OwnLoans[], now: number) => {
    const alive = book ? signed.filter((each) => isOfBook(each, book) && now <= each.until) : []
    const texts = alive.map(encodeSigned)
    const { data } = read('signed', {
      queryKey: ['signed', texts, own.map(({ rows }) => rows.map(({ id, owed }) => `${id} ${owed}`))],
      queryFn: async () => (alive.length > 0 ? new Set(await reader.areUnused(alive)) : new Set<Signed>()),
      placeholderData: (before) => before,
      refetchInterval: POLL_MS,
      enabled: alive.length > 0,
    })
    // By text: what is kept is decoded anew with every change.
    const unused = new Set([...(data ?? [])].map(encodeSigned))
    return alive.filter((_, place) => unused.has(texts[place] ?? ''))
  }
}

/** Whether it counts for this contract on this chain. */
export function isOfBook({ chainId, book }: Signed, { chainId: ours, address }: Book): boolean {
  return chainId === ours && isSameAddress(book, address)
}
