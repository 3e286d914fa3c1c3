import { type Address, type Client, TransactionReceiptNotFoundError } from 'viem'
import { getBlock, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import { type Command, isEmpty } from '../../commands/command.ts'
import { client, otherNodes } from '../node/clients.ts'
import { type Entry, lastOf, problemOf, type SignedTransaction } from '../outbox/outbox.ts'
import { askAll, askOthers, type Opinion } from './opinions.ts'
import type { Deployment } from './prepare.ts'
import { asRefused, Refused } from './refusal.ts'

/** How many transactions of the account a node counts: mined ones, and `seen` those of its pool too. */
type Count = { mined: number; seen: number }

/**
 * The account's next nonce, or `lost`: settled entries that the chain does not have any more. Refuses while another command waits:
 * behind a nonce gap both would happen once the gap is filled, also where the second one was only meant to repeat the first. What may
 * be sent then is the empty transaction that fills the gap.
 */
export async function nextNonce(
  entries: readonly Entry[],
  command: Command,
  account: Address,
  deployment: Deployment,
): Promise<{ nonce: number } | { lost: readonly Entry[] }> {
  try {
    const isFilling = isEmpty(command)
    const waiting = entries.filter(isWaiting)
    const dissent = entries.map(problemOf).find((problem) => problem?.name === 'NodesDisagree')
    // The fate of another one is disputed, and this may be its repetition.
    if (dissent && !isFilling) throw new Refused(dissent.name, dissent.args)
    // A cancellation can wait for its nonce as long as it takes: it only ends something.
    if (!isFilling && !waiting.every(isCancelled)) throw new Refused('Busy')

    const counts = await countsOf(account, deployment)
    const doubtful = await doubtfulIn(entries, counts)
    const lost = doubtful.filter(isSettled)
    if (lost.length > 0) return { lost }
    if (doubtful.length > 0) throw new Refused('Busy')

    const { mined: nonce, seen } = lowest(counts, usedIn(entries))
    if (waiting.some((entry) => entry.nonce <= nonce)) throw new Refused('Busy')
    const isPending = seen > nonce
    if (isFilling && !isPending && waiting.length === 0) throw new Refused('AlreadyMined')
    if (!isFilling && isPending) throw new Refused('BusyElsewhere')
    return { nonce }
  } catch (error) {
    throw asRefused(error)
  }
}

/** Whether the nodes see more transactions of the account in their pools than are mined. */
export async function hasPending(entries: readonly Entry[], account: Address, deployment: Deployment): Promise<boolean> {
  const { mined, seen } = lowest(await countsOf(account, deployment), usedIn(entries))
  return seen > mined
}

/** Settled entries that the chain does not have any more, or not with that end. */
export async function lostIn(entries: readonly Entry[], account: Address, deployment: Deployment): Promise<Entry[]> {
  return (await doubtfulIn(entries, await countsOf(account, deployment))).filter(isSettled)
}

/** Not mined, as far as is known. */
export function isWaiting({ stage }: Entry): boolean {
  return stage.at === 'kept' || stage.at === 'sent' || stage.at === 'displaced'
}

/** Done, and with its bytes: without them it cannot be sent again. */
export function isSettled({ stage, transactions }: Entry): boolean {
  return stage.at === 'done' && transactions.length > 0
}

function isCancelled(entry: Entry): boolean {
  return lastOf(entry).purpose === 'annul'
}

/**
 * The lowest count, because a nonce that is too low costs nothing, and one that is too high is dangerous. A count below `used`, which
 * the chain was seen to have, is left out: that node lies, or lags.
 */
function lowest(counts: readonly Count[], used: number): Count {
  const credible = counts.filter(({ mined }) => mined >= used)
  if (credible.length === 0) return { mined: used, seen: used }
  return { mined: Math.min(...credible.map(({ mined }) => mined)), seen: Math.min(...credible.map(({ seen }) => seen)) }
}

/** How many nonces the account has used at least, by its transactions that are known to be mined. */
function usedIn(entries: readonly Entry[]): number {
  const mined = entries.filter(({ stage }) => stage.at === 'mined' || (stage.at === 'done' && stage.outcome.kind !== 'replaced'))
  return Math.max(0, ...mined.map(({ nonce }) => nonce + 1))
}

async function countsOf(address: Address, { chainId }: Deployment): Promise<Count[]> {
  // The time is only compared with that of other nodes.
  const isAlone = otherNodes().length === 0
  const answers: Opinion<Count & { timestamp: bigint }>[] = await askAll(chainId, async (node) => {
    const [mined, seen, { timestamp }] = await Promise.all([
      getTransactionCount(node, { address }),
      getTransactionCount(node, { address, blockTag: 'pending' }),
      isAlone ? { timestamp: 0n } : getBlock(node),
    ])
    return { mined, seen, timestamp }
  })
  return answers.map(({ said }) => said)
}

/**
 * Mined entries that most nodes do not know as such: a node had forged or hidden a receipt, or the chain was reorganised deeper than
 * the confirmations. Looks for those whose nonce is free as some node counts, and those that came to nothing, which the user may
 * repeat.
 */
async function doubtfulIn(entries: readonly Entry[], counts: readonly Count[]): Promise<Entry[]> {
  const mined = counts.map((count) => count.mined)
  const isVain = ({ stage }: Entry) => stage.at === 'done' && stage.outcome.kind !== 'confirmed'
  const suspects = entries
    .filter((entry) => isSettled(entry) || entry.stage.at === 'mined')
    .filter((entry) => entry.nonce >= Math.min(...mined) || isVain(entry))
  const answers = await Promise.all(suspects.map((entry) => isStillMined(entry, Math.max(...mined))))
  return suspects.filter((_, index) => !answers[index])
}

/** Whether most nodes know of an entry what was said of it. True if none answers. */
async function isStillMined(entry: Entry, mined: number): Promise<boolean> {
  const [own, others] = await Promise.all([
    receiptsOf(client, entry.transactions).catch(() => undefined),
    askOthers((node) => receiptsOf(node, entry.transactions)),
  ])
  const answers = [...(own ? [own] : []), ...others.map(({ said }) => said)]
  const agreeing = answers.filter((receipts) => isAsSaid(entry, receipts, mined))
  return answers.length === 0 || agreeing.length * 2 > answers.length
}

function isAsSaid({ stage, nonce }: Entry, receipts: readonly Mined[], mined: number): boolean {
  if (stage.at !== 'done') return receipts.length > 0
  const { kind } = stage.outcome
  if (kind === 'replaced') return nonce < mined && receipts.length === 0
  const isSame = ({ hash, status }: Mined) => hash === stage.hash && (status === 'reverted') === (kind === 'reverted')
  return receipts.length > 0 && receipts.every(isSame)
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
