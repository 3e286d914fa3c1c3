import { expect, test } from 'vitest'
import { dropStaleAnswers } from './dropStaleAnswers.ts'

const at = (blockNumber: bigint, parentHash = `0x${blockNumber - 1n}`) => ({ blockNumber, parentHash, timestamp: 0 })

test('answers of a growing chain are taken', () => {
  const { accept } = dropStaleAnswers()
  expect([at(5n), at(5n), at(6n), at(9n)].map(accept)).toEqual([true, true, true, true])
})

test('an answer of a node that lags is dropped', () => {
  const { accept } = dropStaleAnswers()
  accept(at(5n))
  accept(at(7n))
  expect(accept(at(5n))).toBe(false)
  expect(accept(at(6n))).toBe(false)
  expect(accept(at(8n))).toBe(true)
})

test('an answer of a reorganised chain is taken, though it is lower', () => {
  const { accept } = dropStaleAnswers()
  accept(at(5n))
  accept(at(7n))
  expect(accept(at(5n, '0xother'))).toBe(true)
  // From now on that chain is the one that counts.
  expect(accept(at(6n))).toBe(true)
})

test('after a reorganisation the old chain is forgotten: a node that lags on the new one is dropped', () => {
  const { accept } = dropStaleAnswers()
  for (const height of [4n, 5n, 6n]) accept(at(height))
  expect(accept(at(5n, '0xnew4'))).toBe(true)
  expect(accept(at(9n, '0xnew8'))).toBe(true)
  expect(accept(at(6n, '0xnew5'))).toBe(false)
})

test('an answer at the same height with another past is a reorganisation too', () => {
  const { accept } = dropStaleAnswers()
  accept(at(7n))
  expect(accept(at(7n, '0xother'))).toBe(true)
})

test('another past is noticed for 256 blocks back, and not for what lies further', () => {
  const { accept } = dropStaleAnswers()
  for (let height = 1n; height <= 1_000n; height++) accept(at(height))
  expect(accept(at(744n, '0xother'))).toBe(false)
  expect(accept(at(745n, '0xother'))).toBe(true)
})
