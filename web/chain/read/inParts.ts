/** Chunks of at most `size`: nodes limit how much one call may ask for. */
export function inParts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size))
}
