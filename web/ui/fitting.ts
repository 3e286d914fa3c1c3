/** In em: of the characters of an amount in bold, on average 0.5, and some more for other fonts. */
const LETTER_WIDTH = 0.55

/**
 * A font size at which an amount stays on one line, however large the text. Relative to the nearest container: give an element
 * as wide as the line `containerType: 'inline-size'`.
 */
export function fitting(size: string, text: string): string {
  return `min(${size}, ${(100 / LETTER_WIDTH / Math.max(1, text.length)).toFixed(2)}cqi)`
}
