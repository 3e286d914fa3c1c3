import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { ProposalKind } from '../../loans/loan.ts'
import { OLDER_MS, olderFrom, type Read } from '../reads.ts'

const NONE = { items: [], refused: [] }

/** The open ones that only I may take: the dashboard's page, and in the background those below it. */
export function forMe(read: Read, reader: Pick<Reader, 'forMe'>, kind: ProposalKind, book: Book | undefined) {
  if (!book) return NONE
  const { items, next, length } = book.forMe[kind]
  if (next === 0) return { items, refused: [] }
  const from = olderFrom(next, length)
  const { data: further = NONE } = read(`forMe ${kind}`, {
    // Not the cursor: strangers, or a node that lies, would make us begin anew with every answer of the dashboard.
    queryKey: ['forMe', kind, book.address],
    queryFn: ({ signal }) => reader.forMe(kind, book, from, signal),
    refetchInterval: OLDER_MS,
  })
  // This list is in the order of the ids. Of what is above its last one the dashboard's page knows better.
  const last = items.at(-1)?.loan.id
  const older = further.items.filter(({ loan }) => last === undefined || loan.id < last)
  return { items: [...items, ...older], refused: further.refused }
}
