import { describe, expect, test } from 'vitest'
import { linkTo, parseId } from '../loans/link.ts'
import { DAY, DOLLAR, type Loan, NO_RECORD, type Offer, type Request } from '../loans/loan.ts'
import { arrivalAt } from './shared.ts'

const ana = '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa'
const luis = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'
const eva = '0xCcCCccCCCCCcCCCCCCcCcCccCcCCCcCcccccccCC'
const NOW = 1_700_000_000

const terms = { id: 7n, principal: 300n * DOLLAR, apr: 1000, duration: 30 * DAY, instalments: 1, note: '', demo: false }
const offer: Offer = { ...terms, status: 'open', lender: ana, borrower: undefined, openUntil: undefined }
const request: Request = { ...terms, status: 'requested', lender: undefined, borrower: ana, openUntil: undefined }
const taken = { ...terms, lender: ana, borrower: eva, startedAt: NOW, dueAt: NOW + 30 * DAY, repaid: 0n } as const

describe('what somebody can do who follows a link', () => {
  test.each<[string, Loan, string]>([
    ['an offer for anyone', offer, 'take'],
    ['an offer for them', { ...offer, borrower: luis }, 'take'],
    ['an offer in its last second', { ...offer, openUntil: NOW }, 'take'],
    ['a request to anyone', request, 'take'],
    ['a request to them', { ...request, lender: luis }, 'take'],
    ['their own offer', { ...offer, lender: luis }, 'own'],
    ['their own request', { ...request, borrower: luis }, 'own'],
    ['an offer for somebody else', { ...offer, borrower: eva }, 'forAnother'],
    ['a request to somebody else', { ...request, lender: eva }, 'forAnother'],
    ['an offer a second too late', { ...offer, openUntil: NOW - 1 }, 'expired'],
    ['one that was withdrawn', { ...offer, status: 'cancelled' }, 'withdrawn'],
    ['one that somebody else took', { ...taken, status: 'active' }, 'taken'],
    ['a loan that they took', { ...taken, borrower: luis, status: 'active' }, 'show'],
    ['a loan that they gave', { ...taken, lender: luis, status: 'active' }, 'show'],
    ['a loan of theirs that was paid back', { ...taken, lender: luis, status: 'repaid' }, 'ended'],
  ])('%s', (_, loan, kind) => {
    expect(arrivalAt({ loan, record: NO_RECORD }, luis, NOW).kind).toBe(kind)
  })

  test('nothing has that number', () => {
    expect(arrivalAt(undefined, luis, NOW)).toEqual({ kind: 'unknown' })
  })
})

test('a link names the loan by its number, and only a number that the contract can assign is read back', () => {
  expect(linkTo(offer, 'https://entrepares.example')).toBe('https://entrepares.example/dashboard?prestamo=7')
  expect(parseId('7')).toBe(7n)
  expect(parseId('4294967295')).toBe(4_294_967_295n)
  for (const text of ['', '0', '07', '-1', '1.5', '1e3', '4294967296', '9'.repeat(20), 'siete', '0x7', ' 7'])
    expect(parseId(text)).toBeUndefined()
})
