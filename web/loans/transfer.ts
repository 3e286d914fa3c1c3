import type { Address } from 'viem'
import type { DecimalProblem, Parsed } from './decimal.ts'
import { highestFee } from './feeRise.ts'
import { isSameAddress, NOBODY } from './loan.ts'
import type { Wei } from './units.ts'

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

/** The most ether that can be sent: what is left covers every fee that is signed without asking again. */
export function mostEther(balance: Wei, shownFee: Wei): Wei {
  const left = balance - highestFee(shownFee)
  return left > 0n ? left : 0n
}

export type AmountProblem = Exclude<DecimalProblem, { kind: 'too-large' }> | { kind: 'above'; most: bigint }

/** An amount as it was typed and parsed, of which there is no more than `most`. */
export function checkTransfer(
  parsed: Parsed<bigint>,
  most: bigint,
): { ok: true; value: bigint } | { ok: false; problem: AmountProblem } {
  const above = { ok: false, problem: { kind: 'above', most } } as const
  if (parsed.ok) return parsed.value > most ? above : parsed
  return parsed.problem.kind === 'too-large' ? above : { ok: false, problem: parsed.problem }
}

/** How many characters at each end of a shortened address people compare, '0x' apart. */
const ENDS = 4

/** The known address that another one could be taken for: the same at both ends, where they are shortened, and not the same. */
export function lookAlikeOf(address: string, known: Iterable<string>): string | undefined {
  const endsOf = (text: string) => text.slice(2, 2 + ENDS).toLowerCase() + text.slice(-ENDS).toLowerCase()
  for (const other of known) {
    if (!isSameAddress(other, address) && endsOf(other) === endsOf(address)) return other
  }
  return undefined
}
