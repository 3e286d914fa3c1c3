import type { Address, Hash } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import type { TakenLoan } from '../loans/loan.ts'
import { loanBookAbi } from './abi.ts'
import { client } from './clients.ts'
import { decodeNumber } from './decodeLoan.ts'
import { findBlock } from './findBlock.ts'
import { type BookEvent, searchEvents } from './searchEvents.ts'

export type Payment = {
  amount: bigint
  /** Unix seconds. */
  paidAt: number
  hash: Hash
  payer: Address
}

/** A loan's history from the contract's events. */
export type Payments = {
  /** The transactions that published and that took the offer; undefined where the node has pruned them. */
  offeredIn: Hash | undefined
  acceptedIn: Hash | undefined
  /** Oldest first. */
  payments: readonly Payment[]
  /** Whether their sum is what the contract says was paid. */
  addsUp: boolean
}

type Options = {
  signal: AbortSignal
  /** The share of the blocks that was searched, from 0 to 1. */
  onProgress: (share: number) => void
}

type Repaid = Extract<BookEvent, { eventName: 'Repaid' }>
type Found = Payment & { block: bigint; total: bigint }
type Known = Pick<Payments, 'offeredIn' | 'acceptedIn'> & { start: bigint; searchedTo: bigint; payments: readonly Found[] }

/** A block with so many on top of it is taken as final. */
const FINAL_BLOCKS = 32n
/** How many blocks may share a timestamp, on a chain that mines many per second. */
const SAME_SECOND_BLOCKS = 100n

/** Cache of what was found in final blocks: opening the same loan again searches only newer ones. */
const known = new Map<string, Known>()

/** Every payment of a loan: searches from the block in which it was taken until the payments add up to what was paid. */
export async function fetchPayments(book: Address, loan: TakenLoan, options: Options): Promise<Payments> {
  const { signal, onProgress } = options
  const key = `${book} ${loan.id} ${loan.borrower} ${loan.startedAt}`
  const before = known.get(key)
  if (before && addsUp(before.payments, loan)) return paymentsOf(before, before.payments, true)

  const latest = await getBlock(client)
  const begun = before ?? (await findStart(book, loan, latest, signal))
  const settled = latest.number - FINAL_BLOCKS
  const payments = [...begun.payments]
  const keep = (upTo: bigint) => {
    const searchedTo = upTo < settled ? upTo : settled
    if (searchedTo < begun.start) return
    known.set(key, { ...begun, searchedTo, payments: payments.filter(({ block }) => block <= searchedTo) })
  }

  keep(begun.searchedTo)
  if (!addsUp(payments, loan)) {
    for await (const { events, upTo } of searchEvents(book, loan.id, begun.searchedTo + 1n, latest.number, signal)) {
      // Stops once they add up: a newer payment than `loan` knows of is left to the next search.
      for (const event of events) {
        if (event.eventName === 'Repaid' && !addsUp(payments, loan)) payments.push(await readPayment(event, events))
      }
      const last = payments.at(-1)
      if (last && addsUp(payments, loan)) {
        keep(last.block)
        break
      }
      keep(upTo)
      onProgress(Number(upTo - begun.start) / Number(latest.number - begun.start || 1n))
    }
  }

  const isWhole = addsUp(payments, loan)
  // A node left out or invented events: the next search starts from the beginning.
  if (!isWhole) known.delete(key)
  return paymentsOf(begun, payments, isWhole)
}

function paymentsOf({ offeredIn, acceptedIn }: Known, payments: readonly Payment[], isWhole: boolean): Payments {
  return { offeredIn, acceptedIn, payments, addsUp: isWhole }
}

/** The block in which the loan was taken, and the transactions that published and took the offer. */
async function findStart(
  book: Address,
  loan: TakenLoan,
  latest: { number: bigint; timestamp: bigint },
  signal: AbortSignal,
): Promise<Known> {
  const address = book
  const { createdAt } = await readContract(client, { address, abi: loanBookAbi, functionName: 'getOffer', args: [loan.id] })
  const accepted = await findBlock(BigInt(loan.startedAt), latest, signal)
  const offered = await findBlock(createdAt, accepted, signal)

  return {
    offeredIn: await transactionOf(['OfferCreated', 'RequestCreated'], book, loan.id, offered.number, latest.number, signal),
    acceptedIn: await transactionOf(['LoanAccepted'], book, loan.id, accepted.number, latest.number, signal),
    start: accepted.number,
    searchedTo: accepted.number - 1n,
    payments: [],
  }
}

/** Searches this block and those that may share its timestamp. */
async function transactionOf(
  names: readonly BookEvent['eventName'][],
  book: Address,
  id: bigint,
  from: bigint,
  latest: bigint,
  signal: AbortSignal,
): Promise<Hash | undefined> {
  const to = from + SAME_SECOND_BLOCKS < latest ? from + SAME_SECOND_BLOCKS : latest
  for await (const { events } of searchEvents(book, id, from, to, signal)) {
    const found = events.find(({ eventName }) => names.includes(eventName))
    if (found) return found.transactionHash
  }
  return undefined
}

/** When it was paid, and by whom: PaidBy follows Repaid where the payer is not the borrower. */
async function readPayment(event: Repaid, events: readonly BookEvent[]): Promise<Found> {
  const { transactionHash: hash, blockNumber, logIndex } = event
  const { amount, totalRepaid, borrower } = event.args
  const { timestamp } = await getBlock(client, { blockNumber })
  const next = events.find((other) => other.transactionHash === hash && other.logIndex === logIndex + 1)
  const payer = next?.eventName === 'PaidBy' ? next.args.payer : borrower
  return { amount, paidAt: decodeNumber.timestamp(timestamp), hash, payer, block: blockNumber, total: totalRepaid }
}

/** Each event carries the running total, which must match ours; the last must be what the contract says was paid. */
function addsUp(payments: readonly Found[], { repaid }: TakenLoan): boolean {
  let sum = 0n
  for (const { amount, total } of payments) {
    sum += amount
    if (sum !== total) return false
  }
  return sum === repaid
}
