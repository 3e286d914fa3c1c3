import type { Hash, Hex } from 'viem'
import type { Command } from '../loans/command.ts'
import type { Outbid } from './prepare.ts'
import type { Refusal } from './refusal.ts'

/** One thing that a person wanted done, from the moment that it was signed. */
export type Entry = {
  /** Told apart from every other, so that the same click never counts twice. */
  intent: string
  command: Command
  nonce: number
  /** All with the same nonce: at most one of them ever happens. The last is the one to send. None once it is done. */
  transactions: readonly Signed[]
  stage: Stage
}

export type Signed = Omit<Outbid, 'nonce'> & {
  hash: Hash
  bytes: Hex
  /** To carry the command out, or to keep it from being carried out. */
  purpose: 'do' | 'annul'
  /** The block that it was signed at. */
  at: bigint
  permitDeadline: bigint | undefined
}

export type Stage =
  /** On its way. `waited` is in blocks, since the last of its transactions was signed; `problem` says why it is not sent again. */
  | { at: 'sent'; waited: number; problem?: Refusal | undefined }
  /** In that block, and so many deep of those that it takes. */
  | { at: 'mined'; depth: number; of: number; block: bigint }
  /** Its nonce was used by a transaction that is not known here; since that block. */
  | { at: 'displaced'; since: bigint }
  /** `block` is where it, or what came in its place, was found. */
  | { at: 'done'; outcome: Outcome; hash: Hash; block: bigint }

export type Outcome =
  /** `paid` where it was a payment: what the contract took. */
  | { kind: 'confirmed'; paid?: bigint | undefined }
  | { kind: 'annulled' }
  /** It is in the chain, did nothing, and cost its fee. */
  | { kind: 'reverted'; refusal: Refusal }
  /** Another transaction took its turn, so that it can never happen. */
  | { kind: 'replaced' }

/** Whether what was read of the chain at a block knows nothing of it yet, but will. */
export function isAheadOf(readAt: bigint, { stage }: Entry): boolean {
  switch (stage.at) {
    case 'sent':
    case 'displaced':
      return true
    case 'mined':
      return readAt < stage.block
    case 'done':
      return stage.outcome.kind === 'confirmed' && readAt < stage.block
  }
}

/** How one command fares, as whoever gave it sees it. */
export type Progress =
  | { at: 'idle' }
  /** Being simulated, signed and kept. */
  | { at: 'preparing' }
  /** Nothing was sent. */
  | { at: 'refused'; refusal: Refusal }
  | Stage

/** Where the outbox is kept: on the device, sealed. It may be found in two places, and is written to one. */
export type Store = { read(): Promise<readonly string[]>; write(text: string): Promise<void> }

/** Those that are done are kept for a while, so that every tab hears of them. */
const DONE_KEPT = 10

export function createOutbox(store: Store) {
  return {
    read: async (): Promise<Entry[]> => {
      const entries = (await store.read()).flatMap(decode)
      return [...new Map(entries.map((entry) => [entry.intent, entry])).values()]
    },
    write: async (entries: readonly Entry[]): Promise<void> => {
      const waiting = entries.filter(({ stage }) => stage.at !== 'done')
      const done = entries.filter(({ stage }) => stage.at === 'done').slice(-DONE_KEPT)
      await store.write(encode([...done.map((entry) => ({ ...entry, transactions: [] })), ...waiting]))
    },
  }
}

// Whole numbers of any size keep their type on the way through JSON: 5n is written {"$n":"5"}.
function encode(entries: readonly Entry[]): string {
  return JSON.stringify(entries, (_, value: unknown) => (typeof value === 'bigint' ? { $n: String(value) } : value))
}

function decode(text: string): Entry[] {
  return JSON.parse(text, (_, value: unknown) => {
    const isNumber = typeof value === 'object' && value !== null && '$n' in value
    return isNumber ? BigInt(String(value.$n)) : value
  })
}
