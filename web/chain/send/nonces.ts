import { type Address, type Client, TransactionReceiptNotFoundError } from 'viem'
import { getBlock, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { paceOf } from '../../chains.ts'
import { type Command, isEmpty } from '../../commands/command.ts'
import { client } from '../node/clients.ts'
import { type Entry, isAnnulledForFree, problemOf, type SignedTransaction } from '../outbox/outbox.ts'
import { askOthers, assertAgreed, type Opinion, recent } from './opinions.ts'
import type { Deployment } from './prepare.ts'
import { asRefused, Refused } from './refusal.ts'

/** How many transactions of the account a node counts: mined ones, and `seen` those of its pool too. */
type Count = { mined: number; seen: number }

type Counts = { own: Count; others: readonly Opinion<Count>[] }

/** How often nodes that differ are asked again before it is refused. On Sepolia that is a block's time. */
const PATIENCE = 3

/** A gap of so many missing nonces can be filled. A larger one only comes from a node that lied. */
export const MAX_GAP = 5

/**
 * The account's next nonce, as every node that answers counts it. Refuses while another command waits: behind a nonce gap both
 * would happen once the gap is filled, also where the second one was only meant to repeat the first. What may be sent then is
 * the empty transaction that fills the gap.
 */
export async function freeNonce(
  entries: readonly Entry[],
  command: Command,
  account: Address,
  deployment: Deployment,
): Promise<number> {
  try {
    const isFilling = isEmpty(command)
    const waiting = entries.filter(isWaiting)
    const dissent = entries.map(problemOf).find((problem) => problem?.name === 'NodesDisagree')
    // The fate of another one is disputed, and this may be its repetition.
    if (dissent && !isFilling) throw new Refused(dissent.name, dissent.args)
    if (waiting.length > 0 && !isFilling) throw new Refused('Busy')
    const { nonce, seen } = await agreedCount(entries, account, deployment)
    if (waiting.some((entry) => entry.nonce <= nonce)) throw new Refused('Busy')
    const isPending = seen > nonce
    if (isFilling && !isPending && waiting.length === 0) throw new Refused('AlreadyMined')
    if (!isFilling && isPending) throw new Refused('BusyElsewhere')
    return nonce
  } catch (error) {
    throw asRefused(error)
  }
}

/** Whether every node that answers sees more transactions of the account in its pool than are mined. */
export async function hasPending(account: Address, deployment: Deployment): Promise<boolean> {
  const { own, others } = await countsOf(account, deployment)
  return [own, ...others.map(({ said }) => said)].every(({ mined, seen }) => seen > mined)
}

/** Not mined, as far as is known. */
export function isWaiting({ stage }: Entry): boolean {
  return stage.at === 'kept' || stage.at === 'sent' || stage.at === 'displaced'
}

/**
 * Settled entries that are not so any more: a node had forged or hidden a receipt, or the chain was reorganised deeper than the
 * confirmations. Of those whose nonce is used, the ones that `isYoung` says and the ones that came to nothing: the next signature
 * is refused where they did not.
 */
export async function undoneIn(
  entries: readonly Entry[],
  isYoung: (entry: Entry) => boolean,
  account: Address,
  deployment: Deployment,
): Promise<Entry[]> {
  const { own, others } = await countsOf(account, deployment)
  const mined = Math.max(own.mined, ...others.map(({ said }) => said.mined))
  const suspects = entries.filter((entry) => isSettled(entry) && (entry.nonce >= mined || isYoung(entry) || isVain(entry)))
  const answers = await Promise.all(suspects.map((entry) => isStillSo(entry, mined)))
  return suspects.filter((_, index) => !answers[index])
}

/** Asks again while nodes differ, which they do for seconds after each block. */
async function agreedCount(
  entries: readonly Entry[],
  account: Address,
  deployment: Deployment,
): Promise<{ nonce: number; seen: number }> {
  const { settlePollMs } = paceOf(deployment.chainId)
  for (let tries = 0; ; tries++) {
    const { own, others } = await countsOf(account, deployment)
    try {
      assertAgreed(String(own.mined), others, ({ mined }) => String(mined))
      // It has a receipt, so a node that does not count it is behind, or the receipt was false.
      if (entries.some(({ stage, nonce }) => stage.at === 'mined' && nonce >= own.mined)) throw new Refused('Busy')
      const nonce = await afterSettled(entries, own.mined)
      // A pending transaction that one node claims and another does not know must not hold up everything.
      return { nonce, seen: Math.min(own.seen, ...others.map(({ said }) => said.seen)) }
    } catch (error) {
      if (tries >= PATIENCE) throw error
      await new Promise((resolve) => setTimeout(resolve, settlePollMs))
    }
  }
}

async function countsOf(address: Address, { chainId }: Deployment): Promise<Counts> {
  const ask = async (node: Client): Promise<Count> => {
    const [mined, seen] = await Promise.all([
      getTransactionCount(node, { address }),
      getTransactionCount(node, { address, blockTag: 'pending' }),
    ])
    return { mined, seen }
  }
  const [own, others] = await Promise.all([
    ask(client),
    askOthers(async (node) => ({ ...(await ask(node)), timestamp: (await getBlock(node)).timestamp })),
  ])
  return { own, others: others.length > 0 ? recent(others, await getBlock(client), chainId) : [] }
}

/**
 * The next nonce, not below those of settled entries: behind a load balancer a node may not count them yet. Refuses where one is
 * not in the chain any more, or did not come to nothing, as was said of it.
 */
async function afterSettled(entries: readonly Entry[], mined: number): Promise<number> {
  const settled = entries.filter(isSettled)
  const unused = settled.filter((entry) => entry.nonce >= mined && !isUnreached(entry, mined))
  for (const entry of new Set([...unused, ...settled.filter(isVain)]))
    if (!(await isStillSo(entry, mined))) throw new Refused('Undone')
  return Math.max(mined, ...unused.map(({ nonce }) => nonce + 1))
}

/** Done, and with its bytes: without them it cannot be sent again. */
export function isSettled({ stage, transactions }: Entry): boolean {
  return stage.at === 'done' && transactions.length > 0
}

/** It came to nothing, as far as is known: the person may repeat it. */
function isVain({ stage }: Entry): boolean {
  return stage.at === 'done' && stage.outcome.kind !== 'confirmed'
}

/** Its nonce is not reached. Once it is, it is annulled in earnest. */
function isUnreached(entry: Entry, mined: number): boolean {
  return isAnnulledForFree(entry) && entry.nonce > mined
}

/** Whether the chain still has what ended a settled entry, as far as the nodes tell, and none of them something else. */
async function isStillSo(entry: Entry, mined: number): Promise<boolean> {
  const { stage, nonce, transactions } = entry
  if (stage.at !== 'done') return true
  const { outcome } = stage
  const answers = await askAll((node) => receiptsOf(node, transactions))
  if (answers.length === 0) return true
  const receipts = answers.flat()
  if (isAnnulledForFree(entry)) return receipts.length === 0 && nonce !== mined
  if (outcome.kind === 'replaced') return nonce < mined && receipts.length === 0
  const isAsSaid = ({ hash, status }: Mined) => hash === stage.hash && (status === 'reverted') === (outcome.kind === 'reverted')
  return receipts.length > 0 && receipts.every(isAsSaid)
}

type Mined = Pick<SignedTransaction, 'hash'> & { status: 'success' | 'reverted' }

/** Those of these transactions that a node has in its chain. */
async function receiptsOf(node: Client, transactions: readonly SignedTransaction[]): Promise<Mined[]> {
  const found = transactions.map(async ({ hash }): Promise<Mined[]> => {
    try {
      return [{ hash, status: (await getTransactionReceipt(node, { hash })).status }]
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return []
      throw error
    }
  })
  return (await Promise.all(found)).flat()
}

/** The answers of all nodes that give one. */
async function askAll<T>(ask: (node: Client) => Promise<T>): Promise<T[]> {
  const [own, others] = await Promise.all([
    ask(client).then(
      (said) => [said],
      () => [],
    ),
    askOthers(ask),
  ])
  return [...own, ...others.map(({ said }) => said)]
}
