/** `shape` and `hue` are places in the lists of Face; `turn` is in degrees. */
type Tile = { shape: number; turn: number; hue: number }

const SHAPES = 4
const HUES = 5
/** How many of the hues one face uses. */
const HUES_USED = 3

/** The four tiles of a face, left to right, top to bottom. Deterministic: the same address has the same face everywhere. */
export function faceTiles(address: string): Tile[] {
  const random = randomFrom(seedOf(address))
  const hues = Array.from({ length: HUES }, (_, hue) => hue)
  for (let last = HUES - 1; last > 0; last--) {
    const other = random(last + 1)
    const [a = 0, b = 0] = [hues[last], hues[other]]
    hues[last] = b
    hues[other] = a
  }
  return Array.from({ length: 4 }, () => ({ shape: random(SHAPES), turn: random(4) * 90, hue: hues[random(HUES_USED)] ?? 0 }))
}

/** FNV-1a with 32 bits over the bytes of the address. */
function seedOf(address: string): number {
  let hash = 0x811c9dc5
  for (let at = 2; at < address.length; at += 2) {
    hash = Math.imul(hash ^ Number.parseInt(address.slice(at, at + 2), 16), 0x01000193) >>> 0
  }
  return hash || 1
}

/** xorshift32. The first numbers are still close to the seed and are thrown away. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state
  }
  for (let thrown = 0; thrown < 8; thrown++) next()
  return (below) => (next() >>> 8) % below
}
