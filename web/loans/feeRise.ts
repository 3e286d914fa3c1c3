/**
 * The highest fee that is signed without asking again, in wei: a quarter above the one that was shown, because the base fee
 * changes with every block. Beyond it the person is asked.
 */
export function highestFee(shownFee: bigint): bigint {
  return (shownFee * 5n) / 4n
}
