import { dropStaleAnswers } from '../chain/node/dropStaleAnswers.ts'
import type { Dashboard } from '../chain/read/fetchDashboard.ts'
import type { Reader } from '../chain/read/reader.ts'
import type { Clock } from './clock.ts'
import type { Read } from './reads.ts'

type Answer = Dashboard & {
  /** The device's monotonic time in milliseconds when it arrived. */
  receivedAt: number
  /** How many answers were dropped since, because they were older. */
  droppedCount: number
}

export type Reading = ReturnType<ReturnType<typeof createDashboard>>

const POLL_MS = 10_000
/** One alone is common where several machines stand behind one node. */
const LAGGING_ANSWERS = 2

/** The dashboard's one call, polled. An answer that is older than the one on screen is dropped. */
export function createDashboard(reader: Pick<Reader, 'dashboard'>, clock: Pick<Clock, 'elapsed'>) {
  const answers = dropStaleAnswers()
  let last: Answer | undefined
  let areRequestsWanted = false

  return (read: Read, withRequests: boolean) => {
    areRequestsWanted = withRequests
    const { data, isError, errorUpdateCount, refetch } = read<Answer>('dashboard', {
      queryKey: ['dashboard'],
      queryFn: async () => {
        let answer = await reader.dashboard(withRequests)
        // Somebody began to look at the requests meanwhile: without data yet, query-core does not ask anew.
        if (areRequestsWanted && !withRequests && !last) answer = await reader.dashboard(true)
        const isTaken = answers.accept(answer.at)
        last =
          isTaken || !last
            ? { ...answer, receivedAt: clock.elapsed(), droppedCount: 0 }
            : { ...last, droppedCount: last.droppedCount + 1 }
        return last
      },
      refetchInterval: POLL_MS,
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
      refresh: () => void refetch(),
      /** Lets a question that is on its way end: of a slow node no answer would ever be seen. */
      refreshOnNews: () => void refetch({ cancelRefetch: false }),
    }
  }
}
