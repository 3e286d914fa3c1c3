import type { Address } from 'viem'
import type { Book, ForMe } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { Item, Proposal, ProposalKind } from '../../loans/loan.ts'
import { OLDER_MS, olderFrom, type Read } from '../reads.ts'

const NONE: ForMe = { items: [], refused: [], pages: 0, isCut: false }

/** How often the own lists of known people are read again. */
const KNOWN_MS = 10 * OLDER_MS

/** The open ones that only I may take: the dashboard's page, and in the background those below it. */
export function forMe(read: Read, reader: Pick<Reader, 'forMe'>, kind: ProposalKind, book: Book | undefined): ForMe {
  if (!book) return NONE
  const { items, next, length } = book.forMe[kind]
  if (next === 0) return { ...NONE, items }
  const from = olderFrom(next, length)
  const { data: further = NONE } = read<ForMe>(`forMe ${kind}`, {
    // Not the cursor: strangers, or a node that lies, would make us begin anew with every answer of the dashboard.
    queryKey: ['forMe', kind, book.address],
    queryFn: ({ signal }) => reader.forMe(kind, book, from, signal),
    // As many requests a minute for twenty pages as for one.
    refetchInterval: ({ state }) => OLDER_MS * Math.max(1, state.data?.pages ?? 1),
  })
  // This list is in the order of the ids. Of what is above its last one the dashboard's page knows better.
  const last = items.at(-1)?.loan.id
  const older = further.items.filter(({ loan }) => last === undefined || loan.id < last)
  return { ...further, items: [...items, ...older] }
}

/** Those of known people, who must not be missing where the list is cut. */
export function forMeFrom(
  read: Read,
  reader: Pick<Reader, 'forMeFrom'>,
  kind: ProposalKind,
  book: Book | undefined,
  people: readonly Address[],
): readonly Item<Proposal>[] {
  if (!book || people.length === 0) return []
  const { data = [] } = read<Item<Proposal>[]>(`forMe known ${kind}`, {
    queryKey: ['forMe known', kind, book.address, people.join()],
    queryFn: () => reader.forMeFrom(kind, book, people),
    placeholderData: (before) => before,
    refetchInterval: KNOWN_MS,
  })
  return data
}
