import type { AmountProblem, RecipientProblem, TransferKind } from '../../loans/transfer.ts'
import type { Dollars } from '../../loans/units.ts'
import type { Dealings } from '../../people/dealings.ts'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { exactEther, exactMoney, money, moneyOwed } from '../../text/format.ts'
import { addressMistake, draftMistake } from '../publish/draftMistake.ts'
import { words } from './dialogWords.ts'

/** Why nothing is sent to what was typed. `suggest`: those who may be meant by it. */
export function recipientMistake(
  problem: RecipientProblem | 'missing' | 'invalid',
  typed: string,
  suggest: (typed: string) => readonly unknown[],
): string {
  if (problem === 'missing') return suggest('').length > 0 ? words.toMissingOrChosen : words.toMissing
  if (problem === 'invalid') return addressMistake(typed, suggest)
  return whyRefused({ name: problem, args: [] })
}

export function amountMistake(kind: TransferKind, problem: AmountProblem): string {
  if (problem.kind !== 'above') return draftMistake({ field: 'amount', problem })
  return kind === 'sendEther' ? words.aboveEther(exactEther(problem.most)) : words.above(exactMoney(problem.most))
}

/**
 * Debts and transfers between me and somebody, in one line. `withMe`: undefined while it is not read; `received`: the last dollars that they
 * sent to me, if any were found.
 */
export function tiesLine(withMe: Dealings | undefined, hasSent: boolean, received?: Dollars): string {
  if (!withMe) return hasSent ? words.sentBefore : ''
  const { owesMe, owedByMe, taken, lentToMe } = withMe
  const debts = [
    ...(owedByMe > 0n ? [words.youOwe(moneyOwed(owedByMe))] : []),
    ...(owesMe > 0n ? [words.owesYou(moneyOwed(owesMe))] : []),
  ]
  if (debts.length > 0) return debts.join(' · ')
  if (hasSent) return words.sentBefore
  // Dollars from somebody with whom there were loans may have been a payment.
  if (taken + lentToMe > 0) return words.settled
  return received === undefined ? words.stranger : words.sentMe(money(received))
}
