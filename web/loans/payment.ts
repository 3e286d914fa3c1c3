import { type DecimalProblem, parseAmount } from './decimal.ts'
import { CENT } from './loan.ts'
import type { Dollars } from './units.ts'

export type CheckedPayment =
  /** `isCut`: more was typed than is owed, and only what is owed will be paid. */
  { ok: true; amount: Dollars; isCut: boolean } | { ok: false; problem: DecimalProblem }

/** Payment from a typed amount: never more than was typed, and never more than is owed. */
export function checkPayment(typed: string, owed: Dollars): CheckedPayment {
  const parsed = parseAmount(typed)
  if (!parsed.ok) return parsed
  if (parsed.value <= owed) return { ok: true, amount: parsed.value, isCut: false }
  // The debt is shown rounded up to the cent: typing exactly that pays all of it.
  return { ok: true, amount: owed, isCut: parsed.value >= owed + CENT }
}
