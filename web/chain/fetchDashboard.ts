import type { Address } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { type Item, isOffer, isTaken, type Offer, type TakenLoan } from '../loans/loan.ts'
import { loanLensAbi, loanLensAddress } from './abi.ts'
import { client } from './clients.ts'
import { decodeLoans } from './decodeLoan.ts'
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
  /** How many offers anyone may take, and the newest page of them. */
  openOffersLength: number
  openOffers: Item<Offer>[]
  /** Addressed to me alone. */
  offersForMe: Item<Offer>[]
  /** Mine that nobody has taken yet. */
  myOffers: Item<Offer>[]
  lent: Item<TakenLoan>[]
  borrowed: Item<TakenLoan>[]
  /** Why loans that were read could not be decoded, one sentence each. */
  refused: string[]
}

export const PAGE_SIZE = 100

/** Everything that the dashboard shows, at one block, in one eth_call. Without a contract: the balance alone. */
export async function fetchDashboard(account: Address): Promise<Dashboard> {
  const address = await lendingAddress()
  return address ? fetchFromLens(address, account) : fetchBalance(account)
}

/** The next page of open offers, counted from the newest. */
export async function fetchOpenOffers(book: Address, offset: number): Promise<{ items: Item<Offer>[]; read: number }> {
  const items = await readContract(client, {
    address: loanLensAddress,
    abi: loanLensAbi,
    functionName: 'openOffers',
    args: [book, BigInt(offset), BigInt(PAGE_SIZE)],
  })
  return { items: decodeLoans(items).items.filter(isOffer), read: items.length }
}

async function fetchFromLens(address: Address, account: Address): Promise<Dashboard> {
  const board = await readContract(client, {
    address: loanLensAddress,
    abi: loanLensAbi,
    functionName: 'dashboard',
    args: [address, account, 0n, BigInt(PAGE_SIZE)],
  })
  const open = decodeLoans(board.openOffers)
  const forMe = decodeLoans(board.openOffersFor)
  const lent = decodeLoans(board.lent)
  const borrowed = decodeLoans(board.borrowed)
  return {
    at: { blockNumber: board.blockNumber, parentHash: board.parentHash, timestamp: Number(board.timestamp) },
    ethBalance: board.ethBalance,
    book: {
      address,
      chainId: Number(board.chainId),
      dollarBalance: board.dollarBalance,
      claimable: board.claimable,
      openOffersLength: Number(board.openOffersLength),
      openOffers: open.items.filter(isOffer),
      offersForMe: forMe.items.filter(isOffer),
      myOffers: lent.items.filter(isOffer),
      lent: lent.items.filter(isTaken),
      borrowed: borrowed.items.filter(isTaken),
      refused: [open, forMe, lent, borrowed].flatMap(({ refused }) => refused),
    },
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
