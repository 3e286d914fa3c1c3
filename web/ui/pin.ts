export const EMPTY_PIN: readonly string[] = ['', '', '', '', '', '']

/** The digits of a text, as many as a PIN has. */
export function digitsIn(text: string): string {
  return text.replace(/[^0-9]/g, '').slice(0, EMPTY_PIN.length)
}

/**
 * What the boxes hold after `typed` arrived in box `at`, and which box comes next. A digit replaces the one that stood
 * there; several (pasted, or filled in by the keyboard) go on from there, and a whole PIN fills all, wherever it arrives.
 */
export function enterDigits(boxes: readonly string[], at: number, typed: string): { after: string[]; next: number } {
  const digits = digitsIn(typed)
  const start = digits.length === boxes.length ? 0 : at
  const after = boxes.map((digit, box) => digits[box - start] ?? digit)
  return { after, next: Math.min(start + digits.length, boxes.length - 1) }
}
