import { type Address, type Hash, type Hex, isAddress, isHex, keccak256, parseTransaction } from 'viem'
import type { Command } from '../../commands/command.ts'
import type { NewOffer, NewRequest } from '../../commands/draft.ts'
import { limits } from '../../loans/limits.ts'
import type { ActiveLoan, Offer, Request } from '../../loans/loan.ts'
import { MAX_TIMESTAMP } from '../read/decodeLoan.ts'
import type { Entry, Outcome, Signed, Stage } from './outbox.ts'
import { isRefusal, type Refusal, Refused } from './refusal.ts'

/** Of the text that holds the entries. Version 1 was the list alone; versions 2 and 3 had fewer kinds of commands. */
const VERSION = 4

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
    if (Array.isArray(parsed)) return entries(parsed)
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

// ── What an entry is made of. A new field or stage is one line; the types do not compile without it. ─────────────

type Decode<T> = (value: unknown) => T

const MAX_BYTES = 20_000
const MAX_NOTE_LENGTH = 2 * Number(limits.note.max)

const unixSeconds = integer(0, Number(MAX_TIMESTAMP))
const amount = natural(2n ** 96n)
const wei = natural(2n ** 96n)
const block = natural(2n ** 64n)
const apr = integer(Number(limits.apr.min), Number(limits.apr.max))
const duration = integer(Number(limits.duration.min), Number(limits.duration.max))
const principal = natural(limits.principal.max)
const note = text(MAX_NOTE_LENGTH)
// Absent in what the first edition of the contract was sent.
const instalments = optional(integer(Number(limits.instalments.min), Number(limits.instalments.max)), 1)
const openDays = optional(integer(Number(limits.openDays.min), Number(limits.openDays.max)), 0)

const published = { principal, apr, duration, instalments, openDays, note }
const newOffer = record<NewOffer>({ ...published, borrower: optional(address) })
const newRequest = record<NewRequest>({ ...published, lender: optional(address) })

const terms = { id: natural(2n ** 64n), principal, apr, duration, instalments, note, demo: is(false) }

const offer = record<Offer>({
  ...terms,
  status: is('open'),
  lender: address,
  borrower: optional(address),
  openUntil: optional(unixSeconds),
})

const request = record<Request>({
  ...terms,
  status: is('requested'),
  lender: optional(address),
  borrower: address,
  openUntil: optional(unixSeconds),
})

const activeLoan = record<ActiveLoan>({
  ...terms,
  status: is('active'),
  lender: address,
  borrower: address,
  startedAt: unixSeconds,
  dueAt: unixSeconds,
  repaid: amount,
})

const command = oneOf<'kind', Command>('kind', {
  createOffer: { offer: newOffer },
  acceptOffer: { offer },
  cancelOffer: { offer },
  createRequest: { request: newRequest },
  cancelRequest: { request },
  fundRequest: { request },
  repay: { loan: activeLoan, amount },
  recordPayment: { loan: activeLoan, amount },
  extend: { loan: activeLoan, extraTime: duration },
  forgive: { loan: activeLoan },
  withdraw: { amount },
  sendEther: { to: address, amount: wei },
  sendDollars: { to: address, amount },
  faucet: {},
  annul: {},
})

const outcome = oneOf<'kind', Outcome>('kind', {
  confirmed: { paid: optional(amount) },
  annulled: {},
  // An error of an earlier edition of the contract has no words any more.
  reverted: { refusal: refusalOr({ name: 'Reverted', args: [] }) },
  replaced: {},
})

// The problem is asked anew by the next settleAll.
const unmined = { waited: integer(0), problem: refusalOr(undefined) }

const stage = oneOf<'at', Stage>('at', {
  kept: unmined,
  sent: unmined,
  mined: { depth: integer(1), of: integer(1), block },
  displaced: { since: block },
  done: { outcome, hash, block },
})

const signed = record<Signed>({
  hash,
  bytes,
  purpose: is('do', 'annul'),
  at: block,
  // Absent in version 1: as old as can be.
  signedAt: optional(unixSeconds, 0),
  signedOnDeviceAt: optional(unixSeconds, 0),
  maxFeePerGas: wei,
  maxPriorityFeePerGas: wei,
  permitDeadline: optional(natural(MAX_TIMESTAMP)),
})

const entry = record<Entry>({
  intent: text(100),
  command,
  nonce: integer(0),
  transactions: list(signed),
  stage,
})

const box = record<{ version: number }>({ version: integer(2) })

const entries = list((value): Entry => {
  const decoded = entry(value)
  if (decoded.stage.at !== 'done' && decoded.transactions.length === 0) refuse('transaction to send', decoded.stage.at)
  for (const transaction of decoded.transactions) {
    if (keccak256(transaction.bytes) !== transaction.hash) refuse('bytes of that hash', transaction.hash)
    // Cast: parseTransaction throws on what is not a transaction.
    const { nonce = 0 } = parseTransaction(transaction.bytes as `0x02${string}`)
    if (nonce !== decoded.nonce) refuse(`nonce ${decoded.nonce}`, nonce)
  }
  return decoded
})

// ── Decoders ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Every field of T by its decoder, the optional ones too. Fields that T does not have are dropped. */
function record<T extends object>(decoders: { [Name in keyof T]-?: Decode<T[Name]> }): Decode<T> {
  return (value) => {
    const fields = fieldsOf(value)
    const decoded = Object.entries<Decode<unknown>>(decoders).map(([name, decode]) => [name, decode(fields[name])])
    return Object.fromEntries(decoded) as T
  }
}

type Variant<Tag extends string, Union, Name> = Omit<Extract<Union, Record<Tag, Name>>, Tag>

type Variants<Tag extends string, Union extends Record<Tag, string>> = {
  [Name in Union[Tag]]: {
    [Field in keyof Variant<Tag, Union, Name>]-?: Decode<Variant<Tag, Union, Name>[Field]>
  }
}

/** A discriminated union: the other fields of each variant, by the name in its tag. */
function oneOf<Tag extends string, Union extends Record<Tag, string>>(tag: Tag, variants: Variants<Tag, Union>): Decode<Union> {
  return (value) => {
    const name = fieldsOf(value)[tag]
    if (typeof name !== 'string' || !Object.hasOwn(variants, name)) return refuse(tag, name)
    const fields: Record<string, Decode<unknown>> = variants[name as Union[Tag]]
    return { [tag]: name, ...record(fields)(value) } as Union
  }
}

function list<T>(decode: Decode<T>): Decode<T[]> {
  return (value) => (Array.isArray(value) ? value.map(decode) : refuse('list', value))
}

function optional<T>(decode: Decode<T>): Decode<T | undefined>
function optional<T>(decode: Decode<T>, otherwise: T): Decode<T>
function optional<T>(decode: Decode<T>, otherwise?: T): Decode<T | undefined> {
  return (value) => (value === undefined ? otherwise : decode(value))
}

function is<const T extends string | boolean>(...allowed: T[]): Decode<T> {
  return (value) => allowed.find((one) => one === value) ?? refuse(allowed.join(), value)
}

function integer(min: number, max = Number.MAX_SAFE_INTEGER): Decode<number> {
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && min <= value && value <= max ? value : refuse('number', value)
}

function natural(max: bigint): Decode<bigint> {
  return (value) => (typeof value === 'bigint' && 0n <= value && value <= max ? value : refuse('amount', value))
}

function text(maxLength: number): Decode<string> {
  return (value) => (typeof value === 'string' && value.length <= maxLength ? value : refuse('text', value))
}

function address(value: unknown): Address {
  return typeof value === 'string' && isAddress(value, { strict: false }) ? value : refuse('address', value)
}

function bytes(value: unknown): Hex {
  return isHex(value) && value.length % 2 === 0 && value.length <= 2 + 2 * MAX_BYTES ? value : refuse('bytes', value)
}

function hash(value: unknown): Hash {
  return isHex(value) && value.length === 66 ? value : refuse('hash', value)
}

function refusalOr<T>(otherwise: T): Decode<Refusal | T> {
  return (value) => (isRefusal(value) ? { name: value.name, args: value.args } : otherwise)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : refuse('object', value)
}

function refuse(what: string, found: unknown): never {
  throw new Error(`An outbox has no ${what}, but ${String(found).slice(0, 100)}`)
}
