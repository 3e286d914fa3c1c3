import type { Address } from 'viem'
import type { Activity } from '../loans/activity.ts'
import { instalmentsOf } from './activityLine.ts'
import { esActivity } from './esActivity.ts'
import { explorerUrl } from './explorer.ts'
import { longMoment, moneyOwed } from './format.ts'

const words = esActivity.receiptOf

/** A payment's receipt as a message, with whole addresses, so that whoever gets it can check it. */
export function receiptText(activity: Activity, chainId: number): string {
  const { amount = 0n, left = 0n, at, hash, loan } = activity
  const [from, to] = [payerOf(activity) ?? '', loan?.lender ?? '']
  const isNoted = activity.kind === 'noted' || activity.kind === 'notedForMe'
  const paid = (isNoted ? words.noted : words.paid)(from, to, moneyOwed(amount), longMoment(at))
  const number = words.loan([esActivity.loan(loan?.id ?? 0n), instalmentsOf(activity)].filter(Boolean).join(', '))
  const rest = left === 0n ? words.nothingLeft : words.left(moneyOwed(left))
  return [words.heading, paid, number, rest, words.transaction(explorerUrl(chainId, 'tx', hash) ?? hash)].join('\n')
}

/** Whoever paid; of a payment that was noted, whose debt it was. */
function payerOf({ kind, person, loan }: Activity): Address | undefined {
  return kind === 'received' || kind === 'paidForMe' ? person : loan?.borrower
}
