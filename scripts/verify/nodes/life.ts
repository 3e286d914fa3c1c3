// A loan's life by the app's own reading and sending code, without a browser. nodes.ts loads it by Vite, which gives it the nodes as a
// build has them.
import type { Address, LocalAccount } from 'viem'
import { getTransactionCount, readContract } from 'viem/actions'
import { people } from '../../../devchain/people.ts'
import { loanBookAbi } from '../../../web/chain/abi.ts'
import { client } from '../../../web/chain/node/clients.ts'
import type { Entry } from '../../../web/chain/outbox/outbox.ts'
import { decodeLoan, EMPTY_RAW_RECORD } from '../../../web/chain/read/decodeLoan.ts'
import { fetchDashboard } from '../../../web/chain/read/fetchDashboard.ts'
import { createSender } from '../../../web/chain/send/createSender.ts'
import { Refused } from '../../../web/chain/send/refusal.ts'
import { createLock, memoryOutbox } from '../../../web/chain/send/tabs.testing.ts'
import type { Command } from '../../../web/commands/command.ts'
import { DAY, DOLLAR, type Loan } from '../../../web/loans/loan.ts'

const { ana, luis } = people
/** Blocks come every few seconds, and three of them confirm. */
const SETTLE_LIMIT_MS = 180_000
const POLL_MS = 500

const NOTE = 'Para la moto'

type Deployment = { book: Address; chainId: number }

/** Ana publishes, Luis takes it. */
export async function lend(deployment: Deployment): Promise<void> {
  const [lender, borrower] = [open(ana, deployment), open(luis, deployment)]
  for (const person of [lender, borrower]) await person.done({ kind: 'faucet' })
  await lender.done(offerOf(120))
  const offer = await newest(deployment)
  if (offer.status !== 'open') throw new Error(`The offer is ${offer.status}.`)
  await borrower.done({ kind: 'acceptOffer', offer })
}

/** Luis pays a part, and `meanwhile` happens between its being sent and its being mined; then the rest. */
export async function payAround(deployment: Deployment, meanwhile: () => Promise<void>): Promise<void> {
  const borrower = open(luis, deployment)
  await borrower.done({ kind: 'repay', loan: await active(deployment), amount: 20n * DOLLAR }, meanwhile)
  await borrower.done({ kind: 'repay', loan: await active(deployment), amount: 500n * DOLLAR })
  const loan = await newest(deployment)
  if (loan.status !== 'repaid') throw new Error(`The loan is ${loan.status}.`)
}

/** The one call of Ana's dashboard. */
export async function read(): Promise<string> {
  const { book } = await fetchDashboard(ana.address)
  const found = book?.lent.items.filter(({ loan }) => loan.note === NOTE)
  if (!found?.length) throw new Error('The loan is not on the dashboard.')
  return `ok, block ${book?.blockNumber}`
}

/** One more offer, through whatever nodes there are: however often it has to be asked for, one is made. */
export async function publishOnce(deployment: Deployment): Promise<string> {
  const lender = open(ana, deployment)
  const before = await getTransactionCount(client, ana)
  let refusals = 0
  for (;;) {
    try {
      await lender.done(offerOf(30))
      break
    } catch (error) {
      if (!(error instanceof Refused) || ++refusals > 40) throw error
      await pause(POLL_MS)
    }
  }
  const made = await untilSettled(async () => (await getTransactionCount(client, ana)) - before || undefined)
  if (made !== 1) throw new Error(`${made} transactions instead of one.`)
  return refusals > 0 ? `ok, after ${refusals} refusals` : 'ok'
}

function offerOf(dollars: number): Command {
  const terms = { principal: BigInt(dollars) * DOLLAR, apr: 1250, duration: 30 * DAY, instalments: 1, openDays: 0 }
  return { kind: 'createOffer', offer: { ...terms, note: NOTE, borrower: undefined } }
}

/** A tab of somebody's browser. */
function open(account: LocalAccount, deployment: Deployment) {
  const store = memoryOutbox()
  let entries: readonly Entry[] = []
  const sender = createSender({
    signer: account,
    deployment,
    openStore: async () => store,
    exclusively: createLock(),
    onChange: (changed) => {
      entries = changed
    },
  })
  return {
    /** Quotes, signs, sends and waits until it is deep enough. */
    done: async (command: Command, meanwhile?: () => Promise<void>) => {
      const intent = crypto.randomUUID()
      await sender.send(intent, command, (await sender.quote(command))?.fee)
      await meanwhile?.()
      const stage = await untilSettled(async () => {
        // A node that is away for a moment.
        await sender.settleAll().catch(() => undefined)
        const found = entries.find((entry) => entry.intent === intent)
        return found?.stage.at === 'done' ? found.stage : undefined
      })
      if (stage.outcome.kind !== 'confirmed') throw new Error(`${command.kind} ended as ${stage.outcome.kind}.`)
    },
  }
}

async function newest({ book }: Deployment): Promise<Loan> {
  const of = { address: book, abi: loanBookAbi } as const
  const id = (await readContract(client, { ...of, functionName: 'nextId' })) - 1n
  const [loan, comment] = await readContract(client, { ...of, functionName: 'detailsOf', args: [id] })
  return decodeLoan({ id, loan, comment, record: EMPTY_RAW_RECORD }).loan
}

async function active(deployment: Deployment) {
  const loan = await newest(deployment)
  if (loan.status !== 'active') throw new Error(`The loan is ${loan.status}.`)
  return loan
}

async function untilSettled<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + SETTLE_LIMIT_MS
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error(`Not settled within ${SETTLE_LIMIT_MS / 1000} s.`)
    await pause(POLL_MS)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
