import { describe, expect, test } from 'vitest'
import { type ActiveLoan, DAY, DOLLAR, type Loan, type Offer, type Request } from '../loans/loan.ts'
import type { Command } from './command.ts'
import { whatBecameOf } from './whatBecameOf.ts'

const ana = '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa'
const luis = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'
const eva = '0xCcCCccCCCCCcCCCCCCcCcCccCcCCCcCcccccccCC'

const terms = { id: 7n, principal: 300n * DOLLAR, apr: 1000, duration: 30 * DAY, instalments: 1, note: '', demo: false }
const offer: Offer = { ...terms, status: 'open', lender: ana, borrower: undefined, openUntil: undefined }
const taken = { ...terms, lender: ana, borrower: luis, startedAt: 1, dueAt: 1 + 30 * DAY, repaid: 0n, noted: 0n } as const
const loan: ActiveLoan = { ...taken, status: 'active' }
const request: Request = { ...terms, status: 'requested', lender: undefined, borrower: luis, openUntil: undefined }
const owed = 302_465_754n

const accept: Command = { kind: 'acceptOffer', offer }
const cancel: Command = { kind: 'cancelOffer', offer }
const fund: Command = { kind: 'fundRequest', request }
const extend: Command = { kind: 'extend', loan, extraTime: 7 * DAY }
const pay = (amount: bigint): Command => ({ kind: 'repay', loan, amount })

test('a loan that nobody touched is the same, and so is a command without a loan', () => {
  expect(whatBecameOf(accept, offer)).toBe('same')
  expect(whatBecameOf(pay(owed), loan)).toBe('same')
  expect(whatBecameOf(fund, request)).toBe('same')
  expect(whatBecameOf(extend, { ...loan, repaid: 1n })).toBe('same')
  expect(whatBecameOf({ kind: 'faucet' }, undefined)).toBe('same')
})

test('addresses are the same however their letters are written', () => {
  expect(whatBecameOf(accept, { ...offer, lender: ana.toLowerCase() as typeof ana })).toBe('same')
})

test('a recorded payment is out of date only if the lender recorded another one', () => {
  const command: Command = { kind: 'recordPayment', loan, amount: 1n, paidAt: 1 }
  expect(whatBecameOf(command, loan)).toBe('same')
  expect(whatBecameOf(command, { ...loan, repaid: 1n })).toBe('same')
  expect(whatBecameOf(command, { ...loan, repaid: 1n, noted: 1n })).toBe('noted')
  for (const other of [pay(owed), { kind: 'forgive', loan } as const])
    expect(whatBecameOf(other, { ...loan, repaid: 1n, noted: 1n })).toBe('same')
})

describe('the id belongs to another loan', () => {
  test.each<[string, Command, Loan | undefined]>([
    ['other terms', accept, { ...offer, principal: 1n }],
    ['other interest', accept, { ...offer, apr: 9 }],
    ['another term', pay(1n), { ...loan, duration: DAY }],
    ['other instalments', pay(1n), { ...loan, instalments: 2 }],
    ['another lender', accept, { ...offer, lender: eva }],
    ['another borrower', pay(1n), { ...loan, borrower: eva }],
    ['an offer for someone else', accept, { ...offer, borrower: eva }],
    ['a request', accept, { ...offer, status: 'requested', borrower: luis }],
    ['a loan that nobody has taken yet', pay(1n), offer],
    ['no loan', accept, undefined],
    ['a request of another borrower', fund, { ...request, borrower: eva }],
    ['a request that is addressed to someone', fund, { ...request, lender: eva }],
    ['an offer instead of the request', fund, offer],
    ['another loan, paid back', pay(1n), { ...taken, status: 'repaid', lender: eva, repaid: owed }],
  ])('%s', (_, command, found) => {
    expect(whatBecameOf(command, found)).toBe('another')
  })
})

describe('the loan is the same and moved on', () => {
  test.each<[string, Command, Loan]>([
    ['taken by somebody', accept, loan],
    ['taken before it could be cancelled', cancel, loan],
    ['cancelled', accept, { ...offer, status: 'cancelled' }],
    ['taken and paid back', accept, { ...taken, status: 'repaid', repaid: owed }],
    ['paid back', pay(owed), { ...taken, status: 'repaid', repaid: owed }],
    ['funded by somebody', fund, loan],
    ['withdrawn', fund, { ...request, status: 'cancelled' }],
    ['paid back before it could be extended', extend, { ...taken, status: 'repaid', repaid: owed }],
    ['forgiven', pay(1n), { ...taken, status: 'forgiven' }],
  ])('%s', (_, command, found) => {
    expect(whatBecameOf(command, found)).toBe('over')
  })
})

test('somebody else paid in between: the payment goes on, and the contract takes no more than is owed', () => {
  const found: ActiveLoan = { ...loan, repaid: 200n * DOLLAR }
  expect(whatBecameOf(pay(100n * DOLLAR), found)).toBe('same')
  expect(whatBecameOf(pay(300n * DOLLAR), found)).toBe('same')
})

test('more time from the lender changes nothing for a payment, nor for more time: that is given to a date', () => {
  expect(whatBecameOf(pay(owed), { ...loan, dueAt: loan.dueAt + DAY })).toBe('same')
  expect(whatBecameOf(extend, { ...loan, dueAt: loan.dueAt + DAY })).toBe('same')
})
