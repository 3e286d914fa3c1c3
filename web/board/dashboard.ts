import { dropStaleAnswers } from '../chain/node/dropStaleAnswers.ts'
import { homeChainId } from '../chain/node/homeChainId.ts'
import { RETRY_MS } from '../chain/node/retry.ts'
import type { Dashboard } from '../chain/read/fetchDashboard.ts'
import type { Reader } from '../chain/read/reader.ts'
import { paceOf } from '../chains.ts'
import type { Clock } from './clock.ts'
import { createPace } from './pace.ts'
import type { Read } from './reads.ts'

type Answer = Dashboard & {
  /** The device's monotonic time in milliseconds when it arrived. */
  receivedAt: number
  /** How many answers were dropped since, because they were older. */
  droppedCount: number
}

export type Reading = ReturnType<ReturnType<typeof createDashboard>>

/** Without a contract there is nothing but the balance, and it takes four requests. */
const WITHOUT_BOOK_MS = 24_000
/** One alone is common where several machines stand behind one node. */
const LAGGING_ANSWERS = 2

/** The dashboard's one call, at the pace of blocks. An answer that is older than the one on screen is dropped. */
export function createDashboard(reader: Pick<Reader, 'dashboard'>, clock: Pick<Clock, 'elapsed'>) {
  const answers = dropStaleAnswers()
  let last: Answer | undefined
  let areRequestsWanted = false
  let isWantedAnew = false
  const pace = createPace()
  let pauseMs = RETRY_MS

  return (read: Read, withRequests: boolean) => {
    areRequestsWanted = withRequests
    const { data, isError, errorUpdateCount, refetch } = read<Answer>('dashboard', {
      queryKey: ['dashboard'],
      queryFn: async () => {
        let askedAt: number
        let answer: Dashboard
        do {
          isWantedAnew = false
          askedAt = clock.elapsed()
          answer = await reader.dashboard(areRequestsWanted)
          // Without data, `refetch` does not restart a fetch that is under way.
        } while (isWantedAnew && !last)
        const isTaken = answers.accept(answer.at)
        const answeredAt = clock.elapsed()
        last =
          isTaken || !last
            ? { ...answer, receivedAt: answeredAt, droppedCount: 0 }
            : { ...last, droppedCount: last.droppedCount + 1 }
        const { blockMs } = paceOf(last.book?.chainId ?? homeChainId)
        pauseMs = last.book ? pace({ block: last.at.blockNumber, askedAt, answeredAt }, blockMs) : WITHOUT_BOOK_MS
        return last
      },
      refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : pauseMs),
      refetchOnWindowFocus: true,
      refetchOnReconnect: 'always',
    })
    return {
      dashboard: data,
      book: data?.book,
      // Without data the query is pending again during each retry, and no error for that long.
      isOffline: isError || (data === undefined && errorUpdateCount > 0),
      /** The network answers, but with less than what is shown. */
      isLagging: (data?.droppedCount ?? 0) >= LAGGING_ANSWERS,
      /** Reads anew: an answer that was asked for before this call is not the last one. */
      refresh: () => {
        isWantedAnew = true
        void refetch()
      },
    }
  }
}
