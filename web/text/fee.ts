import { estimatedDollars } from '../loans/balance.ts'
import type { Wei } from '../loans/units.ts'
import { esCommands } from './es/esCommands.ts'
import { ethFee, moneyOwed } from './format.ts'

/** A fee within a sentence: '$ 0.31 (0.000068 ETH)'. */
export function feeWords(fee: Wei): string {
  return `${moneyOwed(estimatedDollars(fee))} (${ethFee(fee)} ETH)`
}

/** The label of a button, with the fee that it agrees to if the fee rose: 'Publicar: la comisión subió a ≈ $ 0.31'. */
export function withRisen(label: string, fee: Wei | undefined): string {
  return fee === undefined ? label : esCommands.risen(label, moneyOwed(estimatedDollars(fee)))
}

/** A fee on a line of its own: '≈ $ 0.31 · 0.000068 ETH'. */
export function feeLine(fee: Wei): string {
  return esCommands.feeOf(moneyOwed(estimatedDollars(fee)), ethFee(fee))
}
