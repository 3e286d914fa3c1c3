import type { Address, ContractFunctionReturnType } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { MAX_ROWS } from '../loans/limits.ts'
import { type Item, isOffer, type Offer, type Row } from '../loans/loan.ts'
import { loanLensAbi, loanLensAddress } from './abi.ts'
import { client } from './clients.ts'
import { decodeAll, decodeLoan, decodeRow } from './decodeLoan.ts'
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

/** The lists of the lens, by its numbers. */
const OWN_LISTS = { lent: 0, borrowed: 1 } as const

const PAGE_SIZE = 100n
/** Shown when the person opens that list. */
const REQUESTS = 0n
/** Bounds what a node can make us read by claiming that a list is endless. */
const MAX_SCANNED = 20_000

const lens = { address: loanLensAddress, abi: loanLensAbi } as const

/** Everything that the dashboard shows, at one block, in one eth_call. Without a contract: the balance alone. */
export async function fetchDashboard(account: Address): Promise<Dashboard> {
  const address = await lendingAddress()
  return address ? fetchFromLens(address, account) : fetchBalance(account)
}

/** The next page of open offers, counted from the newest. */
export async function fetchOpenOffers(book: Address, offset: number): Promise<OfferPage> {
  const args = [book, BigInt(offset), PAGE_SIZE] as const
  const { items, next } = await readContract(client, { ...lens, functionName: 'openOffers', args })
  return { items: decodeAll(items, decodeLoan).items.filter(isOffer), next: Number(next) }
}

/** All further offers that are addressed to me, from an offset on. Strangers can make this list long. */
export async function fetchOffersForMe(book: Address, account: Address, offset: number, length: number): Promise<Item<Offer>[]> {
  const offers: Item<Offer>[] = []
  const end = Math.min(length, offset + MAX_SCANNED)
  for (let next = offset; next < end; ) {
    const args = [book, account, BigInt(next), PAGE_SIZE] as const
    const page = await readContract(client, { ...lens, functionName: 'offersFor', args })
    offers.push(...decodeAll(page.items, decodeLoan).items.filter(isOffer))
    if (Number(page.next) <= next) throw new Error(`The page at ${next} leads back to ${page.next}`)
    next = Number(page.next)
  }
  return offers
}

/** Loans of my own by their ids. */
export async function fetchItems(book: Address, account: Address, ids: readonly bigint[]): Promise<Item[]> {
  const items = await readContract(client, { ...lens, functionName: 'itemsOf', args: [book, account, ids] })
  return decodeAll(items, decodeLoan).items
}

/** All loans of a list in short, from an offset on. */
export async function fetchRows(book: Address, account: Address, list: keyof typeof OWN_LISTS, offset: number): Promise<Row[]> {
  const args = [book, account, OWN_LISTS[list], BigInt(offset), BigInt(MAX_ROWS)] as const
  const page = await readContract(client, { ...lens, functionName: 'rowsOf', args })
  const rows = decodeAll(page, decodeRow).items
  const isLast = page.length < MAX_ROWS || offset >= MAX_SCANNED
  return isLast ? rows : [...rows, ...(await fetchRows(book, account, list, offset + MAX_ROWS))]
}

async function fetchFromLens(address: Address, account: Address): Promise<Dashboard> {
  const args = [address, account, PAGE_SIZE, REQUESTS] as const
  const board = await readContract(client, { ...lens, functionName: 'dashboard', args })
  const open = decodeAll(board.openOffers.items, decodeLoan)
  const forMe = decodeAll(board.offersFor.items, decodeLoan)
  const lent = decodeOwn(board.lent)
  const borrowed = decodeOwn(board.borrowed)
  return {
    at: { blockNumber: board.blockNumber, parentHash: board.parentHash, timestamp: Number(board.timestamp) },
    ethBalance: board.ethBalance,
    book: {
      address,
      chainId: Number(board.chainId),
      dollarBalance: board.dollarBalance,
      claimable: board.claimable,
      openOffersLength: Number(board.openOffersLength),
      openOffers: { items: open.items.filter(isOffer), next: Number(board.openOffers.next) },
      offersForMeLength: Number(board.offersForLength),
      offersForMe: { items: forMe.items.filter(isOffer), next: Number(board.offersFor.next) },
      lent: lent.list,
      borrowed: borrowed.list,
      refused: [open, forMe, lent, borrowed].flatMap(({ refused }) => refused),
    },
  }
}

type RawOwn = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>['lent']

function decodeOwn({ length, rows, items }: RawOwn): { list: OwnList; refused: string[] } {
  const [short, whole] = [decodeAll(rows, decodeRow), decodeAll(items, decodeLoan)]
  return {
    list: { length: Number(length), rows: short.items, items: whole.items },
    refused: [...new Set([...short.refused, ...whole.refused])],
  }
}

async function fetchBalance(account: Address): Promise<Dashboard> {
  const [ethBalance, block] = await Promise.all([getBalance(client, { address: account }), getBlock(client)])
  return {
    at: { blockNumber: block.number, parentHash: block.parentHash, timestamp: Number(block.timestamp) },
    ethBalance,
    book: undefined,
  }
}
