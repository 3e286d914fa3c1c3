import fc from 'fast-check'
import { concat, type Hex, numberToHex, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { decodePacked } from './decodePacked.ts'

const ANA = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const row = { id: 7n, lender: ANA as Hex, principal: 300_000_000n, apr: 1000, instalments: 3, openUntil: 1_800_086_400 }

/** As LoanLens packs it. */
function pack({ note = 'Para la matrícula.', noteLength = stringToHex(note).length / 2 - 1, ...changes } = {} as Changes): Hex {
  const { id, lender, principal, apr, instalments, openUntil } = { ...row, ...changes }
  return concat([
    numberToHex(id, { size: 4 }),
    lender,
    numberToHex(principal, { size: 7 }),
    numberToHex(2_592_000, { size: 4 }),
    numberToHex(apr, { size: 2 }),
    numberToHex(instalments, { size: 1 }),
    numberToHex(openUntil, { size: 5 }),
    numberToHex(noteLength, { size: 2 }),
    stringToHex(note),
  ])
}
type Changes = Partial<typeof row> & { note?: string; noteLength?: number }

test('packed offers are read one after the other, to the last byte', () => {
  const { items, refused } = decodePacked('offer', concat([pack(), pack({ id: 2n ** 32n - 1n, note: '', openUntil: 0 })]), 2)
  expect(refused).toEqual([])
  expect(items.map(({ loan }) => loan)).toEqual([
    {
      id: 7n,
      status: 'open',
      lender: ANA,
      borrower: undefined,
      principal: 300_000_000n,
      apr: 1000,
      duration: 2_592_000,
      instalments: 3,
      openUntil: 1_800_086_400,
      note: 'Para la matrícula.',
      demo: false,
    },
    expect.objectContaining({ id: 2n ** 32n - 1n, note: '', openUntil: undefined }),
  ])
  expect(decodePacked('offer', '0x', 2000)).toEqual({ items: [], refused: [] })
})

test('the largest amount that fits is exact', () => {
  const [item] = decodePacked('offer', pack({ principal: 2n ** 56n - 1n }), 1).items
  expect(item?.loan.principal).toBe(2n ** 56n - 1n)
})

test('a note is cleaned as everywhere else, also where its bytes are no text', () => {
  const { items } = decodePacked(
    'offer',
    concat([pack({ note: 'pagas \u202e$ 1\u0000 \n ya' }), pack({ note: '', noteLength: 2 }), '0xff41']),
    2,
  )
  expect(items.map(({ loan }) => loan.note)).toEqual(['pagas $ 1 ya', '\ufffdA'])
})

test.each<[string, Changes, string]>([
  ['amount', { principal: 0n }, 'Loan 7 has principal 0'],
  ['interest', { apr: 0 }, 'Loan 7 has apr 0'],
  ['number of instalments', { instalments: 61 }, 'Loan 7 has instalments 61'],
  ['lender', { lender: '0x0000000000000000000000000000000000000000' }, 'Loan 7 has no lender'],
  ['end', { openUntil: 2 ** 40 - 1 }, 'Loan 7 has expiry 1099511627775'],
])('an offer with an impossible %s is left out and said, and the others stay', (_, changes, reason) => {
  const { items, refused } = decodePacked('offer', concat([pack({ id: 1n }), pack(changes), pack({ id: 3n })]), 3)
  expect(items.map(({ loan }) => loan.id)).toEqual([1n, 3n])
  expect(refused).toEqual([reason])
})

test('an answer that ends too early, at whichever byte, is refused', () => {
  const whole = pack()
  for (let length = 4; length < whole.length; length++) {
    expect(() => decodePacked('offer', whole.slice(0, length) as Hex, 1)).toThrow('incomplete entry')
  }
  expect(() => decodePacked('offer', pack({ noteLength: 65_535 }), 1)).toThrow('incomplete entry')
})

test('an answer with more offers than were asked for is refused', () => {
  expect(() => decodePacked('offer', concat([pack(), pack(), pack()]), 2)).toThrow('more than 2 entries')
})

test('no bytes at all lead to anything but offers that can be drawn, or a refusal', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const packed: Hex = `0x${Buffer.from(bytes).toString('hex')}`
      try {
        for (const { loan } of decodePacked('offer', packed, 10).items) expect(loan.principal).toBeGreaterThan(0n)
      } catch (error) {
        expect(String(error)).toMatch(/^Error: The node's answer has /)
      }
    }),
  )
})
