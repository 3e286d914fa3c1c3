export const RETRY_MS = 10_000

/** `refetchInterval` of a query that is not polled: asks again some time after a failure, until it succeeds. */
export function retryFailed({ state }: { state: { status: string } }): number | false {
  return state.status === 'error' ? RETRY_MS : false
}
