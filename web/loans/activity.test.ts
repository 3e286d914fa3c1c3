import { expect, test } from 'vitest'
import { arrivalsIn, type Happening } from './activity.ts'
import { DOLLAR } from './loan.ts'

const ME = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const BOOK = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const HASH = `0x${'ab'.repeat(32)}` as const

test('thousands of transfers in one transaction are looked at once each, not each beside all others', () => {
  let looks = 0
  const sent = Array.from({ length: 2_000 }, (_, index): Happening => {
    const from = `0x${String(index + 1).padStart(40, '0')}` as const
    const transfer = { event: 'Transfer', from, to: ME, amount: DOLLAR, block: 1n, index, hash: HASH } as const
    return new Proxy(transfer, {
      get: (target, key, receiver) => {
        if (key === 'event') looks++
        return Reflect.get(target, key, receiver)
      },
    })
  })
  expect(arrivalsIn(sent, { me: ME, book: BOOK, loans: new Map() })).toHaveLength(2_000)
  expect(looks).toBeLessThan(10 * sent.length)
})
