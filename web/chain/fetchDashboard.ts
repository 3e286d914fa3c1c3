import type { Address } from 'viem'
import { getBalance, getBlock, readContract } from 'viem/actions'
import { loanLensAbi, loanLensAddress } from './abi.ts'
import { client } from './clients.ts'
import { decodeLoans, type Item } from './decodeLoan.ts'
import { lendingAddress } from './lendingAddress.ts'

/** Where the chain stood when something was read. */
export type Position = {
  blockNumber: bigint
  /** Of the block before. */
  parentHash: string
  /** Unix seconds, by the chain's clock. */
  timestamp: number
}

export type Dashboard = {
  at: Position
  ethBalance: bigint
  /** What the contract says; none where there is no contract. */
  book: Book | undefined
}

export type Book = {
  address: Address
  chainId: number
  dollarBalance: bigint
  claimable: bigint
  /** How many offers anyone may take, and the newest of them. */
  openOffersLength: number
  openOffers: Item[]
  offersForMe: Item[]
  lent: Item[]
  borrowed: Item[]
  /** What was read and could not be drawn. */
  refused: string[]
}

export const PAGE = 100

/** All that the dashboard shows, at one block, in one request. Without a contract: the balance alone. */
export async function fetchDashboard(account: Address): Promise<Dashboard> {
  const address = await lendingAddress()
  return address ? fetchFromLens(address, account) : fetchBalance(account)
}

/** The next page of open offers, counted from the newest. */
export async function fetchOpenOffers(book: Address, offset: number): Promise<{ items: Item[]; read: number }> {
  const items = await readContract(client, {
    address: loanLensAddress,
    abi: loanLensAbi,
    functionName: 'openOffers',
    args: [book, BigInt(offset), BigInt(PAGE)],
  })
  return { items: decodeLoans(items).items, read: items.length }
}

async function fetchFromLens(address: Address, account: Address): Promise<Dashboard> {
  const board = await readContract(client, {
    address: loanLensAddress,
    abi: loanLensAbi,
    functionName: 'dashboard',
    args: [address, account, 0n, BigInt(PAGE)],
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
      openOffers: open.items,
      offersForMe: forMe.items,
      lent: lent.items,
      borrowed: borrowed.items,
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
