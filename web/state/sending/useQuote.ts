import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isTransient, refusalOf } from '../../chain/refusal.ts'
import { type Command, keyOf } from '../../loans/command.ts'
import { useSender } from './useSender.tsx'

/** One block: the base fee changes with each. */
const POLL_MS = 12_000
const DEBOUNCE_MS = 300

/** The fee of a command, or why it would be refused. Debounced, so that typing an amount asks once; then polled. */
export function useQuote(command: Command | undefined, isWanted: boolean) {
  const { quote } = useSender()
  const { data, error, refetch } = useQuery({
    queryKey: ['quote', command && keyOf(command)],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
      signal.throwIfAborted()
      return command ? quote(command) : 0n
    },
    enabled: isWanted && command !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const refusal = error ? refusalOf(error) : undefined
  return {
    /** In wei; undefined while it is not known. */
    fee: data,
    refusal,
    mayRetry: refusal !== undefined && isTransient(refusal),
    askAgain: () => refetch(),
  }
}
