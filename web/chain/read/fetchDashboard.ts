import { type Address, BaseError, type ContractFunctionReturnType, maxUint256, RpcRequestError } from 'viem'
import { getBlock } from 'viem/actions'
import { config } from '../../config.ts'
import { MAX_ROWS, OWN_PAGE, OWN_ROWS } from '../../loans/limits.ts'
import {
  addresseeOf,
  type Item,
  isProposal,
  isSameAddress,
  kindOf,
  type Person,
  type Proposal,
  type ProposalKind,
  type Row,
} from '../../loans/loan.ts'
import type { Dollars, Wei } from '../../loans/units.ts'
import { loanLensAbi, loanLensAddress } from '../abi.ts'
import { readContract, readEther } from '../node/calls.ts'
import { client, nodeToLeave } from '../node/clients.ts'
import { lendingAddress } from '../node/lendingAddress.ts'
import { type Decoded, decodeAll, decodeLoan, decodeNumber, decodePerson, decodeRow, type RawItem } from './decodeLoan.ts'
import { decodePacked } from './decodePacked.ts'

/** The block that an answer was read at. */
export type Position = {
  blockNumber: bigint
  parentHash: string
  /** Unix seconds, by the chain's clock. */
  timestamp: number
}

export type Dashboard = {
  at: Position
  ethBalance: Wei
  /** Undefined where there is no contract. */
  book: Book | undefined
}

export type Book = {
  address: Address
  /** At which all of this was read. */
  blockNumber: bigint
  chainId: number
  dollarBalance: Dollars
  claimable: Dollars
  /** Id of the next offer or request that somebody publishes. */
  nextId: number
  /** Offers and requests that anyone may take. `length` counts expired ones, the newest page has none. */
  open: Record<ProposalKind, List>
  /** Whether the newest page of open requests was read. Their number always is. */
  areRequestsRead: boolean
  /** Those that were addressed to me alone. `length` counts all that ever were, the newest page has the open ones. */
  forMe: Record<ProposalKind, List>
  lent: OwnList
  borrowed: OwnList
  /** The requests that I published. */
  requested: OwnList
  /** Why loans that were read could not be decoded, one sentence each. */
  refused: string[]
}

/**
 * Newest first. `next` is the cursor at which the following page begins, which has what is below; 0: there is none. What is
 * published between two pages is above both, so that nothing shifts. A cursor is an id in what anyone may take, else an index,
 * counted from the oldest.
 */
export type Page = { items: Item<Proposal>[]; next: number }

/** Cursor above every id and index: where the newest page begins. */
export const NEWEST = 2 ** 32

type List = Page & { length: number }

/** A list of my own loans: the newest in short, and the first ones whole. */
export type OwnList = {
  length: number
  rows: Row[]
  /** Cursor below which fetchOlder reads the others; 0: there are none. */
  next: number
  items: Item[]
}

/** Where further pages are read. */
type Lending = Pick<Book, 'address'>

/** Where loans are read by id: at the block at which they were seen in short. */
export type BookAtBlock = Pick<Book, 'address' | 'blockNumber'>

/** The lists of a person, by the contract's numbers: their own, and what is addressed to them. */
const OWN_LISTS = { lent: 0, borrowed: 1, requested: 2 } as const
const LISTS_FOR = { offer: 3, request: 4 } as const
export type OwnListName = keyof typeof OWN_LISTS

const PAGE_SIZE = 100n
// These bound what a node can make us read by claiming that a list is endless.
const MAX_SCANNED = 20_000
const MAX_PAGES_FOR_ME = 20
/** Of how many known people the own lists are read where what is addressed to me is cut. */
const MAX_PEOPLE = 20
/** How many of the newest open offers or requests a search goes through, and in how many calls. */
export const MAX_SEARCHED = 10_000
const MAX_SEARCH_CALLS = 30
/** Half of what the lens would give: a slow node takes seconds for each thousand, and calls time out. */
const SEARCH_PAGE = 1_000

const lens = { address: loanLensAddress, abi: loanLensAbi } as const

/**
 * Everything that the dashboard shows, at one block, in one eth_call. Without a contract: the balance alone. The open requests
 * are read only where `withRequests` says that somebody looks at them; their number always is.
 */
export async function fetchDashboard(account: Address, withRequests = false): Promise<Dashboard> {
  const leaveNode = nodeToLeave()
  try {
    const address = await lendingAddress()
    return await (address ? fetchFromLens(address, account, withRequests) : fetchBalance(account))
  } catch (error) {
    // The next node may answer better than one whose answer was refused. No effect on one that failed: it rests already.
    leaveNode()
    throw error
  }
}

/** A page of what anyone may take. It may be empty, and not the last one: expired ones are left out. */
export async function fetchOpen(
  kind: ProposalKind,
  { address }: Lending,
  before: number,
): Promise<Page & Decoded<Item<Proposal>>> {
  const args = [address, kind === 'request', BigInt(before), PAGE_SIZE] as const
  const page = await readContract(client, { ...lens, functionName: 'open', args })
  requireShort(page.items, Number(PAGE_SIZE))
  const { items, refused } = decodeProposals(kind, page.items)
  return { items: items.filter(isBelow(before)), refused, next: decodeNumber.next(page.next, BigInt(before)) }
}

/** Open proposals without the records of who made them. */
export type ProposalRows = Decoded<{ loan: Proposal }> & Pick<Page, 'next'>

export const NO_ROWS: ProposalRows = { items: [], refused: [], next: NEWEST }

/** How many entries were read, without expired ones. */
export function countRead({ items, refused }: ProposalRows): number {
  return items.length + refused.length
}

/**
 * The newest MAX_SEARCHED of what anyone may take, in short, to search through. `onPart` gets what has been read so far, and
 * `from` goes on from there after a failure.
 */
export async function fetchOpenRows(
  kind: ProposalKind,
  { address }: Lending,
  onPart: (part: ProposalRows) => void,
  { from = NO_ROWS, signal }: { from?: ProposalRows | undefined; signal?: AbortSignal } = {},
): Promise<ProposalRows> {
  let found = from
  for (let calls = 0; found.next > 0 && countRead(found) < MAX_SEARCHED && calls < MAX_SEARCH_CALLS; calls++) {
    signal?.throwIfAborted()
    const before = found.next
    const limit = Math.min(MAX_SEARCHED - countRead(found), SEARCH_PAGE)
    const args = [address, kind === 'request', BigInt(before), BigInt(limit)] as const
    const [packed, next] = await readContract(client, { ...lens, functionName: 'packed', args })
    const { items, refused } = decodePacked(kind, packed, limit)
    found = {
      items: distinct([...found.items, ...items.filter(isBelow(before))]),
      refused: [...found.refused, ...refused],
      next: decodeNumber.next(next, BigInt(before)),
    }
    onPart(found)
  }
  return found
}

/** The newest pages of what is addressed to me, from a cursor on. `isCut`: strangers made the list so long that it goes on. */
export type ForMe = Decoded<Item<Proposal>> & { pages: number; isCut: boolean }

/** Proposals that are addressed to me. */
export async function fetchForMe(
  kind: ProposalKind,
  { address }: Lending,
  account: Address,
  from: number,
  signal?: AbortSignal,
): Promise<ForMe> {
  const found: Decoded<Item<Proposal>> = { items: [], refused: [] }
  let [before, pages] = [from, 0]
  for (; before > 0 && pages < MAX_PAGES_FOR_ME; pages++) {
    signal?.throwIfAborted()
    const args = [address, account, LISTS_FOR[kind], BigInt(before), PAGE_SIZE] as const
    const page = await readContract(client, { ...lens, functionName: 'addressed', args })
    requireShort(page.items, Number(PAGE_SIZE))
    const { items, refused } = decodeProposals(kind, page.items)
    found.items.push(...items)
    found.refused.push(...refused)
    before = decodeNumber.next(page.next, BigInt(before))
  }
  return { ...found, pages, isCut: before > 0 }
}

/** What certain people addressed to me, by their own lists, which no stranger can make longer. */
export async function fetchForMeFrom(
  kind: ProposalKind,
  source: BookAtBlock,
  account: Address,
  people: readonly Address[],
): Promise<Item<Proposal>[]> {
  const list = OWN_LISTS[kind === 'offer' ? 'lent' : 'requested']
  const pages = await Promise.all(
    people.slice(0, MAX_PEOPLE).map((person) => {
      const args = [source.address, person, list, BigInt(NEWEST), BigInt(OWN_ROWS)] as const
      return readContract(client, { ...lens, functionName: 'ownOf', args })
    }),
  )
  const open = pages.flatMap(({ rows }) => {
    requireShort(rows, OWN_ROWS)
    return decodeAll(rows, decodeRow).items.filter(({ status }) => status === (kind === 'offer' ? 'open' : 'requested'))
  })
  const ids = open.map(({ id }) => id).sort((a, b) => Number(b - a))
  const { items } = await fetchItems(source, account, ids.slice(0, Number(PAGE_SIZE)))
  return items.filter(isProposal).filter(({ loan }) => kindOf(loan) === kind && isSameAddress(addresseeOf(loan), account))
}

/** Loans by their ids, each with the record of the person on its other side. */
export async function fetchItems(
  { address, blockNumber }: BookAtBlock,
  account: Address,
  ids: readonly bigint[],
): Promise<Decoded<Item>> {
  const args = [address, account, ids] as const
  const items = await readAt(blockNumber, (at) => readContract(client, { ...lens, functionName: 'itemsOf', args, ...at }))
  requireShort(items, ids.length)
  // Others than those that were asked for: a link or a dialog must not be answered with somebody else's loan.
  return decodeAll(
    items.filter(({ id }) => ids.includes(id)),
    decodeLoan,
  )
}

/** A person's record, and what their loans tell. */
export async function fetchPerson({ address }: Lending, person: Address): Promise<Person> {
  const args = [address, person] as const
  return decodePerson(await readContract(client, { ...lens, functionName: 'personOf', args }))
}

/**
 * The newest MAX_SCANNED loans of a list from a cursor on, in short and those that are due first whole; `next` is 0 if these are
 * all. Fewer than there must be are refused: what they sum up to would be wrong. At the book's block alone: a node that has not
 * reached it would give loans as owed again that were paid.
 */
export async function fetchOlder(
  { address, blockNumber }: BookAtBlock,
  account: Address,
  list: OwnListName,
  from: number,
): Promise<Pick<OwnList, 'rows' | 'items' | 'next'> & { refused: string[] }> {
  const pages: DecodedOwn[] = []
  const end = Math.max(0, from - MAX_SCANNED)
  for (let before = from; before > end; before -= MAX_ROWS) {
    const args = [address, account, OWN_LISTS[list], BigInt(before), BigInt(MAX_ROWS)] as const
    const page = await readContract(client, { ...lens, functionName: 'ownOf', args, blockNumber })
    const expected = Math.min(before, MAX_ROWS)
    if (page.rows.length !== expected) throw new Error(`A list has ${page.rows.length} entries instead of ${expected}`)
    pages.push(decodeOwn(page, list, account))
  }
  const rows = pages.flatMap(({ list }) => list.rows)
  requireDistinct(rows)
  return {
    rows,
    items: pages.flatMap(({ list }) => list.items),
    refused: pages.flatMap(({ refused }) => refused),
    next: end,
  }
}

/** Reads at one block or, where the node has pruned that state or has not reached it, at the latest. */
async function readAt<T>(blockNumber: bigint, read: (at: { blockNumber?: bigint }) => Promise<T>): Promise<T> {
  try {
    return await read({ blockNumber })
  } catch (error) {
    const isAnswered = error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError) !== null
    if (!isAnswered) throw error
    return read({})
  }
}

/** A node of another chain knows nothing of my loans. */
function requireExpected(chainId: number): void {
  if (!config.chainIds.includes(chainId)) throw new Error(`The node is of chain ${chainId}`)
}

/** More than was asked for is not the contract's answer, and would be read and drawn one by one. */
function requireShort(list: readonly unknown[], max: number): void {
  if (list.length > max) throw new Error(`A list has ${list.length} entries instead of ${max}`)
}

/** A loan that is named twice would count twice in sums. */
function requireDistinct(rows: readonly { id: bigint }[]): void {
  if (new Set(rows.map(({ id }) => id)).size < rows.length) throw new Error('A list names a loan twice')
}

/** A node that gives again what is on a page above would make lists that never end. */
function isBelow(before: number): (item: { loan: Proposal }) => boolean {
  return ({ loan }) => loan.id < before
}

/** One entry for each id: counts would otherwise be above what there is. */
export function distinct<T extends { loan: Proposal }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.loan.id, item])).values()]
}

function decodeProposals(kind: ProposalKind, raw: readonly RawItem[]): Decoded<Item<Proposal>> {
  const { items, refused } = decodeAll(raw, decodeLoan)
  return { items: items.filter(isProposal).filter(({ loan }) => kindOf(loan) === kind), refused }
}

async function fetchFromLens(address: Address, account: Address, withRequests: boolean): Promise<Dashboard> {
  const args = [address, account, PAGE_SIZE, withRequests ? PAGE_SIZE : 0n, BigInt(OWN_ROWS)] as const
  const board = await readContract(client, { ...lens, functionName: 'dashboard', args })
  requireExpected(decodeNumber.chainId(board.chainId))
  const offers = decodeList('offer', board.openOffersLength, board.openOffers, Number(PAGE_SIZE))
  const requests = decodeList('request', board.openRequestsLength, board.openRequests, Number(PAGE_SIZE))
  const offersForMe = decodeList('offer', board.offersForLength, board.offersFor, OWN_PAGE)
  const requestsForMe = decodeList('request', board.requestsForLength, board.requestsFor, OWN_PAGE)
  for (const { rows } of [board.lent, board.borrowed, board.requested]) {
    requireShort(rows, OWN_ROWS)
    requireDistinct(rows)
  }
  const lent = decodeOwn(board.lent, 'lent', account)
  const borrowed = decodeOwn(board.borrowed, 'borrowed', account)
  const requested = decodeOwn(board.requested, 'requested', account)
  const at = decodePosition({ ...board, number: board.blockNumber })
  return {
    at,
    ethBalance: decodeNumber.wei(board.ethBalance),
    book: {
      address,
      blockNumber: at.blockNumber,
      chainId: decodeNumber.chainId(board.chainId),
      dollarBalance: decodeNumber.dollars(board.dollarBalance),
      claimable: decodeNumber.dollars(board.claimable),
      nextId: decodeNumber.length(board.nextId),
      open: { offer: offers.list, request: requests.list },
      areRequestsRead: withRequests,
      forMe: { offer: offersForMe.list, request: requestsForMe.list },
      lent: lent.list,
      borrowed: borrowed.list,
      requested: requested.list,
      refused: [offers, requests, offersForMe, requestsForMe, lent, borrowed, requested].flatMap(({ refused }) => refused),
    },
  }
}

type RawPage = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>['openOffers']

function decodeList(kind: ProposalKind, length: bigint, page: RawPage, max: number): { list: List; refused: string[] } {
  requireShort(page.items, max)
  const { items, refused } = decodeProposals(kind, page.items)
  return { list: { items, next: decodeNumber.next(page.next, maxUint256), length: decodeNumber.length(length) }, refused }
}

type RawOwn = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>['lent']

type DecodedOwn = { list: OwnList; refused: string[] }

/** A loan in which `me` is not on the list's side is not believed. */
function decodeOwn({ length, rows, items }: RawOwn, list: OwnListName, me: Address): DecodedOwn {
  requireShort(items, OWN_PAGE)
  const role = list === 'lent' ? 'lender' : 'borrower'
  const [short, whole] = [
    decodeAll(rows, decodeRow),
    decodeAll(items, (raw) => {
      const item = decodeLoan(raw)
      if (!isSameAddress(item.loan[role], me)) throw new Error(`Loan ${raw.id} is not of this account`)
      return item
    }),
  ]
  const count = decodeNumber.length(length)
  return {
    list: { length: count, rows: short.items, next: Math.max(0, count - rows.length), items: whole.items },
    refused: [...new Set([...short.refused, ...whole.refused])],
  }
}

function decodePosition({ number, parentHash, timestamp }: { number: bigint; parentHash: string; timestamp: bigint }): Position {
  return { blockNumber: decodeNumber.blockNumber(number), parentHash, timestamp: decodeNumber.timestamp(timestamp) }
}

async function fetchBalance(account: Address): Promise<Dashboard> {
  const [ethBalance, block] = await Promise.all([readEther(client, account), getBlock(client)])
  return { at: decodePosition(block), ethBalance: decodeNumber.wei(ethBalance), book: undefined }
}
