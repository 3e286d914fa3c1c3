import type { Address, Hash } from 'viem'
import type { Activity, Happening } from './activity.ts'
import { worthOf } from './balance.ts'
import { isSameAddress } from './loan.ts'
import { isDust, isMinimal } from './transfer.ts'

/*
 * Anyone can pay a millionth of a debt to me, or send me one, as often as they like. So that this neither hides what matters
 * nor makes my page send requests, only a `line` takes a place of a page and has its block and its loan read.
 */

/**
 * `small`: less than a dollar that somebody else sent or paid. `dust`: less than a cent, folded. `part`: belongs to another event
 * of its transaction. `dustPart`: the same of folded ones.
 */
type Weight = 'line' | 'small' | 'dust' | 'part' | 'dustPart'

type Ours = { me: Address; book: Address }

/** Payments of a transaction by log index, their sums, and who paid if it was not the borrower. */
type Transaction = { payments: Map<number, bigint>; sums: Set<bigint>; payers: Map<number, Address>; isMore: boolean }

/** Weighs events. Those of a transaction must come together in `happenings`, in any order. */
export function weigh(happenings: readonly Happening[], ours: Ours): Map<Happening, Weight> {
  const transactions = new Map<Hash, Transaction>()
  for (const happening of happenings) {
    const none: Transaction = { payments: new Map(), sums: new Set(), payers: new Map(), isMore: false }
    const of = transactions.get(happening.hash) ?? none
    transactions.set(happening.hash, of)
    if (!('from' in happening)) of.isMore = true
    if (happening.event === 'PaidBy') of.payers.set(happening.index, happening.payer)
    if (happening.event !== 'Repaid') continue
    of.payments.set(happening.index, happening.amount)
    of.sums.add(happening.amount)
  }
  return new Map(happenings.map((one) => [one, weightOf(one, transactions.get(one.hash), ours)]))
}

function weightOf(happening: Happening, of: Transaction | undefined, { me, book }: Ours): Weight {
  const isMe = (person: Address) => isSameAddress(person, me)
  switch (happening.event) {
    case 'Repaid': {
      if (isDust(happening.amount)) return 'dust'
      const payer = of?.payers.get(happening.index + 1)
      return payer && !isMe(payer) && isMinimal(happening.amount) ? 'small' : 'line'
    }
    case 'PaidBy': {
      const paid = of?.payments.get(happening.index - 1)
      return paid === undefined ? 'line' : isDust(paid) ? 'dustPart' : 'part'
    }
    case 'PaymentHeld':
      return isDust(happening.amount) ? 'dustPart' : 'part'
    case 'RequestFunded':
      return 'part'
    case 'Withdrawn':
      return isMe(happening.lender) ? 'line' : weightOfSum(worthOf(happening))
    case 'Transfer':
      if (of?.sums.has(happening.amount)) return isDust(happening.amount) ? 'dustPart' : 'part'
      if (!isMe(happening.to) || isSameAddress(happening.from, book)) return of?.isMore ? 'part' : 'line'
      return weightOfSum(worthOf(happening))
    case 'EtherReceived':
      return weightOfSum(worthOf(happening))
    default:
      return 'line'
  }
}

function weightOfSum(worth: bigint): Weight {
  return isDust(worth) ? 'dust' : isMinimal(worth) ? 'small' : 'line'
}

/** One line for all of a day and, of payments, of one loan. The newest comes first. */
export function foldSmall(small: readonly Happening[], atOf: (block: bigint) => number): Activity[] {
  const lines = new Map<string, Activity>()
  for (const one of small) {
    const at = atOf(one.block)
    const loanId = 'id' in one ? one.id : undefined
    const kind =
      loanId === undefined ? 'dustTransfers' : one.event === 'Repaid' && isDust(one.amount) ? 'dustPayments' : 'smallPayments'
    const key = `${new Date(at * 1000).toDateString()} ${kind} ${loanId ?? ''}`
    const line = lines.get(key)
    const { block, hash } = one
    lines.set(
      key,
      line ? { ...line, count: (line.count ?? 0) + 1 } : { key, kind, block, hash, at, isDayOnly: true, count: 1, loanId },
    )
  }
  return [...lines.values()]
}
