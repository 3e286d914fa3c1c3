import {
  type Address,
  type Client,
  type Hex,
  type Log,
  parseEventLogs,
  parseTransaction,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getBlock, getTransaction, getTransactionCount, getTransactionReceipt, sendRawTransaction } from 'viem/actions'
import { paceOf } from '../../chains.ts'
import { recipientOf } from '../../commands/command.ts'
import { isSameAddress } from '../../loans/loan.ts'
import type { Dollars } from '../../loans/units.ts'
import { loanBookAbi } from '../abi.ts'
import { callAt } from '../node/calls.ts'
import { client, everyClient, hostInUse, nodeToLeave } from '../node/clients.ts'
import { deviceSeconds } from '../node/deviceClock.ts'
import { type Entry, lastOf, type SignedTransaction, type Stage } from '../outbox/outbox.ts'
import { askOthers, dissentersIn, withoutLagging } from './opinions.ts'
import type { Deployment } from './prepare.ts'
import { isRevert, type Refusal, refusalOf } from './refusal.ts'
import { readSigningState } from './signingState.ts'

/** After that, a transaction that no node knows is not sent without asking: the person may have changed their mind. */
const MAX_AGE_SECONDS = 3_600

/**
 * Reads an entry's stage from the chain, and broadcasts it again if no node knows it. Trusts only receipts in canonical
 * blocks: the answer to a broadcast proves nothing, and a block may be reorganised away.
 */
export async function settle(entry: Entry, account: Address, deployment: Deployment): Promise<Stage> {
  const leave = nodeToLeave()
  const own = await viewOf(client, entry, account)
  const { latest, found, used } = own
  const of = paceOf(deployment.chainId).confirmations
  const depth = found ? Number(latest.number - found.receipt.blockNumber) + 1 : 0
  // That it is settled, that its nonce was used by something else, or that one before it is free: all nodes must say so.
  const isVerdict = found ? depth >= of : used !== entry.nonce
  const dissenters = isVerdict ? await dissentersOn(own, leave, entry, account, deployment) : []
  const dissent: Refusal | undefined = dissenters.length > 0 ? { name: 'NodesDisagree', args: dissenters } : undefined

  if (found) {
    const { signed, receipt } = found
    const [hash, block] = [signed.hash, receipt.blockNumber]
    if (depth < of || dissent) return { at: 'mined', depth: Math.min(Math.max(depth, 1), of), of, block, problem: dissent }
    if (receipt.status === 'reverted') {
      return { at: 'done', outcome: { kind: 'reverted', refusal: await reasonOf(signed, account, block) }, hash, block }
    }
    if (signed.purpose === 'annul') return { at: 'done', outcome: { kind: 'annulled' }, hash, block }
    return { at: 'done', outcome: { kind: 'confirmed', ...effectIn(receipt.logs, deployment.book) }, hash, block }
  }

  const signed = lastOf(entry)
  if (used > entry.nonce && !dissent) {
    // Behind a load balancer one node may have the new nonce and another not yet the receipt: waits for confirmations.
    const since = entry.stage.at === 'displaced' && entry.stage.since <= latest.number ? entry.stage.since : latest.number
    if (latest.number - since + 1n < of || entry.stage.at !== 'displaced') return { at: 'displaced', since }
    return { at: 'done', outcome: { kind: 'replaced' }, hash: signed.hash, block: latest.number }
  }

  const stage = await sendAgain(entry, signed, account, deployment, latest)
  if (dissent) return { ...stage, problem: dissent }
  // A cancellation waits for its nonce: whether that comes changes nothing.
  if (used >= entry.nonce || signed.purpose === 'annul') return stage
  if (stage.problem && stage.problem.name !== 'NotTaken') return stage
  const isGap = (await getTransactionCount(client, { address: account, blockTag: 'pending' })) < entry.nonce
  return isGap ? { ...stage, problem: { name: 'NonceGap', args: [] } } : stage
}

/** A node's answer about an entry: which of its transactions is mined, if any, and how many of the account's are. */
type View = { latest: Latest; found: { signed: SignedTransaction; receipt: TransactionReceipt } | undefined; used: number }

async function viewOf(node: Client, { transactions, nonce }: Entry, address: Address): Promise<View> {
  const { number, timestamp } = await getBlock(node)
  const latest = { number, timestamp }
  for (const signed of [...transactions].reverse()) {
    const receipt = await receiptOf(node, signed)
    if (receipt) return { latest, found: { signed, receipt }, used: nonce + 1 }
  }
  return { latest, found: undefined, used: await getTransactionCount(node, { address }) }
}

/** The hosts of nodes that say different things of an entry. */
async function dissentersOn(
  view: View,
  leave: () => void,
  entry: Entry,
  account: Address,
  { book, chainId }: Deployment,
): Promise<string[]> {
  const claimIn = ({ found, used }: View) => {
    if (!found) return String(Math.sign(used - entry.nonce))
    const { signed, receipt } = found
    const { paid, made } = effectIn(receipt.logs, book)
    return `${signed.hash} ${receipt.status} ${paid} ${made}`
  }
  const timed = (view: View) => ({ view, timestamp: view.latest.timestamp })
  const own = { host: hostInUse(), said: timed(view) }
  const others = await askOthers(async (node) => timed(await viewOf(node, entry, account)))
  const recent = withoutLagging([own, ...others], chainId)
  if (recent.includes(own)) return dissentersIn(recent, ({ view }) => claimIn(view))
  // It lags: the next poll asks another one.
  leave()
  return [own.host]
}

type Latest = { number: bigint; timestamp: bigint }

function isUnmined(stage: Stage): stage is Unmined {
  return stage.at === 'kept' || stage.at === 'sent'
}

type Unmined = Extract<Stage, { waited: number }>

/** Broadcasts what waits to the nodes that do not know it, unless that needs a yes. */
async function sendAgain(
  entry: Entry,
  signed: SignedTransaction,
  account: Address,
  deployment: Deployment,
  latest: Latest,
): Promise<Unmined> {
  // Also where a node had lied about its block when it was signed: then it counts as stuck, and has its buttons.
  const distance = Number(latest.number - signed.at)
  const waited = Math.min(Math.abs(distance), Number.MAX_SAFE_INTEGER)
  const isKnownHere = await isKnownTo(client, signed)
  const known = [isKnownHere, ...(await askOthers((node) => isKnownTo(node, signed))).map(({ said }) => said)]
  const before = isUnmined(entry.stage) ? entry.stage.at : 'sent'
  const inPool: Unmined = { at: 'sent', waited }
  if (known.every(Boolean)) return inPool
  const problem = await whyNotAgain(entry, signed, account, deployment, latest.timestamp)
  if (problem) return isKnownHere ? inPool : { at: before, waited, problem }
  const stage = afterBroadcast(await broadcast(signed), before, waited)
  return isKnownHere ? inPool : stage
}

/** The result of a broadcast: a node took it, no node answered, or one rejected it. */
export type Broadcast = 'taken' | 'unanswered' | Refusal

/** The stage after a broadcast: what was out once stays `sent`. */
export function afterBroadcast(result: Broadcast, before: Unmined['at'], waited: number): Unmined {
  const at = result === 'taken' || before !== 'kept' ? 'sent' : 'kept'
  return { at, waited, problem: typeof result === 'string' ? undefined : result }
}

/**
 * Facts that the contract tells of a transaction. `paid`: dollars that it took, less than the command's amount where somebody
 * else paid in between; `made`: the id of what was published.
 */
function effectIn(logs: Log[], book: Address): { paid?: Dollars; made?: bigint } {
  const eventName = ['Repaid', 'Withdrawn', 'OfferCreated', 'RequestCreated'] as const
  const events = parseEventLogs({ abi: loanBookAbi, eventName: [...eventName], logs })
  const event = events.find(({ address }) => address.toLowerCase() === book.toLowerCase())
  switch (event?.eventName) {
    case 'Repaid':
    case 'Withdrawn':
      return { paid: event.args.amount }
    case 'OfferCreated':
    case 'RequestCreated':
      return { made: event.args.id }
    case undefined:
      return {}
  }
}

/** To every node: one that takes it and drops it must not keep it from the others. */
export async function broadcast({ bytes }: SignedTransaction): Promise<Broadcast> {
  const results = everyClient().map((node) => broadcastTo(node, bytes))
  const isTaken = results.map(async (result) => {
    if ((await result) !== 'taken') throw new Error('Not taken')
    return 'taken' as const
  })
  // As soon as one takes it: the others may be slow.
  return Promise.any(isTaken).catch(
    async () => (await Promise.all(results)).find((result) => result !== 'unanswered') ?? 'unanswered',
  )
}

async function broadcastTo(node: Client, bytes: Hex): Promise<Broadcast> {
  try {
    await sendRawTransaction(node, { serializedTransaction: bytes })
    return 'taken'
  } catch (error) {
    if (isKnownAlready(error)) return 'taken'
    return refusalOf(error).name === 'NoNetwork' ? 'unanswered' : { name: 'NotTaken', args: [] }
  }
}

/** Only if its block is still canonical. */
async function receiptOf(node: Client, { hash }: SignedTransaction) {
  const receipt = await getTransactionReceipt(node, { hash }).catch(ignore(TransactionReceiptNotFoundError))
  if (!receipt) return undefined
  const block = await getBlock(node, { blockNumber: receipt.blockNumber })
  return block.hash === receipt.blockHash ? receipt : undefined
}

async function isKnownTo(node: Client, { hash }: SignedTransaction): Promise<boolean> {
  return (await getTransaction(node, { hash }).catch(ignore(TransactionNotFoundError))) !== undefined
}

/** Why it must not be broadcast again: it is too old or for another contract, its permit expired, or the loan is over or another one. */
async function whyNotAgain(
  entry: Entry,
  signed: SignedTransaction,
  account: Address,
  { book }: Deployment,
  now: bigint,
): Promise<Refusal | undefined> {
  const { command } = entry
  if (signed.purpose === 'annul') return undefined
  if (signed.permitDeadline !== undefined && signed.permitDeadline < now) return { name: 'PermitLapsed', args: [] }
  const state = await readSigningState(client, book, account, command)
  const { to } = parseTransaction(signed.bytes as `0x02${string}`)
  const targets = [book, state.token, account, recipientOf(command)]
  // Kept since the app had another contract.
  if (!targets.some((target) => target && to && isSameAddress(target, to))) return { name: 'OtherBook', args: [] }
  if (state.outdated) return state.outdated
  return ageOf(signed, now) > MAX_AGE_SECONDS ? { name: 'TooOld', args: [] } : undefined
}

/** In seconds, by the chain's clock or the device's: a node's clock may stand still. */
function ageOf({ signedAt, signedOnDeviceAt }: SignedTransaction, now: bigint): number {
  return Math.max(Number(now) - signedAt, deviceSeconds() - signedOnDeviceAt)
}

/** The revert reason: replays the call on the state of that block. */
async function reasonOf(signed: SignedTransaction, account: Address, blockNumber: bigint): Promise<Refusal> {
  const { timestamp } = await getBlock(client, { blockNumber })
  if (signed.permitDeadline !== undefined && signed.permitDeadline < timestamp) return { name: 'PermitLapsed', args: [] }
  const { to, data = '0x', value = 0n } = parseTransaction(signed.bytes as `0x02${string}`)
  // A stranger's contract: what it says may imitate an error of ours.
  if (data === '0x') return { name: 'RecipientRefuses', args: [] }
  try {
    if (to) await callAt(client, { from: account, to, data, value }, blockNumber)
  } catch (error) {
    const refusal = refusalOf(error)
    // A timeout is retried by the next poll. A node that pruned the state cannot give a reason.
    if (refusal.name === 'NoNetwork') throw error
    if (isRevert(refusal)) return refusal
  }
  return { name: 'Reverted', args: [] }
}

function isKnownAlready(error: unknown): boolean {
  return error instanceof Error && /already ?(known|imported)|known transaction/i.test(error.message)
}

/** Turns one kind of error into undefined and rethrows the others. */
function ignore(kind: typeof TransactionNotFoundError | typeof TransactionReceiptNotFoundError) {
  return (error: unknown): undefined => {
    if (!(error instanceof kind)) throw error
  }
}
