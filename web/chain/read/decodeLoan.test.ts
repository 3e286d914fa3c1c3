import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOBODY } from '../../loans/loan.ts'
import { decodeAll, decodeLoan, decodeRow, type RawItem } from './decodeLoan.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LUIS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const raw = (changes: Partial<RawItem['loan']> = {}, comment = 'Para llegar a fin de mes.'): RawItem => ({
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
    instalments: 1n,
    openUntil: 0n,
    owed: 0n,
    noted: 0n,
    late: false,
    brief: false,
    ...changes,
  },
  comment,
  record: { taken: 3n, repaid: 1n, repaidLate: 0n, forgiven: 1n, repaidDollars: 250n },
})

const active = { status: 2, borrower: LUIS, startTs: 1_800_000_000n, dueTs: 1_802_592_000n } as const

test('K1 offers, requests and loans are told apart by status', () => {
  expect(decodeLoan(raw())).toEqual({
    loan: {
      id: 7n,
      status: 'open',
      lender: ANA,
      borrower: undefined,
      principal: 300_000_000n,
      apr: 1000,
      duration: 2_592_000,
      instalments: 1,
      openUntil: undefined,
      note: 'Para llegar a fin de mes.',
      demo: false,
    },
    record: { taken: 3, repaid: 1, repaidLate: 0, forgiven: 1, repaidDollars: 250 },
  })
  expect(decodeLoan(raw({ borrower: LUIS })).loan).toMatchObject({ status: 'open', borrower: LUIS })
  expect(decodeLoan(raw({ openUntil: 1_800_086_400n })).loan).toMatchObject({ openUntil: 1_800_086_400 })
  expect(decodeLoan(raw({ ...active, repaid: 5n, instalments: 3n })).loan).toMatchObject({
    status: 'active',
    startedAt: 1_800_000_000,
    dueAt: 1_802_592_000,
    repaid: 5n,
    instalments: 3,
  })
  expect(decodeLoan(raw({ ...active, status: 3 })).loan.status).toBe('repaid')
  expect(decodeLoan(raw({ ...active, status: 6 })).loan.status).toBe('forgiven')
  expect(decodeLoan(raw({ status: 4 })).loan.status).toBe('cancelled')
  const request = raw({ status: 5, lender: NOBODY, borrower: LUIS })
  expect(decodeLoan(request).loan).toMatchObject({ status: 'requested', lender: undefined, borrower: LUIS })
})

describe('what cannot be right is refused by name', () => {
  test.each([
    [{ status: 9 }, 'Loan 7 has unknown status 9'],
    [{ status: 0 }, 'Loan 7 has unknown status 0'],
    [{ principal: 2n ** 256n - 1n }, `Loan 7 has principal ${2n ** 256n - 1n}`],
    [{ principal: 0n }, 'Loan 7 has principal 0'],
    [{ apr: 65_536n }, 'Loan 7 has apr 65536'],
    [{ duration: 2n ** 32n }, 'Loan 7 has duration 4294967296'],
    [{ instalments: 0n }, 'Loan 7 has instalments 0'],
    [{ instalments: 61n }, 'Loan 7 has instalments 61'],
    [{ openUntil: 2n ** 40n }, `Loan 7 has expiry ${2n ** 40n}`],
    [{ lender: NOBODY }, 'Loan 7 has no lender'],
    [{ status: 5 }, 'Loan 7 has no borrower'],
    [{ ...active, startTs: 0n }, 'Loan 7 has start 0'],
    [{ ...active, borrower: NOBODY }, 'Loan 7 has no borrower'],
    [{ ...active, dueTs: 2n ** 255n }, `Loan 7 has due date ${2n ** 255n}`],
    [{ ...active, repaid: 2n ** 100n }, `Loan 7 has repaid ${2n ** 100n}`],
  ] as const)('%o', (changes, message) => {
    expect(() => decodeLoan(raw(changes))).toThrow(message)
  })

  test('and leaves the others alone', () => {
    const { items, refused } = decodeAll([raw(), raw({ status: 9 }), raw({ status: 4 })], decodeLoan)
    expect(items.map(({ loan }) => loan.status)).toEqual(['open', 'cancelled'])
    expect(refused).toEqual(['Loan 7 has unknown status 9'])
  })
})

describe('notes', () => {
  const noteOf = (comment: string) => decodeLoan(raw({}, comment)).loan.note

  test('markup is text like any other', () => {
    expect(noteOf('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  })

  test('drops invisible characters, and all after the first 280', () => {
    expect(noteOf('\u202eMoto\u3164\u2800')).toBe('Moto')
    expect(noteOf('ñ'.repeat(100_000))).toBe('ñ'.repeat(280))
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
    instalments: number,
    openUntil: number,
    owed: number,
    borrower: fc.constantFrom(NOBODY, LUIS),
  })
  fc.assert(
    fc.property(anything, fc.string({ unit: 'binary', maxLength: 600 }), (changes, comment) => {
      const { items, refused } = decodeAll([raw(changes, comment)], decodeLoan)
      expect(items.length + refused.length).toBe(1)
      for (const { loan } of items) {
        expect(Array.from(loan.note).length).toBeLessThanOrEqual(280)
        expect(Number.isSafeInteger(loan.duration)).toBe(true)
      }
    }),
  )
})

test('a loan in short is decoded, and what cannot be right is refused by name', () => {
  const row = { id: 7n, status: 2, owed: 5n, nextDue: 1_800_000_000n, dueTs: 1_802_592_000n }
  expect(decodeRow(row)).toEqual({ id: 7n, status: 'active', owed: 5n, nextDue: 1_800_000_000, dueAt: 1_802_592_000 })
  expect(() => decodeRow({ ...row, status: 0 })).toThrow('Loan 7 has unknown status 0')
  expect(() => decodeRow({ ...row, owed: 2n ** 100n })).toThrow(`Loan 7 has owed ${2n ** 100n}`)
  expect(() => decodeRow({ ...row, nextDue: 2n ** 60n })).toThrow(`Loan 7 has next due date ${2n ** 60n}`)
})
