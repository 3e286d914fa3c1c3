import type { Wei } from './units.ts'

/**
 * The highest fee that is signed without asking again: a quarter above the one that was shown, because the base fee
 * changes with every block. Beyond it the person is asked.
 */
export function highestFee(shownFee: Wei): Wei {
  return (shownFee * 5n) / 4n
}
