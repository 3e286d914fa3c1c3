import { describe, expect, test } from 'vitest'
import { networks } from '../chains.ts'
import { createPace } from './pace.ts'

const BLOCK = networks.sepolia.blockMs
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('H3 M5 with a block every 12 seconds', () => {
  test('there are six questions a minute, and a block is seen three seconds after it came at the latest', () => {
    const { perMinute, delays } = follow({ arrivals: regular(HOUR) })
    expect(Math.max(...perMinute.slice(1))).toBeLessThanOrEqual(7)
    expect(sum(perMinute.slice(1)) / 59).toBeCloseTo(6, 0)
    expect(Math.max(...delays)).toBeLessThanOrEqual(3_100)
  })

  test('whenever the page was opened, its first minute has at most 12', () => {
    for (let opened = 0; opened < BLOCK; opened += 500) {
      const { perMinute, delays } = follow({ arrivals: regular(3 * MINUTE, opened) })
      expect(perMinute[0]).toBeLessThanOrEqual(12)
      expect(Math.max(...delays)).toBeLessThanOrEqual(3_100)
    }
  })

  test.each([1, 2, 3])(
    'blocks that come up to a second late are seen within 4 seconds, with at most 12 a minute (%i)',
    (seed) => {
      const random = randomFrom(seed)
      const { perMinute, delays } = follow({ arrivals: regular(HOUR).map((at) => at + random() * 1_000) })
      expect(Math.max(...perMinute)).toBeLessThanOrEqual(12)
      expect(Math.max(...delays)).toBeLessThanOrEqual(4_000)
    },
  )

  test('a slot without a block costs some questions, and the block after it is seen as soon as any', () => {
    const { perMinute, delays } = follow({ arrivals: regular(HOUR).filter((_, place) => place % 7 !== 5) })
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(12)
    expect(Math.max(...delays)).toBeLessThanOrEqual(3_100)
  })

  test('a chain that has stopped is asked once per block, and followed again when it goes on', () => {
    const stopped = regular(HOUR).filter((at) => at < 10 * MINUTE || at > 40 * MINUTE)
    const { perMinute, delays } = follow({ arrivals: stopped })
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(12)
    expect(Math.max(...perMinute.slice(12, 39))).toBe(5)
    expect(Math.min(...perMinute.slice(12, 39))).toBe(4)
    const [first = 0, ...others] = delays.slice(stopped.findIndex((at) => at > 40 * MINUTE))
    expect(first).toBeLessThanOrEqual(BLOCK + 100)
    expect(Math.max(...others)).toBeLessThanOrEqual(4_000)
  })

  test('a node that takes four seconds to answer is not asked more often', () => {
    const { perMinute, delays } = follow({ arrivals: regular(HOUR), answersIn: 4_000 })
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(12)
    // Asked a moment too early, answered, asked again, answered.
    expect(Math.max(...delays)).toBeLessThanOrEqual(4_000 + 3_000 + 4_000)
  })

  test('a block that was seen at any moment, as after the tab was hidden, does not set the pace', () => {
    for (let hidden = BLOCK; hidden < 4 * BLOCK; hidden += 700) {
      const { delays, perMinute } = follow({ arrivals: regular(10 * MINUTE), hidden: [5 * MINUTE, 5 * MINUTE + hidden] })
      const isSeen = (_: number, place: number) => place * BLOCK > 5 * MINUTE + hidden
      expect(Math.max(...delays.filter(isSeen))).toBeLessThanOrEqual(4_000)
      expect(Math.max(...perMinute)).toBeLessThanOrEqual(12)
    }
  })

  test('a clock that stood still while the device slept does not keep the old pace', () => {
    const pace = createPace()
    const ask = (block: bigint, at: number) => pace({ block, askedAt: at, answeredAt: at }, BLOCK)
    expect([ask(1n, 0), ask(1n, 3_000), ask(2n, 6_000)]).toEqual([3_000, 3_000, 11_500])
    expect(ask(302n, 7_000)).toBe(3_000)
  })

  test('what is read in between, after a command of one’s own, changes nothing', () => {
    const pace = createPace()
    const ask = (block: bigint, at: number) => pace({ block, askedAt: at, answeredAt: at + 200 }, BLOCK)
    expect([ask(1n, 0), ask(2n, 3_200), ask(2n, 6_500)]).toEqual([3_000, 11_300, 8_000])
    expect(ask(2n, 14_700)).toBe(3_000)
  })

  test('a node that tells of a dozen blocks at once each time is not asked more often for it', () => {
    const { perMinute } = follow({ arrivals: Array.from({ length: 3_600 }, (_, place) => place * 1_000) })
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(12)
  })

  test('a node that lags, and one whose blocks go back and forth, are not asked more often', () => {
    const pace = createPace()
    let [at, asked] = [0, 0]
    for (; at < HOUR; asked++) at += pace({ block: asked % 2 === 0 ? 7n : 9n, askedAt: at, answeredAt: at + 100 }, BLOCK) + 100
    expect(asked / 60).toBeLessThanOrEqual(12)
  })
})

test('H3 a chain that has a block for each transaction is read ten times a minute', () => {
  const pace = createPace()
  const waits = [1n, 1n, 5n, 6n].map((block, place) =>
    pace({ block, askedAt: place * 6_000, answeredAt: place * 6_000 }, networks.local.blockMs),
  )
  expect(waits).toEqual([6_000, 6_000, 6_000, 6_000])
})

type Life = { arrivals: number[]; answersIn?: number; hidden?: [number, number] }

/** Reads a chain whose blocks come at these times, from 0 on. How many questions each minute has, and when each block was seen. */
function follow({ arrivals, answersIn = 100, hidden: [hiddenFrom, hiddenUntil] = [0, 0] }: Life) {
  const end = arrivals.at(-1) ?? 0
  const pace = createPace()
  const perMinute = Array.from({ length: Math.ceil(end / MINUTE) }, () => 0)
  const delays: number[] = []
  for (let at = 0; at < end; ) {
    if (at >= hiddenFrom && at < hiddenUntil) at = hiddenUntil
    const minute = Math.floor(at / MINUTE)
    perMinute[minute] = (perMinute[minute] ?? 0) + 1
    const seen = arrivals.filter((arrival) => arrival <= at).length
    const answeredAt = at + answersIn
    // A block from before the page was opened is no news.
    while (delays.length < seen)
      delays.push(Math.max(0, (arrivals[delays.length] ?? 0) && answeredAt - (arrivals[delays.length] ?? 0)))
    at = answeredAt + pace({ block: BigInt(seen), askedAt: at, answeredAt }, BLOCK)
  }
  return { perMinute, delays }
}

/** The first block came before the page was opened. */
function regular(until: number, opened = 0): number[] {
  return Array.from({ length: Math.ceil(until / BLOCK) }, (_, place) => place && place * BLOCK - opened)
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
