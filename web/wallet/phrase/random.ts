/** A whole number from 0 up to, but not including, `limit`; every one equally likely. */
export function randomBelow(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > 2 ** 32) throw new RangeError(`No number can be drawn below ${limit}`)
  // The numbers above the last whole multiple of `limit` would favour the low remainders: they are drawn again.
  const fair = 2 ** 32 - (2 ** 32 % limit)
  const draw = new Uint32Array(1)
  let number: number
  do {
    crypto.getRandomValues(draw)
    number = draw[0] ?? fair
  } while (number >= fair)
  return number % limit
}

/** The same items in a random order; every order equally likely. */
export function shuffled<T>(items: readonly T[]): T[] {
  const rest = [...items]
  const order: T[] = []
  while (rest.length > 0) order.push(...rest.splice(randomBelow(rest.length), 1))
  return order
}
