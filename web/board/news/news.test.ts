import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networks } from '../../chains.ts'
import { samples } from '../../commands/commands.testing.ts'
import type { Arrival } from '../../loans/activity.ts'
import { CENT, DAY, DOLLAR, type Offer, type Request, type Row } from '../../loans/loan.ts'
import type { SignedPayment, SignedRequest } from '../../loans/signed.ts'
import { totalOf } from '../../loans/terms.ts'
import golden from '../../wallet/golden/newsOfVersion1.json' with { type: 'json' }
import {
  comparable,
  decodeSnapshot,
  encodeSnapshot,
  type News,
  newArrivals,
  newForMe,
  newsBetween,
  type OwnRows,
  snapshotOf,
  type Watch,
} from './news.ts'

const NOW = 1_800_000_000
const FAR = NOW + 30 * DAY
const BLOCK = 100n

const row = (changes: Partial<Row> = {}): Row => ({
  id: 7n,
  status: 'active',
  owed: 100n * DOLLAR,
  nextDue: FAR,
  dueAt: FAR,
  ...changes,
})
const own = (rows: Partial<OwnRows>): OwnRows => ({
  lent: [],
  borrowed: [],
  requested: [],
  forMe: [],
  asked: [],
  collected: [],
  ...rows,
})

type Options = { now?: number; noted?: bigint }

/** The kinds of news between two states of my loans. */
function between(before: Partial<OwnRows>, after: Partial<OwnRows>, { now = NOW, noted = 0n }: Options = {}): News[] {
  return newsBetween(snapshotOf(own(before), NOW, BLOCK), own(after), now, () => noted)
}

const kinds = (news: readonly News[]) => news.map(({ kind }) => kind)

describe('what others did', () => {
  test('an offer of mine was taken', () => {
    expect(kinds(between({ lent: [row({ status: 'open' })] }, { lent: [row()] }))).toEqual(['taken'])
  })

  test('I was paid, in part or in full', () => {
    expect(between({ lent: [row()] }, { lent: [row({ owed: 80n * DOLLAR })] })).toMatchObject([
      { kind: 'paid', amount: 20n * DOLLAR },
    ])
    expect(between({ lent: [row()] }, { lent: [row({ status: 'repaid', owed: 0n })] })).toMatchObject([
      { kind: 'paid', amount: 100n * DOLLAR },
    ])
  })

  test('my request was funded', () => {
    const taken = row()
    expect(kinds(between({ requested: [row({ status: 'requested' })] }, { requested: [taken], borrowed: [taken] }))).toEqual([
      'funded',
    ])
  })

  test('I was given more time, or forgiven', () => {
    const later = row({ nextDue: FAR + DAY, dueAt: FAR + DAY })
    expect(kinds(between({ borrowed: [row()] }, { borrowed: [later] }))).toEqual(['moreTime'])
    expect(kinds(between({ borrowed: [row()] }, { borrowed: [row({ status: 'forgiven', owed: 0n })] }))).toEqual(['forgiven'])
  })
})

describe('what is offered to me or asked of me', () => {
  const EVA = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const terms = { principal: 50n * DOLLAR, apr: 1, duration: DAY, instalments: 1, note: '', demo: false, openUntil: undefined }
  const offer: Offer = { ...terms, id: 7n, status: 'open', lender: EVA, borrower: undefined }
  const request: Request = { ...terms, id: 8n, status: 'requested', lender: undefined, borrower: EVA }

  test('is told once; what is withdrawn or was there before is not', () => {
    const [none, one, both] = [own({}), own({ forMe: [offer] }), own({ forMe: [offer, request] })]
    const seenIn = (rows: OwnRows) => snapshotOf(rows, NOW, BLOCK)
    expect(newForMe(seenIn(none), both)).toEqual([
      { kind: 'offered', loan: offer },
      { kind: 'asked', loan: request },
    ])
    expect(newForMe(seenIn(one), both)).toEqual([{ kind: 'asked', loan: request }])
    expect(newForMe(seenIn(both), one)).toEqual([])
    // Only the newest are read: when those go, older ones come into view.
    expect(newForMe(seenIn(own({ forMe: [request] })), one)).toEqual([])
    expect(decodeSnapshot(encodeSnapshot(seenIn(both)))).toEqual(seenIn(both))
  })

  test('is no news to who saw the loans before such news was told', () => {
    expect(newForMe({ ...snapshotOf(own({}), NOW, BLOCK), forMe: undefined }, own({ forMe: [offer] }))).toEqual([])
  })
})

describe('what I signed, and others sent', () => {
  const { request, payment } = { request: samples.fundSigned.request, payment: samples.repaySigned.payment }
  const duration = 30 * DAY
  const asked: SignedRequest = { ...request, duration, until: NOW + 7 * DAY }
  const started = (changes: Partial<Row> = {}) =>
    row({ owed: totalOf({ ...asked, demo: false }), nextDue: NOW + DAY + duration, dueAt: NOW + DAY + duration, ...changes })

  test('a request by link that was funded is told, though it never was in my list of requests', () => {
    const after = { borrowed: [started()], asked: [asked] }
    expect(kinds(between({}, after))).toEqual(['funded'])
    expect(kinds(between({ borrowed: [started()] }, after))).toEqual([])
    const ended = started({ status: 'repaid', owed: 0n })
    expect(kinds(between({}, { ...after, borrowed: [ended] }))).toEqual(['funded'])
  })

  test('an offer that I took meanwhile is not taken for it', () => {
    const over = { status: 'repaid', owed: 0n, dueAt: NOW + duration } as const
    for (const changes of [{ owed: 1n }, over, { dueAt: NOW + 8 * DAY + duration }]) {
      expect(between({}, { borrowed: [started(changes)], asked: [asked] })).toEqual([])
    }
  })

  const signed = (number: bigint, changes: Partial<SignedPayment> = {}): SignedPayment => ({
    ...payment,
    loanId: 7n,
    number,
    amount: 20n * DOLLAR,
    ...changes,
  })

  test('payments of mine that were collected are told, those of one loan together', () => {
    const before = { borrowed: [row()], collected: [signed(9n)] }
    const collected = [signed(1n), signed(2n), signed(3n, { loanId: 8n }), signed(9n)]
    expect(between(before, { borrowed: [row({ owed: 60n * DOLLAR })], collected })).toMatchObject([
      { kind: 'collected', row: { id: 7n }, amount: 40n * DOLLAR },
    ])
  })

  test('each is told once, also where they are read late or a reorganisation brings it again', () => {
    const [none, one] = [own({ borrowed: [row()] }), own({ borrowed: [row()], collected: [signed(1n)] })]
    let before = snapshotOf(none, NOW, BLOCK)
    const told = [none, one, none, one].map((rows) => {
      const news = newsBetween(before, rows, NOW, () => 0n)
      before = snapshotOf(rows, NOW, BLOCK, undefined, before)
      return kinds(news)
    })
    expect(told).toEqual([[], ['collected'], [], []])
  })

  test('is no news to who saw the loans before such news was told', () => {
    const before = { ...snapshotOf(own({ borrowed: [row()] }), NOW, BLOCK), payments: undefined }
    expect(newsBetween(before, own({ borrowed: [row()], collected: [signed(1n)] }), NOW, () => 0n)).toEqual([])
  })

  test('of thousands no more is kept than can be read again', () => {
    const many = Array.from({ length: 5_000 }, (_, number) => signed(2n ** 255n + BigInt(number)))
    const snapshot = snapshotOf(own({ collected: many }), NOW, BLOCK)
    expect(snapshot.payments).toHaveLength(200)
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot)
  })
})

describe('what I did myself is no news', () => {
  test.each<[string, Partial<OwnRows>, Partial<OwnRows>]>([
    ['publishing', {}, { lent: [row({ status: 'open' })] }],
    ['taking an offer', {}, { borrowed: [row()] }],
    ['funding a request', {}, { lent: [row()] }],
    ['cancelling an offer', { lent: [row({ status: 'open' })] }, { lent: [row({ status: 'cancelled' })] }],
    ['withdrawing a request', { requested: [row({ status: 'requested' })] }, { requested: [row({ status: 'cancelled' })] }],
    ['paying', { borrowed: [row()] }, { borrowed: [row({ owed: 80n * DOLLAR })] }],
    ['giving time', { lent: [row()] }, { lent: [row({ nextDue: FAR + DAY, dueAt: FAR + DAY })] }],
    ['forgiving', { lent: [row()] }, { lent: [row({ status: 'forgiven', owed: 0n })] }],
  ])('%s', (_, before, after) => {
    expect(between(before, after)).toEqual([])
  })

  test('a payment that I noted; but what somebody paid beside it is', () => {
    const [before, after] = [{ lent: [row()] }, { lent: [row({ owed: 70n * DOLLAR })] }]
    expect(between(before, after, { noted: 30n * DOLLAR })).toEqual([])
    expect(between(before, after, { noted: 40n * DOLLAR })).toEqual([])
    expect(between(before, after, { noted: 10n * DOLLAR })).toMatchObject([{ kind: 'paid', amount: 20n * DOLLAR }])
  })
})

describe('due dates', () => {
  const due = (days: number) => row({ nextDue: NOW + days * DAY, dueAt: NOW + days * DAY })

  test('a payment of mine that comes within three days is said once, and once more when it is late', () => {
    const loans = { borrowed: [due(5)] }
    expect(between(loans, loans, { now: NOW + DAY })).toEqual([])
    expect(kinds(between(loans, loans, { now: NOW + 2 * DAY }))).toEqual(['dueSoon'])
    expect(kinds(between(loans, loans, { now: NOW + 6 * DAY }))).toEqual(['overdue'])
    expect(between({ borrowed: [due(2)] }, { borrowed: [due(2)] }, { now: NOW + DAY })).toEqual([])
    expect(between({ borrowed: [due(-1)] }, { borrowed: [due(-1)] }, { now: NOW + DAY })).toEqual([])
  })

  test('the next instalment is another due date', () => {
    expect(kinds(between({ borrowed: [due(1)] }, { borrowed: [due(3)] }, { now: NOW }))).toContain('dueSoon')
  })

  test('of what I am owed only what is late is said', () => {
    const loans = { lent: [due(5)] }
    expect(between(loans, loans, { now: NOW + 3 * DAY })).toEqual([])
    expect(kinds(between(loans, loans, { now: NOW + 6 * DAY }))).toEqual(['owedLate'])
  })

  test('a loan that was repaid is due no more', () => {
    expect(
      between({ borrowed: [due(1)] }, { borrowed: [{ ...due(1), status: 'repaid', owed: 0n }] }, { now: NOW + 9 * DAY }),
    ).toEqual([])
  })
})

test('what a reorganisation took back is no news, in either direction', () => {
  const [open, taken, paid] = [row({ status: 'open' }), row(), row({ owed: 80n * DOLLAR })]
  expect(between({ lent: [paid] }, { lent: [taken] })).toEqual([])
  expect(between({ lent: [taken] }, { lent: [open] })).toEqual([])
  expect(between({ lent: [open] }, { lent: [open] })).toEqual([])
})

describe('dollars that others sent', () => {
  const EVA = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const arrival = (number: number, block: bigint, amount = 7n * DOLLAR): Arrival => ({
    person: EVA,
    amount,
    block,
    hash: `0x${String(number).padStart(64, '0')}`,
  })
  const isKnown = () => false
  const begun: Watch = { dollars: 0n, from: 101n, told: [] }
  const numbers = (news: readonly News[]) => news.map((one) => one.kind === 'arrived' && Number(BigInt(one.hash)))

  test('each is told once, though the newest blocks are searched again', () => {
    const first = newArrivals(begun, [arrival(1, 110n)], { dollars: 7n, block: 110n, isKnown })
    expect(numbers(first.news)).toEqual([1])
    expect(first.next.from).toBe(101n)
    const second = newArrivals(first.next, [arrival(2, 120n), arrival(1, 110n)], { dollars: 14n, block: 120n, isKnown })
    expect(numbers(second.news)).toEqual([2])
    const third = newArrivals(second.next, [arrival(3, 500n)], { dollars: 21n, block: 500n, isKnown })
    expect(numbers(third.news)).toEqual([3])
    expect(third.next).toMatchObject({ dollars: 21n, from: 469n })
  })

  test('one that a reorganisation took back and brought again in another block is told once', () => {
    const first = newArrivals(begun, [arrival(1, 110n)], { dollars: 7n, block: 110n, isKnown })
    const gone = newArrivals(first.next, [], { dollars: 0n, block: 111n, isKnown })
    expect(numbers(newArrivals(gone.next, [arrival(1, 112n)], { dollars: 7n, block: 112n, isKnown }).news)).toEqual([])
  })

  test('one that a lagging node left out is told when it comes', () => {
    const first = newArrivals(begun, [], { dollars: 7n, block: 110n, isKnown })
    expect(
      numbers(newArrivals(first.next, [arrival(2, 112n), arrival(1, 110n)], { dollars: 14n, block: 112n, isKnown }).news),
    ).toEqual([2, 1])
  })

  test('less than a dollar is no news, unless it is from somebody I know: to send it with an address like a friend’s costs little', () => {
    const newsOf = (amount: bigint, isFriend: boolean) =>
      newArrivals(begun, [arrival(1, 110n, amount)], { dollars: 7n, block: 110n, isKnown: () => isFriend }).news.length
    expect([newsOf(DOLLAR - 1n, false), newsOf(DOLLAR, false), newsOf(CENT, true)]).toEqual([0, 1, 1])
  })

  test('of more than are remembered none is told twice', () => {
    const many = Array.from({ length: 150 }, (_, number) => arrival(number, 110n))
    const { news, next } = newArrivals(begun, many, { dollars: 7n, block: 110n, isKnown })
    expect(news).toHaveLength(150)
    expect(next.from).toBe(111n)
  })

  test('of thousands no more is kept than can be read again', () => {
    const many = Array.from({ length: 5_000 }, (_, number) => arrival(number, 110n))
    const { news, next } = newArrivals(begun, many, { dollars: 7n, block: 110n, isKnown })
    expect(news).toHaveLength(5_000)
    const snapshot = snapshotOf(own({}), NOW, BLOCK, next)
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot)
  })
})

test('a thousand loans in each list are compared, and take little room', () => {
  const many = Array.from({ length: 1000 }, (_, id) => row({ id: BigInt(id) }))
  const rows = own({ lent: many, borrowed: many.map((one) => ({ ...one, id: one.id + 1000n })) })
  const snapshot = snapshotOf(rows, NOW, BLOCK)
  expect(newsBetween(snapshot, rows, NOW, () => 0n)).toEqual([])
  expect(newsBetween(snapshot, { ...rows, lent: many.map((one) => ({ ...one, owed: 1n })) }, NOW, () => 0n)).toHaveLength(1000)
  expect(encodeSnapshot(snapshot).length).toBeLessThan(120_000)
})

describe('the snapshot', () => {
  test('reads as it was written, without the loans that have ended', () => {
    const rows = own({ lent: [row({ id: 1n, status: 'open' }), row({ id: 2n, status: 'repaid' })], borrowed: [row({ id: 3n })] })
    const snapshot = snapshotOf(rows, NOW, BLOCK)
    expect([...snapshot.loans.keys()].sort()).toEqual([1n, 3n])
    expect(decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot)
  })

  test('golden: of version 1 is read', () => {
    const loans = new Map([
      [44n, { status: 'requested', owed: 121_000_000n, nextDue: 1_797_000_000, dueAt: 1_799_592_000 }],
      [12n, { status: 'active', owed: 255_750_000n, nextDue: 1_797_000_000, dueAt: 1_799_592_000 }],
      [31n, { status: 'active', owed: 405_260_000n, nextDue: 1_797_000_000, dueAt: 1_799_592_000 }],
      [40n, { status: 'open', owed: 80_500_000n, nextDue: 1_797_000_000, dueAt: 1_799_592_000 }],
    ])
    expect(decodeSnapshot(golden.text)).toEqual({ at: 1_794_836_308, block: 1234n, loans })
  })

  test.each([
    undefined,
    '',
    'null',
    '[]',
    '{}',
    '{"version":2,"at":1,"block":"1","loans":[]}',
    '{"version":1,"at":-1,"block":"1","loans":[]}',
    '{"version":1,"at":1,"block":1,"loans":[]}',
    '{"version":1,"at":1,"block":"1","loans":{}}',
    '{"version":1,"at":1,"block":"1","loans":[null]}',
    '{"version":1,"at":1,"block":"1","loans":[["1","repaid","1",1,1]]}',
    '{"version":1,"at":1,"block":"1","loans":[["1","active","-1",1,1]]}',
    '{"version":1,"at":1,"block":"1","loans":[["1","active","1",1.5,1]]}',
    `{"version":1,"at":1,"block":"1","loans":[["${'9'.repeat(50)}","active","1",1,1]]}`,
    '{"version":1,"at":1,"block":"1","loans":[],"payments":"1"}',
    '{"version":1,"at":1,"block":"1","loans":[],"payments":[1]}',
    '{"version":1,"at":1,"block":"1","loans":[],"arrivals":null}',
    '{"version":1,"at":1,"block":"1","loans":[],"arrivals":{"dollars":1,"from":"1","told":[]}}',
    '{"version":1,"at":1,"block":"1","loans":[],"arrivals":{"dollars":"1","from":"1","told":[1]}}',
  ])('%s is nothing', (text) => {
    expect(decodeSnapshot(text)).toBeUndefined()
  })

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => decodeSnapshot(text) === undefined))
  })
})

describe('an answer of an earlier block than the last one', () => {
  const seen = snapshotOf(own({ lent: [row()] }), NOW, 1_000n, { dollars: 5n, from: 969n, told: ['a'] })
  const at = (blockNumber: bigint) => ({ blockNumber, chainId: networks.sepolia.id })

  test('is of a node that lags, and is not compared', () => {
    expect(comparable(seen, at(999n))).toBeUndefined()
    expect(comparable(seen, at(700n))).toBeUndefined()
    expect(comparable(seen, at(1_000n))).toBe(seen)
  })

  test('much earlier: the last one was a lie, which does not end all news', () => {
    const put = comparable(seen, at(699n))
    expect(put).toEqual({ ...seen, block: 699n, arrivals: { dollars: 5n, from: 668n, told: ['a'] } })
    expect(newsBetween(put ?? seen, own({ lent: [row({ owed: 60n * DOLLAR })] }), NOW, () => 0n)).toMatchObject([
      { kind: 'paid' },
    ])
  })
})
