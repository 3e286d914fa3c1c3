import type { Hash, Hex } from 'viem'
import { type Command, recipientOf } from '../../commands/command.ts'
import type { Dollars } from '../../loans/units.ts'
import type { Fees } from '../node/fees.ts'
import type { Refusal } from '../send/refusal.ts'

/** One command that was signed, with all its transactions. */
export type Entry = {
  /** Idempotency key: sending the same intent again does nothing. */
  intent: string
  command: Command
  nonce: number
  /**
   * The first and its replacements, all with the same nonce: at most one is ever mined. The last is the one to send. May be empty
   * once it is done.
   */
  transactions: readonly SignedTransaction[]
  stage: Stage
}

export type SignedTransaction = Fees & {
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
  /** In that block, with `depth` of the `of` confirmations that it takes. `problem`: another node says otherwise. */
  | { at: 'mined'; depth: number; of: number; block: bigint; problem?: Refusal | undefined }
  /** Its nonce was used by a transaction that is not ours; seen since that block. */
  | { at: 'displaced'; since: bigint }
  /** `block`: where it, or its replacement, was mined. */
  | { at: 'done'; outcome: Outcome; hash: Hash; block: bigint }

export type Outcome =
  /** `paid`: what the contract took, if it was a payment; `made`: the id of the offer or request, if it published one. */
  | { kind: 'confirmed'; paid?: Dollars | undefined; made?: bigint | undefined }
  | { kind: 'annulled' }
  /** Mined without effect; its fee was paid. */
  | { kind: 'reverted'; refusal: Refusal }
  /** Another transaction used its nonce, so it can never be mined. */
  | { kind: 'replaced' }

/** The transaction to send: the newest replacement. */
export function lastOf({ transactions }: Entry): SignedTransaction {
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

/** Whether it waits behind a nonce that nobody used, which an empty transaction can fill. */
export function isBehindGap(entry: Entry): boolean {
  return problemOf(entry)?.name === 'NonceGap'
}

/** Why it is not sent again, was rejected, or cannot be called settled, if so. */
export function problemOf({ stage }: Entry): Refusal | undefined {
  return 'problem' in stage ? stage.problem : undefined
}

/**
 * Dates its transactions as signed long ago, which are not broadcast without a yes: the user may have repeated what came to nothing.
 */
export function asOld(entry: Entry): Entry {
  const transactions = entry.transactions.map((signed) => ({ ...signed, signedAt: 0, signedOnDeviceAt: 0 }))
  return { ...entry, transactions }
}

/** Whether it is a transfer that was carried out. */
export function isSent({ command, stage }: Entry): boolean {
  return recipientOf(command) !== undefined && stage.at === 'done' && stage.outcome.kind === 'confirmed'
}

/** The state of one command, from the click on. */
export type Progress =
  | { at: 'idle' }
  /** Being simulated, signed, stored and broadcast. */
  | { at: 'preparing' }
  /** Nothing was sent. */
  | { at: 'refused'; refusal: Refusal }
  | Stage
