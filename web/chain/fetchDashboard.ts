import { type Address, BaseError, type ContractFunctionReturnType, RpcRequestError } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { config } from '../config.ts'
import { MAX_ROWS, OWN_PAGE } from '../loans/limits.ts'
import { type Item, isOffer, type Offer, type Row } from '../loans/loan.ts'
import { loanLensAbi, loanLensAddress } from './abi.ts'
import { client, leaveNode } from './clients.ts'
import { type Decoded, decodeAll, decodeLoan, decodeNumber, decodeRow, type RawItem } from './decodeLoan.ts'
import { decodePackedOffers } from './decodePackedOffers.ts'
import { lendingAddress } from './lendingAddress.ts'

/** The block that an answer was read at. */
export type Position = {
  blockNumber: bigint
  parentHash: string
  /** Unix seconds, by the chain's clock. */
  timestamp: number
}

export type Dashboard = {
  at: Position
  ethBalance: bigint
  /** Undefined where there is no contract. */
  book: Book | undefined
}

export type Book = {
  address: Address
  /** At which all of this was read. Further pages are read at the same block, so that offsets mean the same. */
  blockNumber: bigint
  chainId: number
  dollarBalance: bigint
  claimable: bigint
  /** How many offers anyone may take, expired ones included, and the newest page of those that are not expired. */
  openOffersLength: number
  openOffers: OfferPage
  /** How many offers were ever addressed to me alone, and the newest page of those that are open. */
  offersForMeLength: number
  offersForMe: OfferPage
  lent: OwnList
  borrowed: OwnList
  /** Why loans that were read could not be decoded, one sentence each. */
  refused: string[]
}

/** `next`: the offset of the following page. */
export type OfferPage = { items: Item<Offer>[]; next: number }

/** A list of my own loans: all of them in short, newest first, and the first ones whole. */
type OwnList = {
  length: number
  /** The newest MAX_ROWS; fetchRows reads further. */
  rows: Row[]
  items: Item[]
}

/** Where further pages are read. */
export type Source = Pick<Book, 'address' | 'blockNumber'>

/** The lists of the lens, by its numbers. */
const OWN_LISTS = { lent: 0, borrowed: 1 } as const

const PAGE_SIZE = 100n
/** Shown when the person opens that list. */
const REQUESTS = 0n
// These bound what a node can make us read by claiming that a list is endless.
const MAX_SCANNED = 20_000
const MAX_PAGES = 200
/** How many of the newest open offers a search goes through, and in how many calls. */
export const MAX_SEARCHED = 10_000
const MAX_SEARCH_CALLS = 30
/** Half of what the lens would give: a slow node takes seconds for each thousand, and calls time out. */
const SEARCH_PAGE = 1_000

const lens = { address: loanLensAddress, abi: loanLensAbi } as const

/** Everything that the dashboard shows, at one block, in one eth_call. Without a contract: the balance alone. */
export async function fetchDashboard(account: Address): Promise<Dashboard> {
  try {
    const address = await lendingAddress()
    return await (address ? fetchFromLens(address, account) : fetchBalance(account))
  } catch (error) {
    // The next node may answer better than one whose answer was refused. No effect on one that failed: it rests already.
    leaveNode()
    throw error
  }
}

/** The next page of open offers, counted from the newest. */
export async function fetchOpenOffers(
  { address, blockNumber }: Source,
  offset: number,
): Promise<OfferPage & Decoded<Item<Offer>>> {
  const args = [address, BigInt(offset), PAGE_SIZE] as const
  const page = await readAt(blockNumber, (at) => readContract(client, { ...lens, functionName: 'openOffers', args, ...at }))
  requireShort(page.items, Number(PAGE_SIZE))
  return { ...decodeOffers(page.items), next: decodeNumber.next(page.next, offset + 1) }
}

/** Open offers without the records of their lenders. `next`: how many entries of the list were read, expired ones included. */
export type OfferRows = Decoded<{ loan: Offer }> & { next: number }

export const NO_ROWS: OfferRows = { items: [], refused: [], next: 0 }

/**
 * The newest MAX_SEARCHED open offers in short, to search through. `onPart` gets what has been read so far, and `from` goes on
 * from there after a failure.
 */
export async function fetchOfferRows(
  { address, blockNumber }: Source,
  length: number,
  onPart: (part: OfferRows) => void,
  { from = NO_ROWS, signal }: { from?: OfferRows | undefined; signal?: AbortSignal } = {},
): Promise<OfferRows> {
  let found = from
  const ids = new Set(found.items.map(({ loan }) => loan.id))
  const end = Math.min(length, MAX_SEARCHED)
  for (let calls = 0; found.next < end && calls < MAX_SEARCH_CALLS; calls++) {
    signal?.throwIfAborted()
    const limit = Math.min(end - found.next, SEARCH_PAGE)
    const args = [address, BigInt(found.next), BigInt(limit)] as const
    const [packed, next] = await readAt(blockNumber, (at) =>
      readContract(client, { ...lens, functionName: 'packedOffers', args, ...at }),
    )
    const { items, refused } = decodePackedOffers(packed, limit)
    // Where the node reads at the newest block instead, an offer can come twice.
    const added = items.filter(({ loan }) => !ids.has(loan.id))
    for (const { loan } of added) ids.add(loan.id)
    found = {
      items: [...found.items, ...added],
      refused: [...found.refused, ...refused],
      next: decodeNumber.next(next, found.next + 1),
    }
    onPart(found)
  }
  return found
}

/** All further offers that are addressed to me, from an offset on. Strangers can make this list long. */
export async function fetchOffersForMe(
  { address, blockNumber }: Source,
  account: Address,
  offset: number,
  length: number,
): Promise<Decoded<Item<Offer>>> {
  const found: Decoded<Item<Offer>> = { items: [], refused: [] }
  const end = Math.min(length, offset + MAX_SCANNED)
  for (let next = offset, pages = 0; next < end && pages < MAX_PAGES; pages++) {
    const args = [address, account, BigInt(next), PAGE_SIZE] as const
    const page = await readAt(blockNumber, (at) => readContract(client, { ...lens, functionName: 'offersFor', args, ...at }))
    requireShort(page.items, Number(PAGE_SIZE))
    const { items, refused } = decodeOffers(page.items)
    found.items.push(...items)
    found.refused.push(...refused)
    next = decodeNumber.next(page.next, next + 1)
  }
  return found
}

/** Loans by their ids, each with the record of the person on its other side. */
export async function fetchItems(
  { address, blockNumber }: Source,
  account: Address,
  ids: readonly bigint[],
): Promise<Decoded<Item>> {
  const args = [address, account, ids] as const
  const items = await readAt(blockNumber, (at) => readContract(client, { ...lens, functionName: 'itemsOf', args, ...at }))
  requireShort(items, ids.length)
  return decodeAll(items, decodeLoan)
}

/** All loans of a list in short, from an offset on. */
export async function fetchRows(
  { address, blockNumber }: Source,
  account: Address,
  list: keyof typeof OWN_LISTS,
  offset: number,
): Promise<Decoded<Row>> {
  const found: Decoded<Row> = { items: [], refused: [] }
  for (let next = offset; next <= MAX_SCANNED; next += MAX_ROWS) {
    const args = [address, account, OWN_LISTS[list], BigInt(next), BigInt(MAX_ROWS)] as const
    const page = await readAt(blockNumber, (at) => readContract(client, { ...lens, functionName: 'rowsOf', args, ...at }))
    requireShort(page, MAX_ROWS)
    const { items, refused } = decodeAll(page, decodeRow)
    found.items.push(...items)
    found.refused.push(...refused)
    if (page.length < MAX_ROWS) break
  }
  return found
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

function decodeOffers(raw: readonly RawItem[]): Decoded<Item<Offer>> {
  const { items, refused } = decodeAll(raw, decodeLoan)
  return { items: items.filter(isOffer), refused }
}

async function fetchFromLens(address: Address, account: Address): Promise<Dashboard> {
  const args = [address, account, PAGE_SIZE, REQUESTS] as const
  const board = await readContract(client, { ...lens, functionName: 'dashboard', args })
  requireExpected(decodeNumber.chainId(board.chainId))
  requireShort(board.openOffers.items, Number(PAGE_SIZE))
  requireShort(board.offersFor.items, OWN_PAGE)
  const open = decodeOffers(board.openOffers.items)
  const forMe = decodeOffers(board.offersFor.items)
  const lent = decodeOwn(board.lent)
  const borrowed = decodeOwn(board.borrowed)
  const at = decodePosition({ ...board, number: board.blockNumber })
  return {
    at,
    ethBalance: decodeNumber.balance(board.ethBalance),
    book: {
      address,
      blockNumber: at.blockNumber,
      chainId: decodeNumber.chainId(board.chainId),
      dollarBalance: decodeNumber.balance(board.dollarBalance),
      claimable: decodeNumber.balance(board.claimable),
      openOffersLength: decodeNumber.length(board.openOffersLength),
      openOffers: { items: open.items, next: decodeNumber.next(board.openOffers.next, 0) },
      offersForMeLength: decodeNumber.length(board.offersForLength),
      offersForMe: { items: forMe.items, next: decodeNumber.next(board.offersFor.next, 0) },
      lent: lent.list,
      borrowed: borrowed.list,
      refused: [open, forMe, lent, borrowed].flatMap(({ refused }) => refused),
    },
  }
}

type RawOwn = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>['lent']

function decodeOwn({ length, rows, items }: RawOwn): { list: OwnList; refused: string[] } {
  requireShort(rows, MAX_ROWS)
  requireShort(items, OWN_PAGE)
  const [short, whole] = [decodeAll(rows, decodeRow), decodeAll(items, decodeLoan)]
  return {
    list: { length: decodeNumber.length(length), rows: short.items, items: whole.items },
    refused: [...new Set([...short.refused, ...whole.refused])],
  }
}

function decodePosition({ number, parentHash, timestamp }: { number: bigint; parentHash: string; timestamp: bigint }): Position {
  return { blockNumber: decodeNumber.blockNumber(number), parentHash, timestamp: decodeNumber.timestamp(timestamp) }
}

async function fetchBalance(account: Address): Promise<Dashboard> {
  const [ethBalance, block] = await Promise.all([getBalance(client, { address: account }), getBlock(client)])
  return { at: decodePosition(block), ethBalance: decodeNumber.balance(ethBalance), book: undefined }
}
