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
import { call, getBlock, getTransaction, getTransactionCount, getTransactionReceipt, sendRawTransaction } from 'viem/actions'
import { networkOf, networks } from '../../chains.ts'
import { recipientOf } from '../../commands/command.ts'
import { isSameAddress } from '../../loans/loan.ts'
import { loanBookAbi } from '../abi.ts'
import { client, everyClient } from '../node/clients.ts'
import { deviceSeconds } from '../node/deviceClock.ts'
import { MAX_GAP } from './nonces.ts'
import { askOthers, recent } from './opinions.ts'
import { type Entry, lastOf, type Signed, type Stage } from './outbox.ts'
import type { Deployment } from './prepare.ts'
import { isRevert, type Refusal, refusalOf } from './refusal.ts'
import { readSigningState, whyOutdated } from './signingState.ts'

/** After that, a transaction that no node knows is not sent without asking: the person may have changed their mind. */
const MAX_AGE_SECONDS = 3_600

/**
 * Reads an entry's stage from the chain, and broadcasts it again if no node knows it. Trusts only receipts in canonical
 * blocks: the answer to a broadcast proves nothing, and a block may be reorganised away.
 */
export async function settle(entry: Entry, account: Address, deployment: Deployment): Promise<Stage> {
  const latest = await getBlock(client)
  const { confirmations: of, settlePollMs } = networkOf(deployment.chainId) ?? networks.sepolia

  for (const signed of entry.transactions.toReversed()) {
    const receipt = await receiptOf(signed)
    if (!receipt) continue
    const depth = Number(latest.number - receipt.blockNumber) + 1
    const block = receipt.blockNumber
    const isCertain = depth >= of && !(await isDenied(signed, receipt, latest, deployment))
    if (!isCertain) return { at: 'mined', depth: Math.min(Math.max(depth, 1), of), of, block }
    const { hash } = signed
    if (receipt.status === 'reverted') {
      return { at: 'done', outcome: { kind: 'reverted', refusal: await reasonOf(signed, account, block) }, hash, block }
    }
    if (signed.purpose === 'annul') return { at: 'done', outcome: { kind: 'annulled' }, hash, block }
    return { at: 'done', outcome: { kind: 'confirmed', paid: paidIn(receipt.logs, deployment.book) }, hash, block }
  }

  const signed = lastOf(entry)
  const used = await getTransactionCount(client, { address: account })
  if (used > entry.nonce && !(await isFreeForOther(entry, account, latest, deployment))) {
    // Behind a load balancer one node may have the new nonce and another not yet the receipt: waits for confirmations.
    const since = entry.stage.at === 'displaced' && entry.stage.since <= latest.number ? entry.stage.since : latest.number
    if (latest.number - since + 1n < of || entry.stage.at !== 'displaced') return { at: 'displaced', since }
    return { at: 'done', outcome: { kind: 'replaced' }, hash: signed.hash, block: latest.number }
  }

  const isGap = used < entry.nonce && (await getTransactionCount(client, { address: account, blockTag: 'pending' })) < entry.nonce
  const gap = isGap ? entry.nonce - used : 0
  // Nobody gets there: once the account comes near, it is under way again.
  if (gap > MAX_GAP && signed.purpose === 'annul') {
    return { at: 'done', outcome: { kind: 'annulled', isFree: true }, hash: signed.hash, block: latest.number }
  }
  // A node that lied about its block when it was signed must not keep it from being called stuck.
  const waited =
    latest.number >= signed.at
      ? Number(latest.number - signed.at)
      : Math.floor((1_000 * ageOf(signed, latest.timestamp)) / settlePollMs)
  const before = isUnmined(entry.stage) ? entry.stage.at : 'sent'
  const stage: Unmined = (await isKnown(signed))
    ? { at: 'sent', waited }
    : await broadcastAgain(entry, signed, account, deployment, { now: latest.timestamp, before, waited })
  if (gap === 0 || (stage.problem && stage.problem.name !== 'NotTaken')) return stage
  return { ...stage, problem: gap > MAX_GAP ? { name: 'NonceFar', args: [gap] } : { name: 'NonceGap', args: [] } }
}

type Latest = { number: bigint; timestamp: bigint }

function isUnmined(stage: Stage): stage is Unmined {
  return stage.at === 'kept' || stage.at === 'sent'
}

type Unmined = Extract<Stage, { waited: number }>

async function broadcastAgain(
  entry: Entry,
  signed: Signed,
  account: Address,
  deployment: Deployment,
  { now, before, waited }: { now: bigint; before: Unmined['at']; waited: number },
): Promise<Unmined> {
  const problem = await whyNotAgain(entry, signed, account, deployment, now)
  return problem ? { at: before, waited, problem } : afterBroadcast(await broadcast(signed), before, waited)
}

/** The result of a broadcast: a node took it, no node answered, or one rejected it. */
export type Broadcast = 'taken' | 'unanswered' | Refusal

/** The stage after a broadcast: what was out once stays `sent`. */
export function afterBroadcast(result: Broadcast, before: Unmined['at'], waited: number): Unmined {
  const at = result === 'taken' || before !== 'kept' ? 'sent' : 'kept'
  return { at, waited, problem: typeof result === 'string' ? undefined : result }
}

/** Whether another node, which has that block, has no such receipt. */
async function isDenied(
  { hash }: Signed,
  { blockNumber, status }: TransactionReceipt,
  latest: Latest,
  { chainId }: Deployment,
): Promise<boolean> {
  const opinions = await askOthers(async (node) => {
    const receipt = await getTransactionReceipt(node, { hash }).catch(ignore(TransactionReceiptNotFoundError))
    const { number, timestamp } = await getBlock(node)
    return { isMissing: receipt ? receipt.status !== status : number > blockNumber, timestamp }
  })
  return recent(opinions, latest, chainId).some(({ said }) => said.isMissing)
}

/** Whether another node contradicts that the nonce was used by something else: it is free there, or one of ours used it. */
async function isFreeForOther(
  { nonce, transactions }: Entry,
  address: Address,
  latest: Latest,
  { chainId }: Deployment,
): Promise<boolean> {
  const opinions = await askOthers(async (node) => {
    const [{ timestamp }, used, ...receipts] = await Promise.all([
      getBlock(node),
      getTransactionCount(node, { address }),
      ...transactions.map(({ hash }) => getTransactionReceipt(node, { hash }).catch(ignore(TransactionReceiptNotFoundError))),
    ])
    return { isFree: used <= nonce || receipts.some((receipt) => receipt !== undefined), timestamp }
  })
  return recent(opinions, latest, chainId).some(({ said }) => said.isFree)
}

/** Dollars that the contract took: less than the command's amount where somebody else paid in between. */
function paidIn(logs: Log[], book: Address): bigint | undefined {
  const events = parseEventLogs({ abi: loanBookAbi, eventName: ['Repaid', 'Withdrawn'], logs })
  return events.find(({ address }) => address.toLowerCase() === book.toLowerCase())?.args.amount
}

/** To every node: one that takes it and drops it must not keep it from the others. */
export async function broadcast({ bytes }: Signed): Promise<Broadcast> {
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
async function receiptOf({ hash }: Signed) {
  const receipt = await getTransactionReceipt(client, { hash }).catch(ignore(TransactionReceiptNotFoundError))
  if (!receipt) return undefined
  const block = await getBlock(client, { blockNumber: receipt.blockNumber })
  return block.hash === receipt.blockHash ? receipt : undefined
}

async function isKnown({ hash }: Signed): Promise<boolean> {
  return (await getTransaction(client, { hash }).catch(ignore(TransactionNotFoundError))) !== undefined
}

/** Why it must not be broadcast again: it is too old or for another contract, its permit expired, or the loan is over or another one. */
async function whyNotAgain(
  { command }: Entry,
  signed: Signed,
  account: Address,
  { book }: Deployment,
  now: bigint,
): Promise<Refusal | undefined> {
  if (signed.purpose === 'annul') return undefined
  if (signed.permitDeadline !== undefined && signed.permitDeadline < now) return { name: 'PermitLapsed', args: [] }
  const state = await readSigningState(client, book, account, command)
  const { to } = parseTransaction(signed.bytes as `0x02${string}`)
  const targets = [book, state.token, account, recipientOf(command)]
  // Kept since the app had another contract.
  if (!targets.some((target) => target && to && isSameAddress(target, to))) return { name: 'OtherBook', args: [] }
  const outdated = whyOutdated(command, state)
  if (outdated) return outdated
  return ageOf(signed, now) > MAX_AGE_SECONDS ? { name: 'TooOld', args: [] } : undefined
}

/** In seconds, by the chain's clock or the device's: a node's clock may stand still. */
function ageOf({ signedAt, signedOnDeviceAt }: Signed, now: bigint): number {
  return Math.max(Number(now) - signedAt, deviceSeconds() - signedOnDeviceAt)
}

/** The revert reason: replays the call on the state of that block. */
async function reasonOf(signed: Signed, account: Address, blockNumber: bigint): Promise<Refusal> {
  const { timestamp } = await getBlock(client, { blockNumber })
  if (signed.permitDeadline !== undefined && signed.permitDeadline < timestamp) return { name: 'PermitLapsed', args: [] }
  const { to, data = '0x', value = 0n } = parseTransaction(signed.bytes as `0x02${string}`)
  // A stranger's contract: what it says may imitate an error of ours.
  if (data === '0x') return { name: 'RecipientRefuses', args: [] }
  try {
    await call(client, { account, to: to ?? null, data, value, blockNumber })
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
