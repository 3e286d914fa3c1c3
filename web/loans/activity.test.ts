import { expect, test } from 'vitest'
import { type Activity, activitiesOf, arrivalsIn, type Happening, isMinimalFromStranger } from './activity.ts'
import { DOLLAR, type Loan } from './loan.ts'

const ME = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const BOOK = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
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

const terms = { id: 7n, principal: 300n * DOLLAR, apr: 1000, duration: 86_400, instalments: 1, note: '', demo: false }
const cancelled: Loan = { ...terms, status: 'cancelled', lender: ME, borrower: undefined, openUntil: 1_000 }
const place = { block: 5n, index: 1, hash: HASH }

test.each([
  ['in the last second in which only its owner could', 1_000, ['offerCancelled', 'requestCancelled']],
  ['a second later, by whomever', 1_001, ['offerLapsed', 'requestLapsed']],
])('what was cancelled %s is told as far as it is known', (_, at, kinds) => {
  const loans = [cancelled, { ...cancelled, id: 8n, lender: undefined, borrower: ME } as const]
  const known = { me: ME, book: BOOK, loans: new Map(loans.map((loan) => [loan.id, loan])), times: new Map([[5n, at]]) } as const
  const told = activitiesOf(
    [
      { event: 'OfferCancelled', id: 7n, ...place, index: 2 },
      { event: 'RequestCancelled', id: 8n, ...place },
    ],
    known,
  )
  expect(told.map(({ kind }) => kind)).toEqual(kinds)
  expect(told[0]).toMatchObject({ amount: 300n * DOLLAR, flow: 'in', isHeld: false })
})

test('what the token would not give back came into no account', () => {
  const known = { me: ME, book: BOOK, loans: new Map([[7n, cancelled]]), times: new Map([[5n, 1]]) } as const
  const held = { event: 'PaymentHeld', id: 7n, amount: 300n * DOLLAR, ...place, index: 2 } as const
  const [told] = activitiesOf([{ event: 'OfferCancelled', id: 7n, ...place }, held], known)
  expect(told).toMatchObject({ kind: 'offerCancelled', flow: undefined, isHeld: true })
})

test.each([
  ['to the own account', ME, ME, { kind: 'withdrawn', flow: 'in' }],
  ['to another', ME, ANA, { kind: 'withdrawnTo', person: ANA }],
  ['by another lender, to mine', ANA, ME, { kind: 'arrived', person: ANA, flow: 'in' }],
] as const)('dollars that the contract held are withdrawn %s', (_, lender, to, told) => {
  const known = { me: ME, book: BOOK, loans: new Map(), times: new Map([[5n, 1]]) } as const
  const withdrawn: Happening = { event: 'Withdrawn', lender, to, amount: 5n * DOLLAR, ...place }
  const moved: Happening = { event: 'Transfer', from: BOOK, to, amount: 5n * DOLLAR, ...place, index: 2 }
  const activities = activitiesOf(to === ME ? [withdrawn, moved] : [withdrawn], known)
  expect(activities).toEqual([{ key: `${HASH} 1`, block: 5n, hash: HASH, at: 1, amount: 5n * DOLLAR, ...told }])
})

test('a transfer below a dollar from a stranger is minimal, also in ether', () => {
  const come: Activity = { key: '', block: 1n, hash: HASH, at: 1, kind: 'arrived', person: ANA, amount: DOLLAR - 1n }
  const isMinimal = (activity: Activity, isKnown = false) => isMinimalFromStranger(activity, () => isKnown)
  expect([isMinimal(come), isMinimal(come, true), isMinimal({ ...come, amount: DOLLAR })]).toEqual([true, false, false])
  expect(isMinimal({ ...come, kind: 'sent' })).toBe(false)
  // A dollar is 223.6 millionths of an ETH at the demo rate.
  const ether = { ...come, amount: 223_000_000_000_000n, unit: 'wei' } as const
  expect([isMinimal(ether), isMinimal(ether, true), isMinimal({ ...ether, kind: 'sent' })]).toEqual([true, false, false])
  expect(isMinimal({ ...ether, amount: 224_000_000_000_000n })).toBe(false)
})

test('so is less than a dollar that somebody unknown pays of a debt to me, or of mine: it costs them a millionth of one', () => {
  const paid: Activity = { key: '', block: 1n, hash: HASH, at: 1, kind: 'received', person: ANA, amount: 1n }
  const loan = { ...terms, status: 'active', lender: ME, borrower: BOOK } as unknown as Loan
  const isMinimal = (activity: Activity, isKnown = false) => isMinimalFromStranger(activity, () => isKnown)
  expect([isMinimal({ ...paid, loan }), isMinimal({ ...paid, kind: 'paidForMe' })]).toEqual([true, true])
  expect([isMinimal(paid, true), isMinimal({ ...paid, amount: DOLLAR })]).toEqual([false, false])
})

test('keeps ether and dollars of one transaction apart', () => {
  const known = { me: ME, book: BOOK, loans: new Map(), times: new Map([[5n, 1]]) } as const
  const ether: Happening = { event: 'EtherReceived', from: ANA, to: ME, amount: 5n * 10n ** 18n, unit: 'wei', ...place }
  const sent: Happening = { event: 'Transfer', from: ME, to: BOOK, amount: DOLLAR, ...place, index: 2 }
  expect(activitiesOf([ether, sent], known)).toMatchObject([
    { kind: 'sent', person: BOOK, amount: DOLLAR },
    { kind: 'arrived', person: ANA, amount: 5n * 10n ** 18n, unit: 'wei', flow: 'in' },
  ])
  expect(arrivalsIn([ether], known)).toEqual([])
})

test('of a signed payment for somebody else, what came back because it was not owed was not paid', () => {
  const taken = { lender: ANA, borrower: ANA, startedAt: 1, dueAt: 86_401, repaid: 50n * DOLLAR, noted: 0n } as const
  const loan = { ...terms, ...taken, status: 'active' } as Loan
  const known = { me: ME, book: BOOK, loans: new Map([[7n, loan]]), times: new Map([[5n, 1]]) } as const
  const paid: Happening = { event: 'PaidBy', id: 7n, payer: ME, ...place }
  const signed: Happening = { event: 'Transfer', from: ME, to: BOOK, amount: 60n * DOLLAR, ...place, index: 3 }
  const rest: Happening = { event: 'Transfer', from: BOOK, to: ME, amount: 10n * DOLLAR, ...place, index: 5 }
  const told = { kind: 'paidForOther', flow: 'out', amount: 50n * DOLLAR }
  expect(activitiesOf([paid, signed, rest], known)).toMatchObject([told])
  // A payment that the contract only holds for the lender went to it too, and nothing came back.
  expect(activitiesOf([paid, signed], known)).toMatchObject([{ ...told, amount: 60n * DOLLAR }])
})
