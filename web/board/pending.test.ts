import { expect, test } from 'vitest'
import type { Command } from '../commands/command.ts'
import { type ActiveLoan, type Item, NO_RECORD, type Offer } from '../loans/loan.ts'
import { markPending, pendingProposals } from './pending.ts'

const ana = '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa'
const NOW = 1_000
const record = { ...NO_RECORD, taken: 1 }
const terms = { principal: 300_000_000n, apr: 1000, duration: 30 * 86_400, instalments: 1, note: 'Para la moto' }
const offer: Offer = { ...terms, id: 7n, lender: ana, status: 'open', borrower: undefined, openUntil: undefined, demo: false }
const other: Item<Offer> = { loan: { ...offer, id: 8n }, record }

test.each<Command>([
  { kind: 'acceptOffer', offer },
  { kind: 'cancelOffer', offer },
])('an offer that is being changed ($kind) is marked, and the others stay the same items', (command) => {
  const marked = markPending([{ loan: offer, record }, other], [command])
  expect(marked[0]).toEqual({ loan: offer, record, pending: command })
  expect(marked[1]).toBe(other)
})

test('a payment under way is marked on its loan', () => {
  const loan: ActiveLoan = { ...offer, status: 'active', borrower: ana, startedAt: 1, dueAt: 9, repaid: 0n, noted: 0n }
  const repay: Command = { kind: 'repay', loan, amount: 5n }
  expect(markPending([{ loan, record }], [{ kind: 'faucet' }, repay])).toEqual([{ loan, record, pending: repay }])
})

test('an offer on its way stands before all others, the newest first, as its lender’s own', () => {
  const create = (note: string): Command => ({ kind: 'createOffer', offer: { ...terms, borrower: undefined, openDays: 0, note } })
  const [second, first, ...none] = pendingProposals('offer', [create('one'), { kind: 'faucet' }, create('two')], ana, NOW)
  expect(none).toEqual([])
  expect(second?.loan).toMatchObject({ note: 'two', lender: ana, status: 'open', demo: false, principal: 300_000_000n })
  expect(second?.pending).toEqual(create('two'))
  expect(Number(second?.loan.id) >= 2 ** 64 && second?.loan.id !== first?.loan.id).toBe(true)
})

test('a request on its way stands among the requests alone, as its borrower’s own', () => {
  const create: Command = { kind: 'createRequest', request: { ...terms, lender: undefined, openDays: 30 } }
  expect(pendingProposals('offer', [create], ana, NOW)).toEqual([])
  expect(pendingProposals('request', [create], ana, NOW)).toMatchObject([
    { pending: create, loan: { status: 'requested', borrower: ana, lender: undefined, note: 'Para la moto' } },
  ])
})

test('what is on its way says already for how long it can be taken', () => {
  const create = (openDays: number): Command => ({ kind: 'createRequest', request: { ...terms, lender: undefined, openDays } })
  const [endless, month] = pendingProposals('request', [create(30), create(0)], ana, NOW)
  expect(month?.loan).toMatchObject({ openUntil: NOW + 30 * 86_400 })
  expect(endless?.loan).toMatchObject({ openUntil: undefined })
})
