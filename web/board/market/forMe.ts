import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { ProposalKind } from '../../loans/loan.ts'
import { OLDER_MS, olderFrom, type Read } from '../reads.ts'

const NONE = { items: [], refused: [] }

/** The open ones that only I may take: the dashboard's page, and in the background all others, however many were sent. */
export function forMe(read: Read, reader: Pick<Reader, 'forMe'>, kind: ProposalKind, book: Book | undefined) {
  if (!book) return NONE
  const { items, next, length } = book.forMe[kind]
  if (next === 0) return { items, refused: [] }
  const from = olderFrom(next, length)
  const { data: further = NONE } = read(`forMe ${kind}`, {
    queryKey: ['forMe', kind, book.address, from],
    queryFn: () => reader.forMe(kind, book, from),
    refetchInterval: OLDER_MS,
    placeholderData: (before) => before,
  })
  // This list is in the order of the ids. Of what is above its last one the dashboard's page knows better.
  const last = items.at(-1)?.loan.id
  const older = further.items.filter(({ loan }) => last === undefined || loan.id < last)
  return { items: [...items, ...older], refused: further.refused }
}
