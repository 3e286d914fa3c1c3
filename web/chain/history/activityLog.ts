import {
  type Address,
  formatLog,
  type Hash,
  type Hex,
  isAddressEqual,
  isHash,
  type Log,
  numberToHex,
  pad,
  parseEventLogs,
  toEventSelector,
} from 'viem'
import { getBlock } from 'viem/actions'
import { ETHER_LOGS } from '../../chains.ts'
import { type Activity, type Arrival, activitiesOf, arrivalsIn, type Happening, type Told } from '../../loans/activity.ts'
import { isSameAddress, type Loan } from '../../loans/loan.ts'
import { foldSmall, weigh } from '../../loans/smallSums.ts'
import type { Wei } from '../../loans/units.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'
import { client } from '../node/clients.ts'
import { FINAL_BLOCKS, firstUnfinal } from '../node/finalBlocks.ts'
import { genesisOf } from '../node/genesisOf.ts'
import { decodeNumber } from '../read/decodeLoan.ts'
import { type Book, fetchItems, fetchOlder } from '../read/fetchDashboard.ts'
import { inParts } from '../read/inParts.ts'
import { tokenOf } from '../token/tokenOf.ts'
import { createBlockTimes } from './blockTimes.ts'
import { inRanges } from './inRanges.ts'

/** One press of 'Ver anteriores' looks for so many events, through so many blocks at most: a week on Sepolia. */
const PAGE = 40
const PRESS_BLOCKS = 50_000n
/** In the background, nobody waits for it: a node that gives little at once is not asked for long. */
const ARRIVAL_RANGES = 25
/** How many loans one filter names, and how many are read whole in one call. Nodes limit both. */
const IDS_PER_FILTER = 250
const IDS_PER_CALL = 100
/** No amount of test dollars is larger, nor any of ether in wei. */
const MAX_AMOUNT = 2n ** 96n

const abi = [...loanBookAbi, ...testDollarAbi]
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const PAID_BY = toEventSelector('PaidBy(uint256,address)')
const WITHDRAWN = toEventSelector('Withdrawn(address,address,uint256)')

export type ActivityPage = {
  /** Newest first. */
  activities: Activity[]
  /** Down to which moment was searched, in unix seconds. Undefined: to the first block. */
  searchedTo: number | undefined
}

export type EtherSent = { to: Address; amount: Wei; hash: Hash; block: bigint }

type Wanted = {
  /** Ether that this device sent: not every network logs it. */
  sent: readonly EtherSent[]
  /** How often older ones were asked for. */
  presses: number
  signal: AbortSignal
  /** The share of this press's blocks that was searched, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Activity of an account, and of others on its loans, from the events of the lending contract and of the dollar, and from
 * logs of ether if the network has them, searched from the newest block back. Keeps the events it found: reading again searches
 * the blocks that are new or not final yet, and going on searches older ones.
 */
export function createActivityLog(book: Address, account: Address) {
  let genesis: string | undefined
  let token: Address | undefined
  let happenings: Happening[] = []
  const loans = new Map<bigint, Loan>()
  let times = createBlockTimes()
  /** The stretch of blocks that was searched, and how far the last press goes. */
  let searched: { from: bigint; to: bigint } | undefined
  let press = { number: 0, goal: 0n, least: 0 }
  let older: { key: string; ids: bigint[] } = { key: '', ids: [] }

  const forget = () => {
    ;[token, happenings, searched] = [undefined, [], undefined]
    press = { number: 0, goal: 0n, least: 0 }
    older = { key: '', ids: [] }
    loans.clear()
    times = createBlockTimes()
  }
  /** The events that take a place of a page. */
  const linesIn = (all: readonly Happening[]) => {
    const weights = weigh(all, { me: account, book })
    return all.filter((one) => weights.get(one) === 'line')
  }
  const countOf = (all: readonly Happening[]) => linesIn(all).length

  /** All of my loans, also the ones that the dashboard does not bring. */
  const idsOf = async (own: Book): Promise<bigint[]> => {
    const lists = ['lent', 'borrowed', 'requested'] as const
    const long = lists.filter((list) => own[list].next > 0)
    const key = long.map((list) => `${list} ${own[list].length}`).join()
    if (older.key !== key) {
      const all = await Promise.all(long.map((list) => fetchOlder(own, account, list, own[list].next)))
      older = { key, ids: all.flatMap(({ rows }) => rows.map(({ id }) => id)) }
    }
    return [...new Set([...lists.flatMap((list) => own[list].rows.map(({ id }) => id)), ...older.ids])]
  }

  const search = async (from: bigint, to: bigint, ids: readonly bigint[]): Promise<Happening[]> => {
    if (!token) throw new Error('The token is not known')
    const watched = { book, token, account, ids }
    const filters = filtersOf(watched).map((filter) => ({
      ...filter,
      fromBlock: numberToHex(from),
      toBlock: numberToHex(to),
    }))
    const logs = await Promise.all(filters.map((filter) => client.request({ method: 'eth_getLogs', params: [filter] })))
    return decodeLogs(logs.flat(), watched, from, to)
  }

  const fetchLoans = async (ids: readonly bigint[], blockNumber: bigint): Promise<Loan[]> => {
    const found: Loan[] = []
    for (const part of inParts([...new Set(ids)], IDS_PER_CALL)) {
      const { items } = await fetchItems({ address: book, blockNumber }, account, part)
      found.push(...items.map(({ loan }) => loan))
    }
    return found
  }

  /** Loans of what was found since `from`; what is known of older ones stays true. */
  const completeLoans = async (lines: readonly Happening[], own: Book, blockNumber: bigint, from: bigint) => {
    const read = new Map([...own.lent.items, ...own.borrowed.items, ...own.requested.items].map(({ loan }) => [loan.id, loan]))
    const isStale = (id: bigint, block: bigint) => !read.has(id) && (block >= from || !loans.has(id))
    const stale = lines.flatMap((one) => ('id' in one && isStale(one.id, one.block) ? [one.id] : []))
    for (const id of stale) loans.delete(id)
    for (const loan of [...read.values(), ...(await fetchLoans(stale, blockNumber))]) loans.set(loan.id, loan)
  }

  const read = async (own: Book, { presses, sent, signal, onProgress }: Wanted): Promise<ActivityPage> => {
    const [first, latest] = await Promise.all([genesisOf(own.chainId), getBlock(client)])
    signal.throwIfAborted()
    // Not beyond the block of `own`: money of a loan that is not among its ids would be taken for a transfer to the contract.
    const newest = min(latest.number, own.blockNumber)
    // A local chain that was reset, or one that is much shorter than before.
    if (first !== genesis || (searched && newest < searched.to - FINAL_BLOCKS)) forget()
    genesis = first
    token ??= await tokenOf(book)
    const ids = await idsOf(own)
    signal.throwIfAborted()

    const anew = searched === undefined ? newest + 1n : max(searched.from, firstUnfinal(searched.to))
    const found: Happening[] = []
    if (searched) {
      const range = { from: anew, to: newest, first: 'newest', signal } as const
      for await (const part of inRanges({ ...range, read: (from, to) => search(from, to, ids) })) found.push(...part.found)
      happenings = [...found, ...happenings.filter(({ block }) => block < anew)]
    }
    let lowest: bigint = searched?.from ?? newest + 1n
    searched = { from: lowest, to: newest }

    if (presses > press.number) {
      const goal = max(0n, lowest - PRESS_BLOCKS)
      press = { number: presses, goal, least: countOf(happenings) + PAGE }
    }
    const start = lowest
    if (lowest > press.goal && countOf(happenings) < press.least) {
      const range = { from: press.goal, to: lowest - 1n, first: 'newest', signal } as const
      for await (const part of inRanges({ ...range, read: (from, to) => search(from, to, ids) })) {
        // Cut at a block: what is older than a page of them is left to the next press.
        const room = press.least - countOf(happenings)
        const cut = linesIn(part.found)[room - 1]?.block ?? part.from
        happenings = [...happenings, ...part.found.filter(({ block }) => block >= cut)]
        lowest = cut
        searched = { from: lowest, to: newest }
        onProgress(Number(start - lowest) / Number(start - press.goal || 1n))
        if (countOf(happenings) >= press.least) break
      }
    }
    const ofDevice = sent.filter(({ block }) => block >= lowest && block <= newest)
    const all = [...happenings, ...ofDevice.map((one): Happening => ({ event: 'EtherSent', index: 0, ...one }))]
    const weights = weigh(all, { me: account, book })
    const isUnread = (one: Happening) => 'id' in one && !loans.has(one.id)
    times.forgetFrom(anew)
    times.note(latest)
    const lines = all.filter((one) => weights.get(one) === 'line')
    await completeLoans(lines, own, newest, anew)
    await times.read([...lines.map(({ block }) => block), ...(lowest > 0n ? [lowest] : [])])
    signal.throwIfAborted()
    const isFolded = (one: Happening) => weights.get(one) === 'dust' || (weights.get(one) === 'small' && isUnread(one))
    const folded = foldSmall(all.filter(isFolded), times.estimate)
    const shown = all.filter((one) => !isFolded(one) && weights.get(one) !== 'dustPart')
    const activities = [
      ...activitiesOf(shown, { me: account, book, loans, times: times.known, estimate: times.estimate }),
      ...folded,
    ]
    return {
      activities: activities.sort((a, b) => Number(b.block - a.block)),
      searchedTo: lowest > 0n ? times.estimate(lowest) : undefined,
    }
  }

  const readArrivals = async (own: Book, from: bigint, signal: AbortSignal): Promise<Arrival[]> => {
    token ??= await tokenOf(book)
    const ids = await idsOf(own)
    const found: Happening[] = []
    let count = 0
    const to = own.blockNumber
    const range = { from: max(from, to - PRESS_BLOCKS), to, first: 'newest', signal } as const
    for await (const part of inRanges({ ...range, read: (low, high) => search(low, high, ids) })) {
      found.push(...part.found)
      if (++count === ARRIVAL_RANGES) break
    }
    // Payments tell by themselves which transfer is theirs. What funded a request needs its loan.
    const about = found.flatMap((one) => (one.event === 'RequestFunded' ? [one.id] : []))
    const known = await fetchLoans(about, own.blockNumber)
    return arrivalsIn(found, { me: account, book, loans: new Map(known.map((loan) => [loan.id, loan])) })
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    /** One after the other: one that was called off may still be waiting for its last answer. */
    read: (own: Book, wanted: Wanted): Promise<ActivityPage> => {
      const next = last.catch(() => {}).then(() => read(own, wanted))
      last = next
      return next
    },
    /** Dollars that others sent since a block, as far back as a background search goes. Newest first. */
    readArrivals,
  }
}

type Watched = { book: Address; token: Address; account: Address; ids: readonly bigint[] }

/**
 * Every event has the loan's id as its first topic, but for Withdrawn and a transfer from the account, which have the account.
 * A transfer to it, of dollars or ether, dollars that somebody withdrew to it, and a payment by it of somebody else's loan have
 * it as their second.
 */
function filtersOf({ book, token, account, ids }: Watched) {
  const address = [book, token]
  const me = pad(account)
  const first = inParts([me, ...ids.map(topicOf)], IDS_PER_FILTER).map((topics) => ({ address, topics: [null, topics] }))
  return [...first, { address: [...address, ETHER_LOGS], topics: [[TRANSFER, PAID_BY, WITHDRAWN], null, me] }]
}

/** Events of the account and its loans, each once, newest first. Anything else that a node gives is dropped. */
function decodeLogs(
  logs: readonly Parameters<typeof formatLog>[0][],
  { book, token, account, ids }: Watched,
  from: bigint,
  to: bigint,
): Happening[] {
  const mine = new Set(ids)
  const found = new Map<string, Happening>()
  const isMe = (address: Address) => isAddressEqual(address, account)
  for (const event of parseEventLogs({ abi, logs: logs.flatMap(format) })) {
    const { address, blockNumber: block, transactionHash: hash, logIndex: index, removed } = event
    if (block === null || hash === null || index === null || !isHash(hash) || removed) continue
    if (block < from || block > to || !Number.isSafeInteger(index)) continue
    const told = tellOf(event)
    const emitter = told?.event === 'EtherReceived' ? ETHER_LOGS : told?.event === 'Transfer' ? token : book
    if (!told || !isSameAddress(address, emitter)) continue
    const isWanted =
      'from' in told
        ? isMe(told.from) !== isMe(told.to) && (isMe(told.to) || told.event === 'Transfer')
        : told.event === 'Withdrawn'
          ? isMe(told.lender) || isMe(told.to)
          : mine.has(told.id) || (told.event === 'PaidBy' && isMe(told.payer))
    const isSane = !('amount' in told) || told.amount <= MAX_AMOUNT
    if (isWanted && isSane && !isNothing(told)) found.set(`${block} ${index}`, { block, index, hash, ...told })
  }
  return [...found.values()].sort((a, b) => (a.block === b.block ? b.index - a.index : a.block > b.block ? -1 : 1))
}

/** Anyone can send nothing in my name. */
function isNothing(told: Told): boolean {
  return 'from' in told && told.amount === 0n
}

type Event = ReturnType<typeof parseEventLogs<typeof abi>>[number]

/** Each by itself, so that rubbish drops no other; decoding hashes every event of the ABI, and so takes all logs at once. */
function format(log: Parameters<typeof formatLog>[0]): Log[] {
  try {
    const formatted = formatLog(log)
    return Array.isArray(formatted.topics) ? [formatted] : []
  } catch {
    return []
  }
}

function tellOf(log: Event): Told | undefined {
  switch (log.eventName) {
    case 'OfferCreated':
    case 'RequestCreated':
    case 'OfferCancelled':
    case 'RequestCancelled':
    case 'LoanAccepted':
    case 'RequestFunded':
      return { event: log.eventName, id: log.args.id }
    case 'Repaid':
      return { event: 'Repaid', id: log.args.id, amount: log.args.amount, total: log.args.totalRepaid }
    case 'PaidBy':
      return { event: 'PaidBy', id: log.args.id, payer: log.args.payer }
    case 'PaymentHeld':
    case 'Forgiven':
      return { event: log.eventName, id: log.args.id, amount: log.args.amount }
    case 'Extended':
      return { event: 'Extended', id: log.args.id, dueAt: decodeNumber.timestamp(log.args.dueTs) }
    case 'Withdrawn':
      return { event: 'Withdrawn', lender: log.args.lender, to: log.args.to, amount: log.args.amount }
    case 'Transfer': {
      const isEther = isSameAddress(log.address, ETHER_LOGS)
      return isEther ? { event: 'EtherReceived', unit: 'wei', ...log.args } : { event: 'Transfer', ...log.args }
    }
    // Details of what another event of the same transaction tells.
    case 'OfferAddressed':
    case 'RequestAddressed':
    case 'OpenUntil':
    case 'Planned':
    case 'PaidElsewhere':
    case 'RequestSigned':
    case 'AuthorizationUsed':
    case 'Approval':
      return undefined
    // Nothing moved, and no loan is concerned.
    case 'SignedVoided':
      return undefined
  }
}

function topicOf(id: bigint): Hex {
  return numberToHex(id, { size: 32 })
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
