import type { Hash, Hex } from 'viem'
import { type Command, recipientOf } from '../../commands/command.ts'
import type { Fees } from '../node/fees.ts'
import { decodeEntries, encodeEntries } from './decodeEntries.ts'
import { type Refusal, Refused } from './refusal.ts'

/** One command that was signed, with all its transactions. */
export type Entry = {
  /** Idempotency key: sending the same intent again does nothing. */
  intent: string
  command: Command
  nonce: number
  /** The first and its replacements, all with the same nonce: at most one is ever mined. The last is the one to send. Empty once done. */
  transactions: readonly Signed[]
  stage: Stage
}

export type Signed = Fees & {
  hash: Hash
  bytes: Hex
  /** `annul`: an empty replacement that cancels the command. */
  purpose: 'do' | 'annul'
  /** The number of the block that it was signed at, and its timestamp in Unix seconds. */
  at: bigint
  signedAt: number
  /** The device's clock then, in Unix seconds. */
  signedOnDeviceAt: number
  permitDeadline: bigint | undefined
}

/** `waited`: blocks since the last of its transactions was signed; `problem`: why it is not sent again, or was rejected. */
type Unmined = { waited: number; problem?: Refusal | undefined }

export type Stage =
  /** On this device alone: no node has acknowledged it. */
  | ({ at: 'kept' } & Unmined)
  | ({ at: 'sent' } & Unmined)
  /** In that block, with `depth` of the `of` confirmations that it takes. */
  | { at: 'mined'; depth: number; of: number; block: bigint }
  /** Its nonce was used by a transaction that is not ours; seen since that block. */
  | { at: 'displaced'; since: bigint }
  /** `block`: where it, or its replacement, was mined. */
  | { at: 'done'; outcome: Outcome; hash: Hash; block: bigint }

export type Outcome =
  /** `paid`: what the contract took, if it was a payment. */
  | { kind: 'confirmed'; paid?: bigint | undefined }
  | { kind: 'annulled' }
  /** Mined without effect; its fee was paid. */
  | { kind: 'reverted'; refusal: Refusal }
  /** Another transaction used its nonce, so it can never be mined. */
  | { kind: 'replaced' }

/** The transaction to send: the newest replacement. */
export function lastOf({ transactions }: Entry): Signed {
  const last = transactions.at(-1)
  if (!last) throw new Error('An entry without a transaction')
  return last
}

/** Whether the effect of an entry is expected, but not visible yet at the block that was read. */
export function isAheadOf(readAt: bigint, { stage }: Entry): boolean {
  switch (stage.at) {
    case 'kept':
    case 'sent':
    case 'displaced':
      return true
    case 'mined':
      return readAt < stage.block
    case 'done':
      return stage.outcome.kind === 'confirmed' && readAt < stage.block
  }
}

/** The state of one command, from the click on. */
export type Progress =
  | { at: 'idle' }
  /** Being simulated, signed, stored and broadcast. */
  | { at: 'preparing' }
  /** Nothing was sent. */
  | { at: 'refused'; refusal: Refusal }
  | Stage

/** Sealed storage on this device. Reads may find a copy in two places; writes go to one. */
export type Store = { read(): Promise<readonly Copy[]>; write(text: string): Promise<void> }

type Copy = {
  /** Undefined: it cannot be unsealed. */
  text: string | undefined
  /** Moves it out of the way without deleting it. */
  setAside(): Promise<void>
}

/** How many finished entries are kept, so that other tabs can announce them. */
const MAX_DONE = 10
/** Beyond these, of how many recipients the last transfer is kept: an address that one sent to before is not a new one. */
const MAX_RECIPIENTS = 50

export function createOutbox(store: Store) {
  const readCopies = () =>
    store.read().catch((error: unknown) => {
      throw new Refused('OutboxUnreadable', [], error)
    })
  return {
    /** Rejects with a Refused where a copy cannot be read or decoded. */
    read: async (): Promise<Entry[]> => {
      const entries = (await readCopies()).flatMap(({ text }) => decodeEntries(text))
      return [...new Map(entries.map((entry) => [entry.intent, entry])).values()]
    },
    /** Sets the damaged copies aside: afterwards the outbox has what the others hold. */
    setAsideDamaged: async (): Promise<void> => {
      for (const copy of await readCopies()) {
        if (!isDamaged(copy)) continue
        await copy.setAside().catch((error: unknown) => {
          throw new Refused('NotKept', [], error)
        })
      }
    },
    write: async (entries: readonly Entry[]): Promise<void> => {
      const waiting = entries.filter(({ stage }) => stage.at !== 'done')
      const done = keptOf(entries.filter(({ stage }) => stage.at === 'done'))
      const text = encodeEntries([...done.map((entry) => ({ ...entry, transactions: [] })), ...waiting])
      // Throws rather than store what could not be read again: a node may have answered with an impossible number.
      decodeEntries(text)
      await store.write(text)
    },
  }
}

/** The newest, and of those before them the last transfer to each recipient. */
function keptOf(done: readonly Entry[]): Entry[] {
  const sent = done.filter(isSent)
  const lastTo = new Map(sent.map((entry) => [recipientOf(entry.command)?.toLowerCase(), entry]))
  const remembered = sent
    .filter((entry) => lastTo.get(recipientOf(entry.command)?.toLowerCase()) === entry)
    .slice(-MAX_RECIPIENTS)
  const newest = done.slice(-MAX_DONE)
  return done.filter((entry) => newest.includes(entry) || remembered.includes(entry))
}

/** Whether it is a transfer that was carried out. */
export function isSent({ command, stage }: Entry): boolean {
  return recipientOf(command) !== undefined && stage.at === 'done' && stage.outcome.kind === 'confirmed'
}

function isDamaged({ text }: Copy): boolean {
  try {
    decodeEntries(text)
    return false
  } catch (error) {
    return error instanceof Refused && error.refusal.name === 'OutboxDamaged'
  }
}
