import { useBalances } from '../board/useBoard.ts'
import { Refused } from '../chain/send/refusal.ts'
import { type Command, keyOf } from './command.ts'
import { useFee } from './useFee.ts'
import { useSending } from './useSending.tsx'

/** The fee of a command, or why it would be refused. */
export function useQuote(command: Command | undefined, isWanted: boolean) {
  const { quote } = useSending()
  const balances = useBalances()
  const ask = () => (command ? quote(command) : Promise.reject(new Refused('NoContract')))
  // Asked again when the balances change: money that came in makes possible what was refused.
  return useFee(command ? keyOf(command) : '', balances, ask, isWanted && command !== undefined)
}
