import type { Address } from 'viem'
import { retryFailed } from '../../chain/node/retry.ts'
import type { Book, fetchOlder, OwnList, OwnListName } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import { daysLeft, dueState } from '../../loans/due.ts'
import { OWN_PAGE } from '../../loans/limits.ts'
import { type Item, isProposal, isTaken, isTakenStatus, type Row } from '../../loans/loan.ts'
import { lastResult } from '../../store.ts'
import { createItems, type WantedItem } from '../items.ts'
import type { MinedAct } from '../pending.ts'
import { OLDER_MS, olderFrom, type Read } from '../reads.ts'

/** How many active loans are shown at first: two screens of a phone, and none that the dashboard does not bring whole. */
export const FIRST_COUNT = Math.min(4, OWN_PAGE)
/** By how many loans the list grows. */
export const MORE_COUNT = 25
/** How many loans are read whole in one call. */
const SHOWN_CALL = 100
const OPEN_CALL = 200

/** Which loans of a list are on the page. */
type Shown = {
  /** How many active ones, and how many ended ones: none while these are folded. */
  active: number
  ended: number
  /** The loan that somebody asked to see, and those of open dialogs, which stay known. */
  wanted: bigint | undefined
  inDialogs: readonly bigint[]
}

export type OwnLoans = ReturnType<ReturnType<typeof createOwnLoans>>

/**
 * One of my lists. The dashboard brings the newest loans in short and those that are due first whole; a second call does so for
 * the older ones. The others are read whole when they are shown.
 */
export function createOwnLoans(list: OwnListName, reader: Pick<Reader, 'items' | 'older'>) {
  const shownItems = createItems(reader, { slot: `shown ${list}`, most: SHOWN_CALL })
  const openItems = createItems(reader, { slot: `open ${list}`, most: OPEN_CALL })
  const joined = lastResult((newest: OwnList | undefined, older: OlderLoans | undefined) => {
    const ids = new Set(newest?.rows.map(({ id }) => id))
    // Where both have a loan, the older answer's is out of date.
    const rows = [...(newest?.rows ?? []), ...(older?.rows ?? []).filter(({ id }) => !ids.has(id))]
    const items = [...(newest?.items ?? []), ...(older?.items ?? []).filter(({ loan }) => !ids.has(loan.id))]
    const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
    // One that contradicts its row is read by its id.
    const agreeing = items.filter(({ loan }) => statusOf.get(loan.id) === loan.status)
    return { rows, brought: new Map(agreeing.map((item) => [item.loan.id, item])) }
  })
  const idsOf = lastResult((rows: readonly Row[]) => new Set(rows.map(({ id }) => id)))
  const ordered = lastResult(inOrder)
  const published = lastResult((rows: readonly Row[]) => rows.filter(({ status }) => status === 'open' || status === 'requested'))

  /** The last answer, which stays while the next one is on its way or fails. */
  let last: OlderLoans | undefined
  /** The block of the last command of mine for which the older rows were read again. */
  let since = 0n

  return (read: Read, book: Book | undefined, shown: Shown, acts: readonly MinedAct[]) => {
    const own = book?.[list]
    /** Whether the loan is in an older row that may have been read before that command was in the chain. */
    const isBehind = ({ id, block }: MinedAct) =>
      own !== undefined &&
      own.next > 0 &&
      last !== undefined &&
      block > last.at &&
      idsOf(last.rows).has(id) &&
      !own.rows.some((row) => row.id === id)
    for (const act of acts) {
      if (book && act.block <= book.blockNumber && act.block > since && isBehind(act)) since = act.block
    }
    const reading = book && own && own.next > 0 ? readOlder(read, reader, list, book, since) : undefined
    last = reading?.data ?? last
    const older = reading && last?.address === book?.address ? last : undefined
    const { rows, brought } = joined(own, older)
    const { active, ended } = ordered(rows)
    const open = published(rows)
    const wantedIndex = active.findIndex(({ id }) => id === shown.wanted)
    const activeCount = Math.max(shown.active, wantedIndex + 1)
    const [shownActive, shownEnded] = [active.slice(0, activeCount), ended.slice(0, shown.ended)]
    // Of the older answer, which may be half a minute old, what somebody acts upon is read anew.
    const isActedUpon = (id: bigint) => shown.inDialogs.includes(id) && (own?.items.every(({ loan }) => loan.id !== id) ?? false)
    const asked = shown.inDialogs.length > 0 ? rows.filter(({ id }) => isActedUpon(id)) : []

    const missing = (list: readonly Row[]) => list.filter(({ id }) => !brought.has(id) || isActedUpon(id)).map(wantedOf)
    const parts = [
      // A request that was funded is shown in the list of the loans that I took.
      shownItems.want(read, book, missing([...asked, ...(list === 'requested' ? [] : [...shownActive, ...shownEnded])])),
      openItems.want(read, book, missing(open)),
    ]
    const wholeOf = ({ id, status }: Row): readonly Item[] => {
      // Until its new version has come, one that was paid or taken meanwhile must not be shown as it was.
      const found = [shownItems, openItems].map(({ get }) => get(id)).find((one) => one?.loan.status === status)
      const item = isActedUpon(id) ? (found ?? brought.get(id)) : (brought.get(id) ?? found)
      return item ? [item] : []
    }
    const proposals = open.flatMap(wholeOf).filter(isProposal)

    return {
      rows,
      /** Whether `rows` are all of them. */
      areRowsWhole: own !== undefined && (older?.from ?? 0) >= own.next && (older?.next ?? 0) === 0,
      isBehind,
      /** The active loans that are shown, and how many there are. */
      loans: shownActive.flatMap(wholeOf).filter(isTaken),
      shownCount: activeCount,
      /** Every taken loan that is known whole, shown or not. */
      known: rows.flatMap(wholeOf).filter(isTaken),
      /** The offers or requests that I published and nobody has taken. */
      proposals,
      areProposalsWhole: proposals.length === open.length,
      refused: [...(older?.refused ?? []), ...parts.flatMap(({ refused }) => refused)],
      takenCount: active.length + ended.length,
      /** How many of the active ones are not shown yet. */
      hiddenCount: Math.max(0, active.length - activeCount),
      isLoadingMore: parts.some(({ isFetching }) => isFetching),
      ended: {
        count: ended.length,
        hasForgiven: ended.some(({ status }) => status === 'forgiven'),
        loans: shownEnded.flatMap(wholeOf).filter(isTaken),
        hiddenCount: Math.max(0, ended.length - shown.ended),
        isOpen: shown.ended > 0,
      },
      hasFailed: reading?.isError === true || parts.some(({ hasFailed }) => hasFailed),
      tryAgain: () => {
        if (reading?.isError) reading.refetch()
        for (const { hasFailed, tryAgain } of parts) if (hasFailed) tryAgain()
      },
    }
  }
}

type OlderLoans = Awaited<ReturnType<typeof fetchOlder>> & {
  address: Address
  from: number
  /** Their block, the dashboard's when they were asked for. */
  at: bigint
}

/** Read again at once when `since` changes. */
function readOlder(read: Read, reader: Pick<Reader, 'older'>, list: OwnListName, book: Book, since: bigint) {
  const from = olderFrom(book[list].next, book[list].length)
  return read<OlderLoans>(`older ${list}`, {
    queryKey: ['older', list, book.address, from, String(since)],
    queryFn: async () => ({ ...(await reader.older(book, list, from)), address: book.address, from, at: book.blockNumber }),
    refetchInterval: (query) => retryFailed(query) || OLDER_MS,
  })
}

/** The version of a row changes when the loan does. */
function wantedOf({ id, status, owed, nextDue }: Row): WantedItem {
  return { id, version: `${status} ${owed} ${nextDue}` }
}

/** The taken loans of a list in the order in which they are shown: active ones by their next due date, ended ones by age. */
export function inOrder(rows: readonly Row[]): { active: Row[]; ended: Row[] } {
  const taken = rows.filter(({ status }) => isTakenStatus(status))
  return {
    active: taken.filter(({ status }) => status === 'active').sort((a, b) => a.nextDue - b.nextDue),
    // The list is newest first already.
    ended: taken.filter(({ status }) => status !== 'active'),
  }
}

/** How many of my debts are late or due within three days. */
export function urgentCount(rows: readonly Row[], now: number): number {
  return rows.filter(({ status, nextDue }) => status === 'active' && dueState(daysLeft({ dueAt: nextDue }, now)) !== 'onTime')
    .length
}
