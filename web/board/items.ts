import type { BookAtBlock } from '../chain/read/fetchDashboard.ts'
import type { Reader } from '../chain/read/reader.ts'
import type { Item } from '../loans/loan.ts'
import type { Read } from './reads.ts'

/** A loan to be read whole. `version` changes when the loan may have: then it is read again. */
export type WantedItem = { id: bigint; version: string }

type Options = {
  /** Unique among the queries of the board. */
  slot: string
  /** How many are read in one call. */
  most: number
  /** Whether an answer for a loan is believed; undefined: it was left out. Otherwise it is asked for again. */
  accepts?: (item: Item | undefined) => boolean
}

type Answer = {
  found: ReadonlyMap<bigint, Item>
  accepted: readonly WantedItem[]
  refused: readonly string[]
  /** Serial number of the call. */
  call: number
}

/**
 * Loans that are read whole as they are wanted, the first ones first, one call at a time. A loan stays known until its new
 * version has come.
 */
export function createItems(reader: Pick<Reader, 'items'>, { slot, most, accepts = () => true }: Options) {
  const known = new Map<bigint, { version: string; item: Item | undefined; refused: readonly string[]; call: number }>()
  let calls = 0
  let contract: string | undefined

  /** An older call that is answered later changes nothing. */
  const keep = ({ found, accepted, refused, call }: Answer) => {
    for (const { id, version } of accepted) {
      if ((known.get(id)?.call ?? 0) <= call) known.set(id, { version, item: found.get(id), refused, call })
    }
  }

  /** Read, and not changed since. Also of one that is gone. */
  const isCurrent = ({ id, version }: WantedItem) => known.get(id)?.version === version

  const want = (read: Read, book: BookAtBlock | undefined, wanted: readonly WantedItem[]) => {
    if (book && book.address !== contract) known.clear()
    contract = book?.address ?? contract
    for (;;) {
      const missing = wanted.filter((one) => !isCurrent(one)).slice(0, most)
      const refused = [...new Set(wanted.flatMap(({ id }) => known.get(id)?.refused ?? []))]
      const state = { refused, missingCount: missing.length }
      if (!book || missing.length === 0) return { ...state, isFetching: false, hasFailed: false, tryAgain: () => {} }

      const key = missing.map(({ id, version }) => `${id} ${version}`).join()
      const { data, isFetching, isError, refetch } = read(slot, {
        queryKey: [slot, book.address, key],
        queryFn: async () => {
          const call = ++calls
          const ids = missing.map(({ id }) => id)
          const { items, refused } = await reader.items(book, ids)
          const found = new Map(items.map((item) => [item.loan.id, item]))
          const accepted = missing.filter(({ id }) => accepts(found.get(id)))
          if (accepted.length === 0) throw new Error(`None of ${ids.length} loans was returned.`)
          const answer = { found, accepted, refused, call }
          // Also where others are wanted by now: on a busy market a slow node's answers would otherwise never be shown.
          keep(answer)
          return answer
        },
        // No query cache: `known` keeps the loans that were read.
        gcTime: 0,
        structuralSharing: false,
      })
      if (!data) return { ...state, isFetching, hasFailed: isError, tryAgain: () => void refetch() }

      keep({ ...data, call: calls })
    }
  }

  return { want, isCurrent, get: (id: bigint) => known.get(id)?.item }
}
