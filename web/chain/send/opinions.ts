import type { Client } from 'viem'
import { client, hostInUse, MAX_LAG_SECONDS, nodeToLeave, otherNodes } from '../node/clients.ts'
import { clockFor, earlier } from '../node/deviceClock.ts'
import { Refused } from './refusal.ts'

/** `timestamp`: of the node's latest block. */
type Timed = { timestamp: bigint }

/** A node's answer, and by whom. */
export type Opinion<T> = { host: string; said: T }

type Answers<T> = [own: Opinion<T>, ...others: Opinion<T>[]]

/**
 * Asks the node in use and every other one. Returns the answer of the node in use first. Without those that do not answer, and
 * those that lag. If the node in use lags, another one takes its place.
 */
export async function askAll<T extends Timed>(chainId: number, ask: (node: Client) => Promise<T>): Promise<Answers<T>> {
  const [host, leave] = [hostInUse(), nodeToLeave()]
  const [said, others] = await Promise.all([ask(client), askOthers(ask)])
  const own = { host, said }
  const [first, ...recent] = withoutLagging([own, ...others], chainId)
  if (first === own) return [first, ...recent]
  leave()
  return askAll(chainId, ask)
}

/** Asks every other node at once. One that does not answer has no opinion. */
export async function askOthers<T>(ask: (node: Client) => Promise<T>): Promise<Opinion<T>[]> {
  const answers = otherNodes().map(async ({ host, client }) => ({ host, said: await ask(client) }))
  return (await Promise.allSettled(answers)).flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

/**
 * Without the answers of nodes that lag behind the newest one. The device's clock bounds the newest, so that a node cannot exclude
 * the others by claiming a time that is far ahead.
 */
export function withoutLagging<T extends Timed>(answers: readonly Opinion<T>[], chainId: number): Opinion<T>[] {
  const newest = answers.reduce((most, { said }) => (said.timestamp > most ? said.timestamp : most), 0n)
  const oldest = earlier(newest, clockFor(chainId, newest)) - BigInt(MAX_LAG_SECONDS)
  return answers.filter(({ said }) => said.timestamp >= oldest)
}

/** Refuses if nodes contradict the one in use, whose answer is the first, and names those that differ. */
export function assertAgreed<T>(answers: readonly Opinion<T>[], claimIn: (said: T) => string): void {
  const hosts = dissentersIn(answers, claimIn)
  if (hosts.length > 0) throw new Refused('NodesDisagree', hosts)
}

/** Hosts that do not say what most do, or all of them if two answers are given equally often. */
export function dissentersIn<T>(answers: readonly Opinion<T>[], claimIn: (said: T) => string): string[] {
  const claims = answers.map(({ host, said }) => ({ host, claim: claimIn(said) }))
  const counts = new Map<string, number>()
  for (const { claim } of claims) counts.set(claim, (counts.get(claim) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const leading = [...counts].filter(([, count]) => count === most)
  const [common] = leading.length === 1 ? leading.map(([claim]) => claim) : []
  return claims.filter(({ claim }) => claim !== common).map(({ host }) => host)
}
