import { estimatedDollars } from '../loans/balance.ts'
import { esCommands } from './es/esCommands.ts'
import { ethFee, moneyOwed } from './format.ts'

/** A fee in wei within a sentence: '$ 0.31 (0.000068 ETH)'. */
export function feeWords(fee: bigint): string {
  return `${moneyOwed(estimatedDollars(fee))} (${ethFee(fee)} ETH)`
}

/** A fee in wei on a line of its own: '≈ $ 0.31 · 0.000068 ETH'. */
export function feeLine(fee: bigint): string {
  return esCommands.feeOf(moneyOwed(estimatedDollars(fee)), ethFee(fee))
}
