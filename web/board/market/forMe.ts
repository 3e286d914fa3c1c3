import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { ProposalKind } from '../../loans/loan.ts'
import { OLDER_MS, type Read } from '../reads.ts'

const NONE = { items: [], refused: [] }

/** The open ones that only I may take: the dashboard's page, and in the background all others, however many were sent. */
export function forMe(read: Read, reader: Pick<Reader, 'forMe'>, kind: ProposalKind, book: Book | undefined) {
  if (!book) return NONE
  const { items, next, length } = book.forMe[kind]
  if (next >= length) return { items, refused: [] }
  const { data: further = NONE } = read(`forMe ${kind}`, {
    queryKey: ['forMe', kind, book.address, next, length],
    queryFn: () => reader.forMe(kind, book, next, length),
    refetchInterval: OLDER_MS,
    placeholderData: (before) => before,
  })
  return { items: [...items, ...further.items], refused: further.refused }
}
