import { keccak256, parseTransaction } from 'viem'
import { COMMANDS_VERSION, decodeCommand } from '../../commands/command.ts'
import { MAX_TIMESTAMP } from '../read/decodeLoan.ts'
import { isRefusal, type Refusal, Refused } from '../send/refusal.ts'
import {
  amount,
  block,
  bytes,
  type Decode,
  fieldsOf,
  hash,
  integer,
  is,
  list,
  natural,
  oneOf,
  optional,
  record,
  refuse,
  text,
  unixSeconds,
  wei,
} from './fields.ts'
import { asOld, type Entry, type Outcome, type SignedTransaction, type Stage } from './outbox.ts'

/** The version of the text: of what an entry is made of, or of its newest kind of command. Every later build reads all of them. */
const VERSION = Math.max(1, COMMANDS_VERSION)

// JSON has no bigint: 5n is written {"$n":"5"}.
export function encodeEntries(entries: readonly Entry[]): string {
  return JSON.stringify({ version: VERSION, entries }, (_, value: unknown) =>
    typeof value === 'bigint' ? { $n: String(value) } : value,
  )
}

/**
 * Validates and decodes the entries of an outbox. Throws a Refused: `OutboxNewer` where a later version wrote it,
 * `OutboxDamaged` for anything else that encodeEntries could not have written. Undefined: it could not be unsealed.
 */
export function decodeEntries(text: string | undefined): Entry[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '', (_, value: unknown) => (isWritten(value) ? BigInt(value.$n) : value))
    const { version } = box(parsed)
    if (version > VERSION) throw new Refused('OutboxNewer')
    return entries(fieldsOf(parsed).entries)
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('OutboxDamaged', [], error)
  }
}

function isWritten(value: unknown): value is { $n: string } {
  if (typeof value !== 'object' || value === null || !('$n' in value)) return false
  return typeof value.$n === 'string' && /^\d{1,80}$/.test(value.$n)
}

const outcome = oneOf<'kind', Outcome>('kind', {
  confirmed: { paid: optional(amount), made: optional(natural(2n ** 96n)) },
  annulled: {},
  // An error of an earlier edition of the contract has no words any more.
  reverted: { refusal: refusalOr({ name: 'Reverted', args: [] }) },
  replaced: {},
})

// The problem is asked anew by the next settleAll.
const unmined = { waited: integer(0), problem: refusalOr(undefined) }

const stageNow = oneOf<'at', Stage>('at', {
  kept: unmined,
  sent: unmined,
  mined: { depth: integer(1), of: integer(1), block, problem: refusalOr(undefined) },
  displaced: { since: block },
  done: { outcome, hash, block },
})

/** Earlier builds called a cancellation done, and free, whose nonce was far ahead of the account's. It waits. */
function stage(value: unknown): Stage {
  const { outcome } = fieldsOf(value)
  const isFree = typeof outcome === 'object' && outcome !== null && 'isFree' in outcome && outcome.isFree === true
  return isFree ? { at: 'sent', waited: 0 } : stageNow(value)
}

/** Earlier builds had a problem of its own for what had come to nothing and was in no block any more. */
function isRevived(value: unknown): boolean {
  const { problem } = fieldsOf(fieldsOf(value).stage)
  return typeof problem === 'object' && problem !== null && 'name' in problem && problem.name === 'Revived'
}

const signed = record<SignedTransaction>({
  hash,
  bytes,
  purpose: is('do', 'annul'),
  at: block,
  signedAt: unixSeconds,
  signedOnDeviceAt: unixSeconds,
  maxFeePerGas: wei,
  maxPriorityFeePerGas: wei,
  permitDeadline: optional(natural(MAX_TIMESTAMP)),
})

const entry = record<Entry>({
  intent: text(100),
  command: decodeCommand,
  nonce: integer(0),
  transactions: list(signed),
  stage,
})

const box = record<{ version: number }>({ version: integer(1) })

const entries = list((value): Entry => {
  const decoded = entry(value)
  if (decoded.stage.at !== 'done' && decoded.transactions.length === 0) refuse('transaction to send', decoded.stage.at)
  for (const transaction of decoded.transactions) {
    if (keccak256(transaction.bytes) !== transaction.hash) refuse('bytes of that hash', transaction.hash)
    // Cast: parseTransaction throws on what is not a transaction.
    const { nonce = 0 } = parseTransaction(transaction.bytes as `0x02${string}`)
    if (nonce !== decoded.nonce) refuse(`nonce ${decoded.nonce}`, nonce)
  }
  return isRevived(value) ? asOld(decoded) : decoded
})

function refusalOr<T>(otherwise: T): Decode<Refusal | T> {
  return (value) => (isRefusal(value) ? { name: value.name, args: value.args } : otherwise)
}
