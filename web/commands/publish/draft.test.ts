import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../loans/limits.ts'
import { CENT, DAY, NOBODY, type Offer, type Proposal } from '../../loans/loan.ts'
import { INSTALMENTS, TERM_DAYS } from '../../loans/terms.ts'
import {
  checkDraft,
  checkTerms,
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  forLink,
  noteBytesLeft,
  OPEN_DAYS,
  publishedBy,
} from './draft.ts'

const ana = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const luis = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const draft: Draft = { ...EMPTY_DRAFT, amount: '250', apr: '12,5' }

function mistakeIn(changes: Partial<Draft>, addressee?: typeof luis | typeof ana) {
  const checked = checkDraft('offer', { ...draft, ...changes }, ana, addressee)
  return checked.ok ? undefined : checked.mistake
}

describe('P1 what was typed becomes an offer', () => {
  test('for anyone', () => {
    expect(checkDraft('offer', { ...draft, note: ' Para la máquina.\n' }, ana, undefined)).toEqual({
      ok: true,
      command: {
        kind: 'createOffer',
        offer: {
          principal: 250_000_000n,
          apr: 1250,
          duration: 30 * DAY,
          instalments: 1,
          openDays: 30,
          borrower: undefined,
          note: 'Para la máquina.',
        },
      },
    })
  })

  test('for one person', () => {
    expect(checkDraft('offer', { ...draft, to: ` ${luis} ` }, ana, luis)).toMatchObject({
      ok: true,
      command: { offer: { borrower: luis } },
    })
  })

  test('an empty field addresses nobody, whatever was read from it', () => {
    expect(checkDraft('offer', { ...draft, to: ' ' }, ana, luis)).toMatchObject({
      ok: true,
      command: { offer: { borrower: undefined } },
    })
  })

  test('the terms are 15, 30, 60 and 90 days, 30 at first; one payment, valid for 30 days', () => {
    expect(TERM_DAYS).toEqual([15, 30, 60, 90])
    expect(EMPTY_DRAFT).toEqual({ amount: '', apr: '', days: 30, instalments: 1, openDays: 30, to: '', note: '' })
    for (const days of TERM_DAYS)
      expect(checkDraft('offer', { ...draft, days }, ana, undefined)).toMatchObject({
        command: { offer: { duration: days * DAY } },
      })
  })
})

describe('what was typed becomes a request', () => {
  test('of anyone, or of one person', () => {
    expect(checkDraft('request', draft, ana, undefined)).toMatchObject({
      command: { kind: 'createRequest', request: { principal: 250_000_000n, lender: undefined } },
    })
    expect(checkDraft('request', { ...draft, to: luis }, ana, luis)).toMatchObject({ command: { request: { lender: luis } } })
  })
})

describe('what is wrong', () => {
  test('P3, P4 amount and interest', () => {
    expect(mistakeIn({ amount: '0' })).toEqual({ field: 'amount', problem: { kind: 'invalid' } })
    expect(mistakeIn({ amount: '1,200' })).toEqual({ field: 'amount', problem: { kind: 'ambiguous' } })
    expect(mistakeIn({ apr: '' })).toEqual({ field: 'apr', problem: { kind: 'invalid' } })
    expect(mistakeIn({ apr: '655.36' })).toEqual({ field: 'apr', problem: { kind: 'too-large', max: 65_535n } })
  })

  test('P5 any other term', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer({ min: -1, max: 100 })), (days) => {
        expect(mistakeIn({ days })).toEqual(TERM_DAYS.some((term) => term === days) ? undefined : { field: 'days' })
      }),
    )
  })

  test('an addressee who is none, nobody, or oneself', () => {
    expect(mistakeIn({ to: 'luis' })).toEqual({ field: 'to', problem: 'invalid' })
    expect(checkDraft('offer', { ...draft, to: NOBODY }, ana, NOBODY)).toMatchObject({
      mistake: { field: 'to', problem: 'invalid' },
    })
    expect(mistakeIn({ to: ana }, ana)).toEqual({ field: 'to', problem: 'own' })
    expect(checkDraft('offer', { ...draft, to: ana }, ana.toLowerCase() as Offer['lender'], ana)).toMatchObject({
      mistake: { field: 'to', problem: 'own' },
    })
  })

  test('a note of more than 280 bytes', () => {
    expect(mistakeIn({ note: 'n'.repeat(280) })).toBeUndefined()
    expect(mistakeIn({ note: 'n'.repeat(281) })).toEqual({ field: 'note' })
    expect(mistakeIn({ note: 'ñ'.repeat(140) })).toBeUndefined()
    expect(mistakeIn({ note: 'ñ'.repeat(141) })).toEqual({ field: 'note' })
  })

  test('instalments that cannot be chosen, and those of less than a cent', () => {
    for (const instalments of [0, -1, 1.5, 4, 61, Number.NaN])
      expect(mistakeIn({ instalments })).toEqual({ field: 'instalments', problem: 'unknown' })
    // With the least interest of one millionth the total is 0.119999 + 0.000001 dollars.
    expect(mistakeIn({ amount: '0.119999', apr: '0.01', instalments: 12 })).toBeUndefined()
    expect(mistakeIn({ amount: '0.119998', apr: '0.01', instalments: 12 })).toEqual({ field: 'instalments', problem: 'tooSmall' })
    // One payment may be as small as the contract allows.
    expect(mistakeIn({ amount: '0.000001', instalments: 1 })).toBeUndefined()
  })

  test('any other number of days open', () => {
    for (const openDays of OPEN_DAYS) expect(mistakeIn({ openDays })).toBeUndefined()
    for (const openDays of [-1, 8, 256, Number.NaN]) expect(mistakeIn({ openDays })).toEqual({ field: 'openDays' })
  })

  test('the first mistake is named: amount, interest, term, addressee, note, instalments, days open', () => {
    const wrong: Draft = { amount: 'x', apr: 'x', days: 7, instalments: 61, openDays: 256, to: 'x', note: 'x'.repeat(300) }
    const order = ['amount', 'apr', 'days', 'to', 'note', 'instalments', 'openDays'] as const
    order.forEach((field, mended) => {
      const halfMended = Object.fromEntries(order.slice(0, mended).map((name) => [name, draft[name]]))
      expect(mistakeIn({ ...wrong, ...halfMended })?.field).toBe(field)
    })
  })
})

test('the bytes of a note are those that would be published', () => {
  expect(noteBytesLeft('')).toBe(280)
  expect(noteBytesLeft('Para renovar la máquina de coser.')).toBe(246)
  expect(noteBytesLeft('🙂')).toBe(276)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', 'ñ', '€', '🙂', '\ud800'), maxLength: 150 }), (note) => {
      const checked = checkDraft('offer', { ...draft, note }, ana, undefined)
      expect(checked.ok).toBe(noteBytesLeft(note) >= 0)
      if (checked.ok) expect(Buffer.byteLength(publishedBy(checked.command).note)).toBe(280 - noteBytesLeft(note))
    }),
  )
})

describe('what has expired can be published again', () => {
  const offer: Offer = {
    status: 'open',
    id: 7n,
    lender: ana,
    borrower: luis,
    principal: 250_500_000n,
    apr: 1250,
    duration: 60 * DAY,
    instalments: 3,
    note: 'Para la máquina.',
    openUntil: 1_700_000_000,
    demo: false,
  }

  test('with the same terms, for 30 more days', () => {
    const filled = { amount: '250.5', apr: '12.5', days: 60, instalments: 3, openDays: 30, to: luis, note: 'Para la máquina.' }
    expect(draftOf(offer)).toEqual({ draft: filled, lost: [] })
    expect(draftOf({ ...offer, status: 'requested', lender: luis, borrower: ana })).toEqual({ draft: filled, lost: [] })
    expect(draftOf({ ...offer, borrower: undefined }).draft.to).toBe('')
  })

  test('a term that cannot be chosen is left as in an empty form, and named', () => {
    expect(draftOf({ ...offer, duration: 45 * DAY })).toMatchObject({ draft: { days: 30, instalments: 3 }, lost: ['days'] })
    expect(draftOf({ ...offer, duration: 60 * DAY + 1 })).toMatchObject({ draft: { days: 30 }, lost: ['days'] })
    expect(draftOf({ ...offer, instalments: 4 })).toMatchObject({ draft: { days: 60, instalments: 1 }, lost: ['instalments'] })
    expect(draftOf({ ...offer, duration: 1, instalments: 60 }).lost).toEqual(['days', 'instalments'])
  })

  test('whatever it was, the form takes it back to the same terms', () => {
    const any = fc.record({
      status: fc.constantFrom('open' as const, 'requested' as const),
      // Less cannot be paid in 12 instalments of a cent.
      principal: fc.bigInt({ min: 12n * CENT, max: limits.principal.max }),
      apr: fc.integer({ min: 1, max: 65_535 }),
      duration: fc.constantFrom(...TERM_DAYS).map((days) => days * DAY),
      instalments: fc.constantFrom(...INSTALMENTS),
      isForOne: fc.boolean(),
    })
    fc.assert(
      fc.property(any, ({ status, isForOne, ...terms }) => {
        const other = isForOne ? luis : undefined
        const parties =
          status === 'open'
            ? ({ status, lender: ana, borrower: other } as const)
            : ({ status, lender: other, borrower: ana } as const)
        const loan: Proposal = { ...offer, ...terms, ...parties }
        const { draft, lost } = draftOf(loan)
        expect(lost).toEqual([])
        const checked = checkDraft(status === 'open' ? 'offer' : 'request', draft, ana, other)
        const addressee = status === 'open' ? { borrower: other } : { lender: other }
        const published = { ...terms, ...addressee, openDays: 30, note: offer.note }
        expect(checked.ok && publishedBy(checked.command)).toEqual(published)
      }),
    )
  })
})

describe('a request by link', () => {
  test.each([
    [7, 7],
    [30, 30],
    [90, 30],
    [0, 30],
  ])('of which %i days were chosen counts for %i', (openDays, counted) => {
    expect(forLink({ ...draft, openDays })).toEqual({ ...draft, openDays: counted })
  })

  test('is the same object where nothing changes, so that an empty draft is known as one', () => {
    expect(forLink(EMPTY_DRAFT)).toBe(EMPTY_DRAFT)
  })

  test('has the terms and the mistakes of one that is published', () => {
    const terms = { principal: 250_000_000n, apr: 1250, duration: 30 * DAY, instalments: 1, openDays: 30, note: '' }
    expect(checkTerms(draft, ana, undefined)).toEqual({ ok: true, terms, only: undefined })
    expect(checkTerms({ ...draft, to: luis }, ana, luis)).toEqual({ ok: true, terms, only: luis })
    expect(checkTerms({ ...draft, to: ana }, ana, ana)).toEqual({ ok: false, mistake: { field: 'to', problem: 'own' } })
  })
})
