import { describe, expect, test } from 'vitest'
import { dropStaleAnswers } from './dropStaleAnswers.ts'

const at = (blockNumber: bigint, parentHash = `0x${blockNumber - 1n}`, timestamp = 0) => ({ blockNumber, parentHash, timestamp })

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

describe('one answer claims a million blocks too many', () => {
  test('with the right time: the next honest block is later, though lower, and is taken', () => {
    const { accept } = dropStaleAnswers()
    accept(at(100n, '0x99', 1_200))
    expect(accept(at(1_000_101n, '0xlie', 1_212))).toBe(true)
    expect(accept(at(101n, '0x100', 1_212))).toBe(false)
    expect(accept(at(102n, '0x101', 1_224))).toBe(true)
    expect(accept(at(101n, '0x100', 1_212))).toBe(false)
  })

  test('and years too many: the honest chain is taken once it has grown six times', () => {
    const { accept } = dropStaleAnswers()
    accept(at(1_000_101n, '0xlie', 2 ** 33))
    const honest = [101n, 101n, 102n, 103n, 103n, 104n, 105n, 106n, 107n, 108n].map((height) => accept(at(height)))
    expect(honest).toEqual([false, false, false, false, false, false, false, false, true, true])
  })
})

test('the chain began again, with a tab open: it is taken, though it is lower', () => {
  const { accept } = dropStaleAnswers()
  for (let height = 500n; height < 510n; height++) accept(at(height, `0x${height - 1n}`, Number(height)))
  expect(accept(at(16n, '0xnew15', 600))).toBe(true)
})

test('a node that stands still is never taken, nor several that lag by turns', () => {
  const { accept } = dropStaleAnswers()
  accept(at(50n))
  for (let round = 0; round < 20; round++) expect(accept(at(40n))).toBe(false)
  for (let round = 0; round < 20; round++) {
    expect(accept(at(41n))).toBe(false)
    expect(accept(at(42n))).toBe(false)
  }
})
