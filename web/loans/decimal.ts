import { DOLLAR } from './loan.ts'

// What the contract takes: a principal of 64 bits, in millionths of a dollar, and an apr of 16 bits, in hundredths.
const MAX_PRINCIPAL = 2n ** 64n - 1n
const MAX_APR = 2n ** 16n - 1n

export type DecimalProblem =
  | { kind: 'invalid' }
  /** '1,200' is twelve hundred to some and one and a fifth to others: nobody's money hangs on a guess. */
  | { kind: 'ambiguous' }
  | { kind: 'too-precise'; decimals: number }
  /** `max` in the units of the value. */
  | { kind: 'too-large'; max: bigint }

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; problem: DecimalProblem }

/** Dollars as a person types them, in millionths. */
export function parseAmount(typed: string): Parsed<bigint> {
  return parseDecimal(typed, '$', DOLLAR, MAX_PRINCIPAL)
}

/** A yearly interest in percent as a person types it, in hundredths. */
export function parseApr(typed: string): Parsed<number> {
  const parsed = parseDecimal(typed, '%', 100n, MAX_APR)
  return parsed.ok ? { ok: true, value: Number(parsed.value) } : parsed
}

/** From text to a whole number of parts, digit by digit: no floating-point number on the way. */
function parseDecimal(typed: string, sign: string, parts: bigint, max: bigint): Parsed<bigint> {
  const [, whole = '', mark, fraction = ''] = /^([0-9]*)([.,]?)([0-9]*)$/.exec(withoutSign(typed, sign)) ?? []
  const decimals = String(parts).length - 1
  if (mark === ',' && fraction.length === 3) return refuse({ kind: 'ambiguous' })
  if (fraction.length > decimals) return refuse({ kind: 'too-precise', decimals })

  const digits = `${whole}${fraction.padEnd(decimals, '0')}`.replace(/^0+/, '')
  if (digits === '') return refuse({ kind: 'invalid' })
  // By length first, so that a million pasted digits cost nothing.
  if (digits.length > String(max).length || BigInt(digits) > max) return refuse({ kind: 'too-large', max })
  return { ok: true, value: BigInt(digits) }
}

/** The sign of the unit is forgiven once, before or after the number, and so are spaces around. */
function withoutSign(typed: string, sign: string): string {
  const text = typed.trim()
  if (text.startsWith(sign)) return text.slice(sign.length).trim()
  return text.endsWith(sign) ? text.slice(0, -sign.length).trim() : text
}

function refuse(problem: DecimalProblem): { ok: false; problem: DecimalProblem } {
  return { ok: false, problem }
}
