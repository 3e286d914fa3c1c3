import type { Address } from 'viem'
import type { DecimalProblem, Parsed } from './decimal.ts'
import { CENT, DOLLAR, isSameAddress, NOBODY } from './loan.ts'
import type { Dollars, Wei } from './units.ts'

export type TransferKind = 'sendEther' | 'sendDollars'

/** Why nothing is sent to an address, if so. `token`: undefined while it is not known. */
export type RecipientProblem = 'ToNobody' | 'ToMyself' | 'ToBook' | 'ToToken'

export type Ours = { account: Address; book: Address; token: Address | undefined }

/** Recipients that are refused: money sent there is lost, or does not move at all. */
export function recipientProblem(to: Address, { account, book, token }: Ours): RecipientProblem | undefined {
  if (isSameAddress(to, NOBODY)) return 'ToNobody'
  if (isSameAddress(to, account)) return 'ToMyself'
  if (isSameAddress(to, book)) return 'ToBook'
  return isSameAddress(to, token) ? 'ToToken' : undefined
}

/** The most ether that can be sent. Leaves a quarter more than the fee, which may rise until the user has reviewed the amount. */
export function mostEther(balance: Wei, fee: Wei): Wei {
  const left = balance - (fee * 5n) / 4n
  return left > 0n ? left : 0n
}

export type AmountProblem = Exclude<DecimalProblem, { kind: 'too-large' }> | { kind: 'above'; most: bigint }

export type CheckedTransfer<Amount> = { ok: true; value: Amount } | { ok: false; problem: AmountProblem }

/** An amount as it was typed and parsed, of which there is no more than `most`. */
export function checkTransfer<Amount extends bigint>(parsed: Parsed<Amount>, most: Amount): CheckedTransfer<Amount> {
  const above = { ok: false, problem: { kind: 'above', most } } as const
  if (parsed.ok) return parsed.value > most ? above : parsed
  return parsed.problem.kind === 'too-large' ? above : { ok: false, problem: parsed.problem }
}

/** Less than a cent is nothing that anybody meant to send: 'Actividad' leaves it out, whoever sent it. */
export function isDust(amount: Dollars): boolean {
  return amount < CENT
}

/** From somebody I do not know it is folded in 'Actividad', and no news: to put an address before me costs no more than that. */
export function isMinimal(amount: Dollars): boolean {
  return amount < DOLLAR
}

/** How many characters at each end of a shortened address people compare, '0x' apart. */
const ENDS = 4

/** The two ends of an address, as they are shown where it is shortened. */
export function endsOf(address: string): string {
  return (address.slice(2, 2 + ENDS) + address.slice(-ENDS)).toLowerCase()
}

/** The known address that another one could be taken for: the same at both ends, where they are shortened, and not the same. */
export function lookAlikeOf<A extends string>(address: string, known: Iterable<A>): A | undefined {
  for (const other of known) {
    if (!isSameAddress(other, address) && endsOf(other) === endsOf(address)) return other
  }
  return undefined
}
