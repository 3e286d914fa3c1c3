import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { mayPass, refusalOf } from '../../chain/refusal.ts'
import { type Command, nameOf } from '../../loans/command.ts'
import { useSender } from './useSender.tsx'

/** Fees change with every block. */
const EVERY = 12_000
/** Whoever types an amount asks once, not with every digit. */
const PAUSE = 300

/** What a command would cost in fees, or why it cannot be carried out; asked anew whenever it changes. */
export function useQuote(command: Command | undefined, isWanted: boolean) {
  const { quote } = useSender()
  const { data, error, refetch } = useQuery({
    queryKey: ['quote', command && nameOf(command)],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      signal.throwIfAborted()
      return command ? quote(command) : 0n
    },
    enabled: isWanted && command !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const refusal = error ? refusalOf(error) : undefined
  return {
    /** In wei; none while it is not known. */
    fee: data,
    refusal,
    mayPass: refusal !== undefined && mayPass(refusal),
    askAgain: () => refetch(),
  }
}
