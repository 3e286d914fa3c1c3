// Shared by tests of the news: visits to the board, and the device that keeps their snapshot.
import { type Address, encodeFunctionData, isAddressEqual, type LocalAccount } from 'viem'
import { onTestFinished } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { holding } from '../../../e2e/support/forged.ts'
import { deploymentOf } from '../../../e2e/support/others.ts'
import { testDollarAbi } from '../../chain/abi.ts'
import type { Entry, Stage } from '../../chain/outbox/outbox.ts'
import { DOLLAR } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { client, entryOf, node, openBoard, world } from '../boards.testing.ts'
import type { News } from './news.ts'
import { createNews } from './newsStore.ts'

/** A device in memory. `writes`: every snapshot that was kept on it, in order. */
export function createDevice(text?: string) {
  const writes: string[] = []
  return {
    writes,
    read: async () => writes.at(-1) ?? text,
    write: async (next: string): Promise<unknown> => writes.push(next),
  }
}

type Device = ReturnType<typeof createDevice>

/** A device on which somebody has seen their dashboard as it is now. */
export async function visited(account: LocalAccount): Promise<Device> {
  const device = createDevice()
  const { leave } = await openVisit(account, { device })
  leave()
  return device
}

type Opening = {
  /** Undefined: nothing on the device is opened. */
  device?: Pick<Device, 'read' | 'write'> | undefined
  /** Payments that this device noted before. */
  noted?: readonly Entry[]
  /** Signed requests and payments that are kept. */
  signed?: readonly Signed[]
}

/** Somebody's visit, once the dashboard is read, and compared with what was kept. */
export async function openVisit(account: LocalAccount, { device = createDevice(), noted = [], signed = [] }: Opening = {}) {
  const visit = await enterWithoutDevice(account)
  visit.board.outbox.set(noted)
  visit.board.signed.set({ all: signed })
  await visit.board.until(({ ownSigned }) => ownSigned.isRead)
  await visit.news.keepIn(device)
  await visit.searched()
  return visit
}

/** Somebody's visit, once the dashboard is read. Nothing on the device is opened yet. */
export async function enterWithoutDevice(account: LocalAccount) {
  const { createActivityLog } = await import('../../chain/history/activityLog.ts')
  const { readArrivals } = createActivityLog(deploymentOf(world).loanBook, account.address)
  const board = openBoard(account)
  const searches: { found: Promise<unknown>; signal: AbortSignal }[] = []
  const news = createNews({
    board,
    outbox: board.outbox,
    clock: board.clock,
    readArrivals: (book, from, signal) => {
      const found = readArrivals(book, from, signal)
      searches.push({ found, signal })
      return found
    },
  })
  const told: string[] = []
  news.onNews((pieces) => told.push(...pieces.map(brief)))
  let leave = news.subscribe(() => {})
  onTestFinished(() => leave())

  /** Reads the dashboard again, whether or not there is a new block. */
  const read = async () => {
    const { dashboard: before } = board.get()
    board.clock.pass(1)
    board.refresh()
    await board.until(({ dashboard }) => dashboard !== before)
  }
  /** Until every search has ended, found or not. The store hears of it before. */
  const searched = () => Promise.allSettled(searches.map(({ found }) => found))

  await board.until(({ book }) => book)
  return {
    board,
    news,
    list: () => news.get().map(brief),
    /** Notices, in order. */
    told,
    read,
    searched,
    look: async () => {
      await read()
      await searched()
    },
    searchCount: () => searches.length,
    isLastSearchCalledOff: () => searches.at(-1)?.signal.aborted,
    leave: () => leave(),
    comeBack: () => {
      leave = news.subscribe(() => {})
    },
  }
}

/** From now on the node keeps events waiting until `release`. `asked`: once it was asked for some. */
export function holdEvents() {
  let hear = () => {}
  const asked = new Promise<void>((resolve) => {
    hear = resolve
  })
  const { fault, release } = holding(() => {
    hear()
    return true
  })
  node.breakWith(fault, 'eth_getLogs')
  return { asked, release }
}

/** Kind, loan and amount, or who it came from. */
function brief(news: News): string {
  if (news.kind === 'arrived') return `arrived ${inDollars(news.amount)} from ${nameOf(news.person)}`
  if ('loan' in news) return `${news.kind} ${news.loan.id}`
  return `${news.kind} ${news.row.id}${news.amount === undefined ? '' : ` ${inDollars(news.amount)}`}`
}

function inDollars(amount: bigint): number {
  return Number(amount) / Number(DOLLAR)
}

function nameOf(person: Address): string | undefined {
  return Object.entries(people).find(([, { address }]) => isAddressEqual(address, person))?.[0]
}

/** The command by which this device noted a payment. */
export function notedOf({ board }: Pick<Visit, 'board'>, id: bigint, amount: bigint, stage: Stage): Entry {
  const loan = board.get().knownLoans.find((known) => known.id === id)
  if (loan?.status !== 'active') throw new Error('It is not active.')
  return entryOf({ kind: 'recordPayment', loan, amount, paidAt: loan.startedAt }, stage)
}

export async function drawDollars(account: LocalAccount): Promise<void> {
  const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'faucet' })
  await client.sendFrom(account.address, { to: deploymentOf(world).dollar, data })
}

type Visit = Awaited<ReturnType<typeof enterWithoutDevice>>
