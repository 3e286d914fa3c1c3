import { type Address, erc20Abi, type Hash, isAddressEqual, parseEventLogs } from 'viem'
import { getBlock, getTransactionReceipt, readContract } from 'viem/actions'
import { startedAt } from '../loans/due.ts'
import type { ActiveLoan, RepaidLoan } from '../loans/loan.ts'
import { loanBookAbi } from './abi.ts'
import { client } from './clients.ts'
import { MAX_MOMENT } from './decodeLoan.ts'
import { findBlock } from './findBlock.ts'
import { type BookEvent, searchEvents } from './searchEvents.ts'

export type Payment = {
  amount: bigint
  /** Unix seconds. */
  paidAt: number
  hash: Hash
  /** Whose dollars they were; none where the transaction doesn't show it. */
  payer: Address | undefined
}

/** A loan's life as the chain announced it. */
export type Payments = {
  /** The transactions that published and that took the offer; none where the node doesn't know them any more. */
  offeredIn: Hash | undefined
  acceptedIn: Hash | undefined
  /** The oldest first. */
  payments: readonly Payment[]
  /** Whether they come to what the contract says was paid. */
  addsUp: boolean
}

type Options = {
  signal: AbortSignal
  /** How much of the chain was looked through, from 0 to 1. */
  onProgress: (share: number) => void
}

type Repaid = Extract<BookEvent, { eventName: 'Repaid' }>
type Found = Payment & { block: bigint; total: bigint }
type Known = Pick<Payments, 'offeredIn' | 'acceptedIn'> & { start: bigint; searchedTo: bigint; payments: readonly Found[] }

/** A block that has so many above it stays. */
const SETTLED = 32n
const SAME_SECOND = 100n

/** What was found below settled blocks: to open the same loan again asks only for what is new. */
const known = new Map<string, Known>()

/** Every payment of a loan, searched from the block in which it was taken until they come to what was paid. */
export async function fetchPayments(book: Address, loan: ActiveLoan | RepaidLoan, options: Options): Promise<Payments> {
  const { signal, onProgress } = options
  const key = `${book} ${loan.id} ${loan.borrower} ${startedAt(loan)}`
  const before = known.get(key)
  if (before && addsUp(before.payments, loan)) return toldOf(before, before.payments, true)

  const latest = await getBlock(client)
  const begun = before ?? (await findBeginning(book, loan, latest, signal))
  const settled = latest.number - SETTLED
  const payments = [...begun.payments]
  const keep = (upTo: bigint) => {
    const searchedTo = upTo < settled ? upTo : settled
    if (searchedTo < begun.start) return
    known.set(key, { ...begun, searchedTo, payments: payments.filter(({ block }) => block <= searchedTo) })
  }

  keep(begun.searchedTo)
  if (!addsUp(payments, loan)) {
    for await (const { events, upTo } of searchEvents(book, loan.id, begun.searchedTo + 1n, latest.number, signal)) {
      // One that is younger than what the loan says waits for the next time.
      for (const event of events) {
        if (event.eventName === 'Repaid' && !addsUp(payments, loan)) payments.push(await look(event, book, loan))
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
  // Something is missing or was made up: the next time begins anew.
  if (!isWhole) known.delete(key)
  return toldOf(begun, payments, isWhole)
}

function toldOf({ offeredIn, acceptedIn }: Known, payments: readonly Payment[], isWhole: boolean): Payments {
  return { offeredIn, acceptedIn, payments, addsUp: isWhole }
}

/** Where the loan begins on the chain, and the transactions that brought it there. */
async function findBeginning(
  book: Address,
  loan: ActiveLoan | RepaidLoan,
  latest: { number: bigint; timestamp: bigint },
  signal: AbortSignal,
): Promise<Known> {
  const address = book
  const [genesis, { createdAt }] = await Promise.all([
    getBlock(client, { blockNumber: 0n }),
    readContract(client, { address, abi: loanBookAbi, functionName: 'getOffer', args: [loan.id] }),
  ])
  const accepted = await findBlock(BigInt(startedAt(loan)), genesis, latest, signal)
  const offered = await findBlock(createdAt, genesis, accepted, signal)

  return {
    offeredIn: await transactionOf('OfferCreated', book, loan.id, offered.number, latest.number, signal),
    acceptedIn: await transactionOf('LoanAccepted', book, loan.id, accepted.number, latest.number, signal),
    start: accepted.number,
    searchedTo: accepted.number - 1n,
    payments: [],
  }
}

/** Announced in this block or, on a chain where many blocks share a second, in one soon after. */
async function transactionOf(
  name: BookEvent['eventName'],
  book: Address,
  id: bigint,
  from: bigint,
  latest: bigint,
  signal: AbortSignal,
): Promise<Hash | undefined> {
  const to = from + SAME_SECOND < latest ? from + SAME_SECOND : latest
  for await (const { events } of searchEvents(book, id, from, to, signal)) {
    const found = events.find(({ eventName }) => eventName === name)
    if (found) return found.transactionHash
  }
  return undefined
}

/**
 * When it was paid, and by whom. The event names the borrower, whoever paid, and a transaction may pay through a contract:
 * so it is the dollars that tell. They move right after the announcement, to the lender or, where that fails, to the book.
 */
async function look(event: Repaid, book: Address, { lender }: ActiveLoan | RepaidLoan): Promise<Found> {
  const { transactionHash: hash, blockNumber, logIndex } = event
  const { amount, totalRepaid } = event.args
  const [block, receipt] = await Promise.all([getBlock(client, { blockNumber }), getTransactionReceipt(client, { hash })])
  if (block.timestamp > MAX_MOMENT) throw new Error(`Block ${blockNumber} is of ${block.timestamp}`)
  const moved = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).find(
    ({ logIndex: index, args }) =>
      index > logIndex && args.value === amount && [lender, book].some((to) => isAddressEqual(to, args.to)),
  )
  return { amount, paidAt: Number(block.timestamp), hash, payer: moved?.args.from, block: blockNumber, total: totalRepaid }
}

/** Each event says what was paid with it and before it, and the contract what was paid in all. */
function addsUp(payments: readonly Found[], { repaid }: ActiveLoan | RepaidLoan): boolean {
  let sum = 0n
  for (const { amount, total } of payments) {
    sum += amount
    if (sum !== total) return false
  }
  return sum === repaid
}
