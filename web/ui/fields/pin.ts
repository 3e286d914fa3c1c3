export function emptyPin(length: number): readonly string[] {
  return Array<string>(length).fill('')
}

/** The ASCII digits of a text. */
export function digitsIn(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/**
 * The boxes after `typed` was entered in box `at`, and the box to focus next; `done` after the last digit. One digit replaces
 * that box; several (paste, autofill) continue to the right, and a complete PIN fills all boxes from the first, wherever it was
 * entered.
 */
export function enterDigits(boxes: readonly string[], at: number, typed: string): { after: string[]; next: number | 'done' } {
  const digits = digitsIn(typed).slice(0, boxes.length)
  const start = digits.length === boxes.length ? 0 : at
  const after = boxes.map((digit, box) => digits[box - start] ?? digit)
  const next = start + digits.length
  if (next < boxes.length) return { after, next }
  return { after, next: after.includes('') ? boxes.length - 1 : 'done' }
}
