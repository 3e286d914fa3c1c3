import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, NOBODY, type Offer } from './loan.ts'
import { checkDraft, type Draft, EMPTY_DRAFT, noteBytesLeft } from './offerDraft.ts'
import { TERM_DAYS } from './terms.ts'

const ana = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const luis = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const draft: Draft = { ...EMPTY_DRAFT, amount: '250', apr: '12,5' }

function mistakeIn(changes: Partial<Draft>, addressee?: typeof luis | typeof ana) {
  const checked = checkDraft({ ...draft, ...changes }, ana, addressee)
  return checked.ok ? undefined : checked.mistake
}

describe('P1 what was typed becomes an offer', () => {
  test('for anyone', () => {
    expect(checkDraft({ ...draft, note: ' Para la máquina.\n' }, ana, undefined)).toEqual({
      ok: true,
      offer: {
        principal: 250_000_000n,
        apr: 1250,
        duration: 30 * DAY,
        instalments: 1,
        openDays: 0,
        borrower: undefined,
        note: 'Para la máquina.',
      },
    })
  })

  test('for one person', () => {
    expect(checkDraft({ ...draft, to: ` ${luis} ` }, ana, luis)).toMatchObject({ ok: true, offer: { borrower: luis } })
  })

  test('an empty field addresses nobody, whatever was read from it', () => {
    expect(checkDraft({ ...draft, to: ' ' }, ana, luis)).toMatchObject({ ok: true, offer: { borrower: undefined } })
  })

  test('the terms are 15, 30, 60 and 90 days, 30 at first', () => {
    expect(TERM_DAYS).toEqual([15, 30, 60, 90])
    expect(EMPTY_DRAFT).toEqual({ amount: '', apr: '', days: 30, to: '', note: '' })
    for (const days of TERM_DAYS)
      expect(checkDraft({ ...draft, days }, ana, undefined)).toMatchObject({ offer: { duration: days * DAY } })
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
    expect(checkDraft({ ...draft, to: NOBODY }, ana, NOBODY)).toMatchObject({ mistake: { field: 'to', problem: 'invalid' } })
    expect(mistakeIn({ to: ana }, ana)).toEqual({ field: 'to', problem: 'own' })
    expect(checkDraft({ ...draft, to: ana }, ana.toLowerCase() as Offer['lender'], ana)).toMatchObject({
      mistake: { field: 'to', problem: 'own' },
    })
  })

  test('a note of more than 280 bytes', () => {
    expect(mistakeIn({ note: 'n'.repeat(280) })).toBeUndefined()
    expect(mistakeIn({ note: 'n'.repeat(281) })).toEqual({ field: 'note' })
    expect(mistakeIn({ note: 'ñ'.repeat(140) })).toBeUndefined()
    expect(mistakeIn({ note: 'ñ'.repeat(141) })).toEqual({ field: 'note' })
  })

  test('the first mistake is named: amount, interest, term, addressee, note', () => {
    const wrong: Draft = { amount: 'x', apr: 'x', days: 7, to: 'x', note: 'x'.repeat(300) }
    const order = ['amount', 'apr', 'days', 'to', 'note'] as const
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
      const checked = checkDraft({ ...draft, note }, ana, undefined)
      expect(checked.ok).toBe(noteBytesLeft(note) >= 0)
      if (checked.ok) expect(Buffer.byteLength(checked.offer.note)).toBe(280 - noteBytesLeft(note))
    }),
  )
})
