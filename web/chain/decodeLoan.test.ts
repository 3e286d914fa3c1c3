import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeLoan, decodeLoans, type RawItem } from './decodeLoan.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LUIS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const NOBODY = '0x0000000000000000000000000000000000000000'

const raw = (changes: Partial<RawItem['loan']> = {}): RawItem => ({
  id: 7n,
  loan: {
    lender: ANA,
    borrower: NOBODY,
    principal: 300_000_000n,
    apr: 1000n,
    duration: 2_592_000n,
    startTs: 0n,
    dueTs: 0n,
    repaid: 0n,
    createdAt: 1_800_000_000n,
    status: 1,
    comment: 'Para llegar a fin de mes.',
    ...changes,
  },
  record: { taken: 2n, repaid: 1n, repaidLate: 0n },
  offered: 3n,
})

const active = { status: 2, borrower: LUIS, startTs: 1_800_000_000n, dueTs: 1_802_592_000n } as const

test('K1 an offer, a loan, a repaid one and a cancelled one are told apart by status', () => {
  expect(decodeLoan(raw())).toEqual({
    loan: {
      id: 7n,
      status: 'open',
      lender: ANA,
      borrower: undefined,
      principal: 300_000_000n,
      apr: 1000,
      duration: 2_592_000,
      note: 'Para llegar a fin de mes.',
      demo: false,
    },
    record: { taken: 2, repaid: 1, repaidLate: 0, offered: 3 },
  })
  expect(decodeLoan(raw({ borrower: LUIS })).loan).toMatchObject({ status: 'open', borrower: LUIS })
  expect(decodeLoan(raw({ ...active, repaid: 5n })).loan).toMatchObject({ status: 'active', dueAt: 1_802_592_000, repaid: 5n })
  expect(decodeLoan(raw({ ...active, status: 3 })).loan.status).toBe('repaid')
  expect(decodeLoan(raw({ status: 4 })).loan.status).toBe('cancelled')
})

describe('what cannot be right is refused by name', () => {
  test.each([
    [{ status: 9 }, 'Loan 7 has unknown status 9'],
    [{ status: 0 }, 'Loan 7 has unknown status 0'],
    [{ principal: 2n ** 256n - 1n }, `Loan 7 has principal ${2n ** 256n - 1n}`],
    [{ principal: 0n }, 'Loan 7 has principal 0'],
    [{ apr: 65_536n }, 'Loan 7 has apr 65536'],
    [{ duration: 2n ** 32n }, 'Loan 7 has duration 4294967296'],
    [{ ...active, borrower: NOBODY }, 'Loan 7 has no borrower'],
    [{ ...active, dueTs: 2n ** 255n }, `Loan 7 has due date ${2n ** 255n}`],
    [{ ...active, repaid: 2n ** 100n }, `Loan 7 has repaid ${2n ** 100n}`],
  ] as const)('%o', (changes, message) => {
    expect(() => decodeLoan(raw(changes))).toThrow(message)
  })

  test('and leaves the others alone', () => {
    const { items, refused } = decodeLoans([raw(), raw({ status: 9 }), raw({ status: 4 })])
    expect(items.map(({ loan }) => loan.status)).toEqual(['open', 'cancelled'])
    expect(refused).toEqual(['Loan 7 has unknown status 9'])
  })
})

describe('notes', () => {
  const noteOf = (comment: string) => decodeLoan(raw({ comment })).loan.note

  test('markup is text like any other', () => {
    expect(noteOf('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  })

  test('characters that are not seen or that turn the text round are gone', () => {
    expect(noteOf('a\u202eb\u0000c\u200bd\u2066e\u0007')).toBe('abcde')
    expect(noteOf('una\n\n\tlínea')).toBe('una línea')
  })

  test('a note of 100 kB is cut at 280 characters, and none of them in half', () => {
    expect(noteOf('ñ'.repeat(100_000))).toBe('ñ'.repeat(280))
    expect(noteOf('💸'.repeat(1_000))).toBe('💸'.repeat(280))
  })
})

test('whatever arrives, it comes out as a loan or as a refusal', () => {
  const number = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 0n, max: 100n }))
  const anything = fc.record({
    principal: number,
    apr: number,
    duration: number,
    startTs: number,
    dueTs: number,
    repaid: number,
    createdAt: number,
    status: fc.nat({ max: 255 }),
    comment: fc.string({ unit: 'binary', maxLength: 600 }),
    borrower: fc.constantFrom(NOBODY, LUIS),
  })
  fc.assert(
    fc.property(anything, (changes) => {
      const { items, refused } = decodeLoans([raw(changes)])
      expect(items.length + refused.length).toBe(1)
      for (const { loan } of items) {
        expect(Array.from(loan.note).length).toBeLessThanOrEqual(280)
        expect(Number.isSafeInteger(loan.duration)).toBe(true)
      }
    }),
  )
})
