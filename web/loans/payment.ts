import { type DecimalProblem, parseAmount } from './decimal.ts'

/** Millionths of a dollar in a cent. */
const CENT = 10_000n

export type Payment =
  /** `isCut`: more was typed than is owed, and only what is owed is paid. */
  { ok: true; amount: bigint; isCut: boolean } | { ok: false; problem: DecimalProblem }

/** What a typed amount pays of a debt: never more than was typed, and never more than is owed. */
export function checkPayment(typed: string, owed: bigint): Payment {
  const parsed = parseAmount(typed)
  if (!parsed.ok) return parsed
  if (parsed.value <= owed) return { ok: true, amount: parsed.value, isCut: false }
  // What is owed is shown rounded up to the cent: to type just that is to pay all of it.
  return { ok: true, amount: owed, isCut: parsed.value >= owed + CENT }
}

/** What is owed as one would type it, rounded up to the cent. */
export function typedOwed(owed: bigint): string {
  const cents = (owed + CENT - 1n) / CENT
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}
