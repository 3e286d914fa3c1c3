import { type Address, bytesToBigInt, bytesToHex, concatBytes, getAddress, hexToBytes, numberToBytes, numberToHex } from 'viem'
import { limits } from '../../loans/limits.ts'
import { isSameAddress, NOBODY } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { fromBase64Url, toBase64Url, utf8 } from '../../wallet/vault/bytes.ts'

/*
 * A signed request or payment as the text of a link: base64url of a version, a kind, numbers of fixed width (most significant
 * byte first), the note of a request, and the signature; the last two after their lengths. Every later version reads this one.
 */

const VERSION = 1
const KINDS = ['request', 'payment'] as const

/** In bytes, in this order. */
const COMMON = { chainId: 4, book: 20, borrower: 20, lender: 20, number: 16, until: 4 }
const REQUEST = { principal: 7, apr: 2, duration: 4, instalments: 1 }
const PAYMENT = { loanId: 4, amount: 9 }
const LENGTH = 2

/** In bytes. A contract's signature may be longer than that of a key, which has 65. */
export const MAX_SIGNATURE = 1_024

/** `newer`: a later version of the app wrote it. */
export type TextProblem = 'cut' | 'changed' | 'newer'

export type DecodedText = { ok: true; signed: Signed } | { ok: false; problem: TextProblem }

export function encodeSigned(signed: Signed): string {
  const own = signed.kind === 'request' ? [...fixed(REQUEST, signed), ...sized(utf8(signed.note))] : fixed(PAYMENT, { ...signed })
  const parts = [
    Uint8Array.of(VERSION, KINDS.indexOf(signed.kind)),
    ...fixed(COMMON, { ...signed, lender: signed.lender ?? NOBODY }),
    ...own,
    ...sized(hexToBytes(signed.signature)),
  ]
  return toBase64Url(concatBytes(parts))
}

/** Validates every field, so that it can be shown. Whether it was signed like this is another question. */
export function decodeSigned(text: string): DecodedText {
  try {
    return { ok: true, signed: decode(text) }
  } catch (error) {
    return { ok: false, problem: error instanceof Unreadable ? error.problem : 'changed' }
  }
}

class Unreadable extends Error {
  readonly problem: TextProblem

  constructor(problem: TextProblem) {
    super(`What was signed is ${problem}`)
    this.problem = problem
  }
}

function decode(text: string): Signed {
  // Of four characters the first alone holds no byte.
  const isCut = text.length % 4 === 1
  const read = reader(fromBase64Url(isCut ? text.slice(0, -1) : text))
  const [version = 0, kindIndex = 0] = read(2)
  if (version > VERSION) throw new Unreadable('newer')
  const kind = KINDS[kindIndex]
  if (version !== VERSION || !kind) throw new Unreadable('changed')
  const { chainId, number, until, ...people } = numbers(COMMON, read)
  const common = {
    chainId: Number(chainId),
    book: person(people.book),
    borrower: person(people.borrower),
    number,
    until: Number(until),
  }
  const own =
    kind === 'request'
      ? ({ kind, lender: people.lender === 0n ? undefined : person(people.lender), ...requestIn(read) } as const)
      : ({ kind, lender: person(people.lender), ...numbers(PAYMENT, read) } as const)
  const signed = { ...common, ...own, signature: bytesToHex(sizedIn(read, MAX_SIGNATURE)) }
  // Also refuses what goes on after its end, and a second spelling of the same bytes.
  if (encodeSigned(signed) !== text) throw new Unreadable('changed')
  if (isSameAddress(signed.lender, signed.borrower)) throw new Unreadable('changed')
  if (signed.kind === 'payment' && signed.amount === 0n) throw new Unreadable('changed')
  return signed
}

function requestIn(read: Read) {
  const terms = numbers(REQUEST, read)
  for (const name of Object.keys(REQUEST) as (keyof typeof terms)[]) {
    if (terms[name] < limits[name].min || terms[name] > limits[name].max) throw new Unreadable('changed')
  }
  const note = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sizedIn(read, Number(limits.note.max)))
  const [apr, duration, instalments] = [Number(terms.apr), Number(terms.duration), Number(terms.instalments)]
  return { principal: terms.principal, apr, duration, instalments, note }
}

type Read = (length: number) => Uint8Array

function reader(bytes: Uint8Array): Read {
  let offset = 0
  return (length) => {
    if (offset + length > bytes.length) throw new Unreadable('cut')
    offset += length
    return bytes.subarray(offset - length, offset)
  }
}

type Widths = Record<string, number>

function fixed<W extends Widths>(widths: W, values: Record<keyof W, bigint | number | string>): Uint8Array[] {
  return Object.entries(widths).map(([name, size]) => numberToBytes(BigInt(values[name as keyof W]), { size }))
}

function numbers<W extends Widths>(widths: W, read: Read): Record<keyof W, bigint> {
  // Cast: the entries of an object have its keys.
  return Object.fromEntries(Object.entries(widths).map(([name, size]) => [name, bytesToBigInt(read(size))])) as never
}

function sized(bytes: Uint8Array): Uint8Array[] {
  return [numberToBytes(bytes.length, { size: LENGTH }), bytes]
}

function sizedIn(read: Read, max: number): Uint8Array {
  const length = Number(bytesToBigInt(read(LENGTH)))
  if (length > max) throw new Unreadable('changed')
  return read(length)
}

function person(number: bigint): Address {
  if (number === 0n) throw new Unreadable('changed')
  return getAddress(numberToHex(number, { size: 20 }))
}
