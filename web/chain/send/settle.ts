import {
  type Address,
  type Client,
  type Hex,
  type Log,
  parseEventLogs,
  parseTransaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import {
  call,
  getBlock,
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'
import { networkOf, networks } from '../../chains.ts'
import { loanBookAbi } from '../abi.ts'
import { client, everyClient, otherClient } from '../node/clients.ts'
import { type Entry, lastOf, type Signed, type Stage } from './outbox.ts'
import { type Deployment, deviceSeconds } from './prepare.ts'
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
  const of = (networkOf(deployment.chainId) ?? networks.sepolia).confirmations

  for (const signed of entry.transactions.toReversed()) {
    const receipt = await receiptOf(signed)
    if (!receipt) continue
    const depth = Number(latest.number - receipt.blockNumber) + 1
    const block = receipt.blockNumber
    const isCertain = depth >= of && (await isSeenByOther(signed, block))
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
  if (used > entry.nonce) {
    // Behind a load balancer one node may have the new nonce and another not yet the receipt: waits for confirmations.
    if (entry.stage.at !== 'displaced') return { at: 'displaced', since: latest.number }
    const { since } = entry.stage
    if (latest.number - since + 1n < of || (await isFreeForOther(entry, account))) return entry.stage
    return { at: 'done', outcome: { kind: 'replaced' }, hash: signed.hash, block: latest.number }
  }

  const waited = Math.max(0, Number(latest.number - signed.at))
  if (await isKnown(signed)) return { at: 'sent', waited }
  const problem = await whyNotAgain(entry, signed, account, deployment, latest.timestamp)
  if (problem) return { at: entry.stage.at === 'kept' ? 'kept' : 'sent', waited, problem }
  return afterBroadcast(await broadcast(signed), entry.stage, waited)
}

/** The result of a broadcast: a node took it, no node answered, or one rejected it. */
export type Broadcast = 'taken' | 'unanswered' | Refusal

/** The stage after a broadcast: what was out once stays `sent`. */
export function afterBroadcast(result: Broadcast, before: Stage, waited: number): Stage {
  const at = result === 'taken' || before.at !== 'kept' ? 'sent' : 'kept'
  return { at, waited, problem: typeof result === 'string' ? undefined : result }
}

/** Whether another node has that receipt too. One that does not answer, or is behind, has no opinion: then true. */
async function isSeenByOther({ hash }: Signed, block: bigint): Promise<boolean> {
  const other = otherClient()
  if (!other) return true
  try {
    if (await getTransactionReceipt(other, { hash }).catch(ignore(TransactionReceiptNotFoundError))) return true
    return (await getBlockNumber(other, { cacheTime: 0 })) <= block
  } catch {
    return true
  }
}

/** Whether another node contradicts that the nonce was used by something else: it is free there, or one of ours used it. */
async function isFreeForOther({ nonce, transactions }: Entry, address: Address): Promise<boolean> {
  const other = otherClient()
  if (!other) return false
  try {
    if ((await getTransactionCount(other, { address })) <= nonce) return true
    const receipts = transactions.map(({ hash }) =>
      getTransactionReceipt(other, { hash }).catch(ignore(TransactionReceiptNotFoundError)),
    )
    return (await Promise.all(receipts)).some((receipt) => receipt !== undefined)
  } catch {
    return false
  }
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

/** Why it must not be broadcast again: it is too old, its permit expired, or the loan is over or another one. */
async function whyNotAgain(
  { command }: Entry,
  signed: Signed,
  account: Address,
  { book }: Deployment,
  now: bigint,
): Promise<Refusal | undefined> {
  if (signed.purpose === 'annul') return undefined
  if (signed.permitDeadline !== undefined && signed.permitDeadline < now) return { name: 'PermitLapsed', args: [] }
  const outdated = whyOutdated(command, await readSigningState(client, book, account, command))
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
