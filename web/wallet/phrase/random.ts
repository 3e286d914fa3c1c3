/** A uniformly distributed integer from 0 to `limit` - 1, from crypto.getRandomValues. */
export function randomBelow(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > 2 ** 32) throw new RangeError(`No number can be drawn below ${limit}`)
  // Rejection sampling: the draws that do not fill a whole multiple of `limit` would bias the remainder towards low numbers.
  const fair = 2 ** 32 - (2 ** 32 % limit)
  const draw = new Uint32Array(1)
  let number: number
  do {
    crypto.getRandomValues(draw)
    number = draw[0] ?? fair
  } while (number >= fair)
  return number % limit
}

/** A shuffled copy; every order is equally likely. */
export function shuffled<T>(items: readonly T[]): T[] {
  const rest = [...items]
  const order: T[] = []
  while (rest.length > 0) order.push(...rest.splice(randomBelow(rest.length), 1))
  return order
}
