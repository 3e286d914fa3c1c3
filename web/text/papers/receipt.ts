import type { Address } from 'viem'
import { type Activity, isByAnybody, isNoted, isTransfer } from '../../loans/activity.ts'
import { instalmentsOf } from '../activityLine.ts'
import { esActivity } from '../es/esActivity.ts'
import { explorerUrl } from '../explorer.ts'
import { exactEther, exactMoney, longDate, longMoment, moneyOwed } from '../format.ts'

const words = esActivity.receiptOf

/** The receipt of a payment or a transfer as a message, with whole addresses, so that the recipient can check it. */
export function receiptText(activity: Activity, chainId: number, me: Address): string {
  const about = isTransfer(activity) ? transferLines(activity, me) : paymentLines(activity)
  const where = explorerUrl(chainId, 'tx', activity.hash) ?? activity.hash
  return [words.heading, ...about, words.transaction(where)].join('\n')
}

/** Amount on a receipt: of a payment rounded as the debt is, of a transfer exact. */
export function receiptAmount(activity: Activity): string {
  const { amount, unit } = activity
  if (unit === 'wei') return exactEther(amount)
  return isTransfer(activity) ? exactMoney(amount ?? 0n) : moneyOwed(amount ?? 0n)
}

function transferLines(activity: Activity, me: Address): string[] {
  const { kind, person = '' } = activity
  const [from, to] = kind === 'sent' ? [me, person] : [person, me]
  return [words.moved(from, to, receiptAmount(activity), whenOf(activity))]
}

function paymentLines(activity: Activity): string[] {
  const { left = 0n, loan } = activity
  const [from, to] = [payerOf(activity) ?? '', loan?.lender ?? '']
  const paid = (isNoted(activity) ? words.noted : words.paid)(from, to, receiptAmount(activity), whenOf(activity))
  const number = words.loan([esActivity.loan(loan?.id ?? 0n), instalmentsOf(activity)].filter(Boolean).join(', '))
  const rest = left === 0n ? words.nothingLeft : words.left(moneyOwed(left))
  return [paid, number, rest]
}

function whenOf({ at, isDayOnly }: Activity): string {
  return isDayOnly ? longDate(at) : longMoment(at)
}

/** Payer; of a payment that was noted, the borrower. */
function payerOf(activity: Activity): Address | undefined {
  return isByAnybody(activity) ? activity.person : activity.loan?.borrower
}
