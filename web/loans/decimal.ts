import { limits } from './limits.ts'
import { CENT, DOLLAR } from './loan.ts'
import type { Dollars, Wei } from './units.ts'

/**
 * In what machines read: fields, links, CSV. The screen has its own, in text/format.ts. A person may type a comma as well.
 */
const DECIMAL_SIGN = '.'

type Unit = {
  /** Forgiven once, before or after the number. */
  sign: string
  /** How many of the smallest unit make a whole one. */
  parts: bigint
  max: bigint
}

const AMOUNT: Unit = { sign: '$', parts: DOLLAR, max: limits.principal.max }
/** More than all ether that exists, some 120 million. */
const MAX_ETHER = 10n ** 9n * 10n ** 18n
const ETHER: Unit = { sign: 'ETH', parts: 10n ** 18n, max: MAX_ETHER }
const APR: Unit = { sign: '%', parts: 100n, max: limits.apr.max }

/** A point where thousands may have theirs. */
const THOUSANDS = /^[1-9][0-9]{0,2}\.[0-9]{3}$/

export type DecimalProblem =
  | { kind: 'invalid' }
  /** '1,200' and '1.200' are 1200 in some countries and 1.2 in others: refused rather than guessed. */
  | { kind: 'ambiguous' }
  | { kind: 'too-precise'; decimals: number }
  /** `max` in the units of the value. */
  | { kind: 'too-large'; max: bigint }

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; problem: DecimalProblem }

/** Dollars as a person types them. */
export function parseAmount(typed: string): Parsed<Dollars> {
  return parse(typed, AMOUNT)
}

/** Ether as a person types it. */
export function parseEther(typed: string): Parsed<Wei> {
  return parse(typed, ETHER)
}

/** A yearly interest in percent as a person types it, in hundredths. */
export function parseApr(typed: string): Parsed<number> {
  const parsed = parse(typed, APR)
  return parsed.ok ? { ok: true, value: Number(parsed.value) } : parsed
}

/** The inverse of parseAmount, without trailing zeros, but for one after three decimals, which could be read as thousands: '1.2340'. */
export function amountText(amount: Dollars): string {
  const text = shortest(amount, AMOUNT)
  return THOUSANDS.test(text) ? `${text}0` : text
}

/** The inverse of parseEther, without trailing zeros: '0.25'. */
export function etherText(wei: Wei): string {
  return shortest(wei, ETHER)
}

/** The inverse of parseApr, without trailing zeros: '12.5'. */
export function aprText(apr: number): string {
  return shortest(BigInt(apr), APR)
}

/** An amount rounded up to the cent, as a person would type it: '1200.50'. */
export function centsText(amount: Dollars): string {
  return fixed((amount + CENT - 1n) / CENT, 2)
}

/** A whole number of parts with exactly so many decimals: `fixed(1205n, 2)` is '12.05'. */
export function fixed(parts: bigint, decimals: number): string {
  const digits = parts.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}${DECIMAL_SIGN}${digits.slice(-decimals)}`
}

function shortest(value: bigint, { parts }: Unit): string {
  return fixed(value, decimalsOf(parts)).replace(/\D?0+$/, '')
}

function decimalsOf(parts: bigint): number {
  return String(parts).length - 1
}

/** From text to a whole number of parts, digit by digit: never through a floating-point number. */
function parse(typed: string, { sign, parts, max }: Unit): Parsed<bigint> {
  const [, whole = '', mark, fraction = ''] = /^([0-9]*)([.,]?)([0-9]*)$/.exec(withoutSign(typed, sign)) ?? []
  const decimals = decimalsOf(parts)
  if (mark === ',' && fraction.length === 3) return refuse({ kind: 'ambiguous' })
  // Dollars alone: nobody types a tenth of a cent, but three decimals of ether are usual.
  if (sign === AMOUNT.sign && THOUSANDS.test(whole + mark + fraction)) return refuse({ kind: 'ambiguous' })
  if (fraction.length > decimals) return refuse({ kind: 'too-precise', decimals })

  const digits = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+/, '')
  if (digits === '') return refuse({ kind: 'invalid' })
  // Length first: BigInt of a million pasted digits would freeze the page.
  if (digits.length > String(max).length || BigInt(digits) > max) return refuse({ kind: 'too-large', max })
  return { ok: true, value: BigInt(digits) }
}

function withoutSign(typed: string, sign: string): string {
  const text = typed.trim()
  if (text.startsWith(sign)) return text.slice(sign.length).trim()
  return text.endsWith(sign) ? text.slice(0, -sign.length).trim() : text
}

function refuse(problem: DecimalProblem): { ok: false; problem: DecimalProblem } {
  return { ok: false, problem }
}
