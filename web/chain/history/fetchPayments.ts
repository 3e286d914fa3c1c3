import type { Address, Hash } from 'viem'
import { getBlock } from 'viem/actions'
import { isSameAddress, type TakenLoan } from '../../loans/loan.ts'
import { totalOf } from '../../loans/terms.ts'
import { isDust, isMinimal } from '../../loans/transfer.ts'
import type { Dollars } from '../../loans/units.ts'
import { loanBookAbi } from '../abi.ts'
import { readContract } from '../node/calls.ts'
import { client } from '../node/clients.ts'
import { FINAL_BLOCKS } from '../node/finalBlocks.ts'
import { decodeNumber } from '../read/decodeLoan.ts'
import { type BlockTimes, createBlockTimes } from './blockTimes.ts'
import { findBlock } from './findBlock.ts'
import { type BookEvent, searchEvents } from './searchEvents.ts'

export type Payment = {
  amount: Dollars
  /** Unix seconds. `isDayOnly`: it is estimated, and tells no more than the day. */
  paidAt: number
  isDayOnly: boolean
  hash: Hash
  payer: Address
  /** When the lender received it, if they recorded it, in unix seconds. */
  receivedAt: number | undefined
}

/** Change by the lender: `extended` to a later due date, in unix seconds, or `forgiven`, and how much. */
export type Change = { changedAt: number; hash: Hash } & (
  | { kind: 'extended'; dueAt: number }
  | { kind: 'forgiven'; amount: Dollars }
)

/** A loan's history from the contract's events. */
export type Payments = {
  /** The transactions that published and that took the offer; undefined where the node has pruned them. */
  offeredIn: Hash | undefined
  acceptedIn: Hash | undefined
  /** Oldest first. */
  payments: readonly Payment[]
  /** Whether their sum is what the contract says was paid. */
  addsUp: boolean
  /** Oldest first. */
  changes: readonly Change[]
  /** Whether they lead to the due date and the status that the contract has. One between two others can still be missing. */
  areChangesWhole: boolean
}

type Options = {
  signal: AbortSignal
  /** The share of the blocks that was searched, from 0 to 1. */
  onProgress: (share: number) => void
}

type Repaid = Extract<BookEvent, { eventName: 'Repaid' }>
type Changed = Extract<BookEvent, { eventName: 'Extended' | 'Forgiven' }>
type InBlock = { block: bigint }
/** As its event tells it. */
type Untimed<T> = T extends unknown ? Omit<T, 'paidAt' | 'isDayOnly' | 'changedAt'> & InBlock : never
type Found = { payments: readonly (Untimed<Payment> & { total: Dollars })[]; changes: readonly Untimed<Change>[] }
type Known = Pick<Payments, 'offeredIn' | 'acceptedIn'> & Found & { start: bigint; searchedTo: bigint; times: BlockTimes }

/** How many blocks may share a timestamp, on a chain that mines many per second. */
const SAME_SECOND_BLOCKS = 100n

/** Cache of what was found in final blocks: opening the same loan again searches only newer ones. */
const known = new Map<string, Known>()

/** Every payment and change of a loan: searches from the block in which it was taken until they lead to what it is now. */
export async function fetchPayments(book: Address, loan: TakenLoan, options: Options): Promise<Payments> {
  const { signal, onProgress } = options
  const key = `${book} ${loan.id} ${loan.borrower} ${loan.startedAt}`
  const before = known.get(key)
  if (before && isWhole(before, loan)) return paymentsOf(before, before, loan)

  const latest = await getBlock(client)
  const begun = before ?? (await findStart(book, loan, latest, signal))
  const final = latest.number - FINAL_BLOCKS
  begun.times.forgetFrom(final + 1n)
  begun.times.note(latest)
  const found = { payments: [...begun.payments], changes: [...begun.changes] }
  const keep = (upTo: bigint) => {
    const searchedTo = upTo < final ? upTo : final
    if (searchedTo < begun.start) return
    const isFinal = ({ block }: InBlock) => block <= searchedTo
    known.set(key, { ...begun, searchedTo, payments: found.payments.filter(isFinal), changes: found.changes.filter(isFinal) })
  }

  keep(begun.searchedTo)
  if (!isWhole(found, loan)) {
    for await (const { events, upTo } of searchEvents(book, loan.id, begun.searchedTo + 1n, latest.number, signal)) {
      let last = begun.searchedTo
      for (const event of events) {
        // Stops once they lead there: what is newer than `loan` is left to the next search.
        if (isWhole(found, loan)) break
        last = event.blockNumber
        const isChange = event.eventName === 'Extended' || event.eventName === 'Forgiven'
        if (event.eventName === 'Repaid' && !addsUp(found.payments, loan)) found.payments.push(paymentIn(event, events))
        if (isChange && !areChangesWhole(found.changes, loan)) found.changes.push(changeIn(event))
      }
      if (isWhole(found, loan)) {
        keep(last)
        break
      }
      keep(upTo)
      onProgress(Number(upTo - begun.start) / Number(latest.number - begun.start || 1n))
    }
  }

  // A node left out or invented events: the next search starts from the beginning.
  if (!isWhole(found, loan)) known.delete(key)
  return paymentsOf(begun, found, loan)
}

/** With their times. Blocks are not read for what anyone can do for less than a dollar. */
async function paymentsOf(
  { offeredIn, acceptedIn, times }: Known,
  { payments, changes }: Found,
  loan: TakenLoan,
): Promise<Payments> {
  const isCounted = ({ payer, amount }: Found['payments'][number]) =>
    [loan.lender, loan.borrower].some((person) => isSameAddress(person, payer)) ? !isDust(amount) : !isMinimal(amount)
  await times.read([...payments.filter(isCounted), ...changes].map(({ block }) => block))
  const at = (block: bigint) => times.known.get(block) ?? times.estimate(block)
  return {
    offeredIn,
    acceptedIn,
    payments: payments.map((one) => ({ ...one, paidAt: at(one.block), isDayOnly: !times.known.has(one.block) })),
    addsUp: addsUp(payments, loan),
    changes: changes.map((one) => ({ ...one, changedAt: at(one.block) })),
    areChangesWhole: areChangesWhole(changes, loan),
  }
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
  const times = createBlockTimes()
  times.note(accepted)

  return {
    times,
    offeredIn: await transactionOf(['OfferCreated', 'RequestCreated'], book, loan.id, offered.number, latest.number, signal),
    acceptedIn: await transactionOf(['LoanAccepted'], book, loan.id, accepted.number, latest.number, signal),
    start: accepted.number,
    searchedTo: accepted.number - 1n,
    payments: [],
    changes: [],
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

/** PaidBy follows Repaid if the payer is not the borrower, and PaidElsewhere follows PaidBy if the lender recorded it. */
function paymentIn(event: Repaid, events: readonly BookEvent[]): Found['payments'][number] {
  const { transactionHash: hash, blockNumber, logIndex } = event
  const { amount, totalRepaid, borrower } = event.args
  const following = (steps: number) =>
    events.find((other) => other.transactionHash === hash && other.logIndex === logIndex + steps)
  const [next, afterNext] = [following(1), following(2)]
  const payer = next?.eventName === 'PaidBy' ? next.args.payer : borrower
  const receivedAt = afterNext?.eventName === 'PaidElsewhere' ? decodeNumber.timestamp(afterNext.args.paidAt) : undefined
  return { amount, hash, payer, receivedAt, block: blockNumber, total: totalRepaid }
}

function changeIn(event: Changed): Found['changes'][number] {
  const at = { hash: event.transactionHash, block: event.blockNumber }
  return event.eventName === 'Extended'
    ? { kind: 'extended', dueAt: decodeNumber.timestamp(event.args.dueTs), ...at }
    : { kind: 'forgiven', amount: event.args.amount, ...at }
}

function isWhole({ payments, changes }: Found, loan: TakenLoan): boolean {
  return addsUp(payments, loan) && areChangesWhole(changes, loan)
}

/** Each event carries the running total, which must match ours; the last must be what the contract says was paid. */
function addsUp(payments: Found['payments'], { repaid }: TakenLoan): boolean {
  let sum = 0n
  for (const { amount, total } of payments) {
    sum += amount
    if (sum !== total) return false
  }
  return sum === repaid
}

/** Each extension leads to a later date, the last to the contract's; what was forgiven is all that was still owed. */
function areChangesWhole(changes: Found['changes'], loan: TakenLoan): boolean {
  let dueAt = loan.startedAt + loan.duration
  let isForgiven = false
  for (const change of changes) {
    if (isForgiven) return false
    if (change.kind === 'extended' && change.dueAt <= dueAt) return false
    if (change.kind === 'extended') dueAt = change.dueAt
    else isForgiven = change.amount === totalOf(loan) - loan.repaid
  }
  return dueAt === loan.dueAt && isForgiven === (loan.status === 'forgiven')
}
