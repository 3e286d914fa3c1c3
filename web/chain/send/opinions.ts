import type { Client } from 'viem'
import { hostInUse, otherNodes } from '../node/clients.ts'
import { clockFor, earlier } from '../node/deviceClock.ts'
import { Refused } from './refusal.ts'

type Timed = { timestamp: bigint }

/** Answer of a node other than the one in use. */
export type Opinion<T> = { host: string; said: T }

/** In seconds. What a node that stopped earlier says may have been true then. */
const MAX_OPINION_AGE = 300n
/** For how long its block must not have changed: by its age alone a node is behind wherever the device's clock is fast. */
const STOPPED_MS = 30_000

/** The timestamp of each node's latest block, and since when it is that, by performance.now(). */
const heads = new Map<string, { timestamp: bigint; since: number }>()

/** Asks every other node at once. One that does not answer has no opinion. */
export async function askOthers<T>(ask: (node: Client) => Promise<T>): Promise<Opinion<T>[]> {
  const answers = otherNodes().map(async ({ host, client }) => ({ host, said: await ask(client) }))
  return (await Promise.allSettled(answers)).flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/** Without those of nodes that had stopped some time before the block that was read. */
export function recent<T extends Timed>(opinions: readonly Opinion<T>[], { timestamp }: Timed, chainId: number): Opinion<T>[] {
  const oldest = earlier(timestamp, clockFor(chainId, timestamp)) - MAX_OPINION_AGE
  return opinions.filter(({ host, said }) => !(said.timestamp < oldest && standsStill(host, said.timestamp)))
}

function standsStill(host: string, timestamp: bigint): boolean {
  const now = performance.now()
  const head = heads.get(host)
  if (head?.timestamp === timestamp) return now - head.since >= STOPPED_MS
  heads.set(host, { timestamp, since: now })
  return false
}

/** Refuses where another node contradicts the one in use, and names those that differ. */
export function assertAgreed<T>(own: string, opinions: readonly Opinion<T>[], answerIn: (said: T) => string): void {
  const hosts = dissentersIn(own, opinions, answerIn)
  if (hosts.length > 0) throw new Refused('NodesDisagree', hosts)
}

/** Those who do not say what most do; all of them where two answers are given equally often. */
export function dissentersIn<T>(own: string, opinions: readonly Opinion<T>[], answerIn: (said: T) => string): string[] {
  const answers = [{ host: hostInUse(), answer: own }, ...opinions.map(({ host, said }) => ({ host, answer: answerIn(said) }))]
  const counts = new Map<string, number>()
  for (const { answer } of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const leading = [...counts].filter(([, count]) => count === most)
  const [common] = leading.length === 1 ? leading.map(([answer]) => answer) : []
  return answers.filter(({ answer }) => answer !== common).map(({ host }) => host)
}
