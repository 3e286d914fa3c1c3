import { Refused } from '../../chain/refusal.ts'
import { type Command, keyOf } from '../../loans/command.ts'
import { useFee } from './useFee.ts'
import { useSender } from './useSender.tsx'

/** The fee of a command, or why it would be refused. */
export function useQuote(command: Command | undefined, isWanted: boolean) {
  const { quote } = useSender()
  const ask = () => (command ? quote(command) : Promise.reject(new Refused('NoContract')))
  return useFee(['command', command && keyOf(command)], ask, isWanted && command !== undefined)
}
