import type { LocalAccount } from 'viem'
import { sendRawTransaction } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { swallow } from '../../../e2e/support/node.ts'
import { fundRequest, pay, ask as requestOf } from '../../../e2e/support/others.ts'
import type { Command } from '../../commands/command.ts'
import { type ActiveLoan, DAY, DOLLAR, type Request } from '../../loans/loan.ts'
import { forgeState } from './lies.testing.ts'
import {
  ana,
  client,
  dollarsOf,
  eva,
  faucet,
  luis,
  newest,
  node,
  open,
  transactionsOf,
  withSenders,
  world,
} from './senders.testing.ts'

withSenders()

const ask = (lender?: typeof ana, note = 'Para la moto'): Command => ({
  kind: 'createRequest',
  request: {
    principal: 120n * DOLLAR,
    apr: 1000,
    duration: 90 * DAY,
    instalments: 3,
    openDays: 30,
    note,
    lender: lender?.address,
  },
})

/** Of a payment that was received when the loan began. */
const recording = (loan: ActiveLoan, dollars: bigint): Command => ({
  kind: 'recordPayment',
  loan,
  amount: dollars * DOLLAR,
  paidAt: loan.startedAt,
})

/** Luis asks, and the lender funds it. */
async function fundedBy(lender: ReturnType<typeof open>): Promise<ActiveLoan> {
  await open(luis).done(ask())
  await lender.done({ kind: 'fundRequest', request: (await newest()) as Request })
  return (await newest()) as ActiveLoan
}

describe('asking', () => {
  test('a request is one transaction without dollars; funded, they go from the lender to the borrower', async () => {
    const [lender, borrower] = [open(ana), open(luis)]
    const [hers, his] = [await dollarsOf(ana), await dollarsOf(luis)]
    await borrower.done(ask())
    const request = (await newest()) as Request
    expect(request).toMatchObject({ status: 'requested', borrower: luis.address, lender: undefined, instalments: 3 })
    expect(await dollarsOf(luis)).toBe(his)

    const before = await transactionsOf(ana)
    await lender.done({ kind: 'fundRequest', request })
    expect(await transactionsOf(ana)).toBe(before + 1)
    expect([await dollarsOf(ana), await dollarsOf(luis)]).toEqual([hers - 120n * DOLLAR, his + 120n * DOLLAR])
    expect(await newest()).toMatchObject({ status: 'active', lender: ana.address, borrower: luis.address, instalments: 3 })
  })

  test('a request of one lender is withdrawn', async () => {
    const borrower = open(luis)
    await borrower.done(ask(ana))
    const request = (await newest()) as Request
    expect(request.lender).toBe(ana.address)
    await borrower.done({ kind: 'cancelRequest', request })
    expect((await newest()).status).toBe('cancelled')
  })

  test.each([
    ['funded by someone else in the meantime', { kind: 'fund' }, 'RequestNotOpen'],
    ['withdrawn in the meantime', { kind: 'withdraw' }, 'RequestNotOpen'],
    ['expired in the meantime', { kind: 'expire' }, 'Expired'],
  ])('%s: refused by name, and no permit is signed for it', async (_, { kind }, name) => {
    const borrower = open(luis)
    await borrower.done(ask())
    const request = (await newest()) as Request
    if (kind === 'fund') await open(ana).done({ kind: 'fundRequest', request })
    if (kind === 'withdraw') await borrower.done({ kind: 'cancelRequest', request })
    if (kind === 'expire') {
      await client.increaseTime({ seconds: 31 * DAY })
      await client.mine({ blocks: 1 })
    }
    await faucet(eva)
    const late = open(eva)
    const attempt = late.sender.send('a', { kind: 'fundRequest', request })
    await expect(attempt).rejects.toMatchObject({ refusal: { name } })
    expect([...late.signed, ...late.permits]).toHaveLength(0)
  })

  test('another amount than the one that was shown is not lent', async () => {
    await open(luis).done(ask())
    const request = (await newest()) as Request
    const lender = open(ana)
    for (const changed of [{ principal: 100n * DOLLAR }, { borrower: eva.address }, { instalments: 1 }]) {
      const attempt = lender.sender.send('a', { kind: 'fundRequest', request: { ...request, ...changed } })
      await expect(attempt).rejects.toMatchObject({ refusal: { name: 'LoanChanged' } })
    }
    expect([...lender.signed, ...lender.permits]).toHaveLength(0)
  })

  test('one does not lend to oneself', async () => {
    const borrower = open(luis)
    await borrower.done(ask())
    await faucet(luis)
    const attempt = borrower.sender.send('a', { kind: 'fundRequest', request: (await newest()) as Request })
    await expect(attempt).rejects.toMatchObject({ refusal: { name: 'OwnLoan' } })
  })
})

describe('being kind', () => {
  test('a payment received in cash moves no dollars, and counts', async () => {
    const lender = open(ana)
    const loan = await fundedBy(lender)
    const [hers, his] = [await dollarsOf(ana), await dollarsOf(luis)]
    await lender.done(recording(loan, 40n))
    expect(lender.entries().at(-1)?.stage).toMatchObject({ outcome: { paid: 40n * DOLLAR } })
    expect([await dollarsOf(ana), await dollarsOf(luis)]).toEqual([hers, his])
    expect(await newest()).toMatchObject({ status: 'active', repaid: 40n * DOLLAR, noted: 40n * DOLLAR })
    await lender.done(recording((await newest()) as ActiveLoan, 1_000n))
    expect(await newest()).toMatchObject({ status: 'repaid' })
  })

  test('somebody else’s payment does not keep one in cash from being recorded', async () => {
    const lender = open(ana)
    const loan = await fundedBy(lender)
    await pay(world(), eva, loan.id, 5n * DOLLAR)
    await lender.done(recording(loan, 40n))
    expect(await newest()).toMatchObject({ repaid: 45n * DOLLAR, noted: 40n * DOLLAR })
  })

  test('one payment counts once, noted in two tabs that both showed it as not paid yet', async () => {
    const lender = open(ana)
    const loan = await fundedBy(lender)
    const noting = recording(loan, 40n)
    await lender.done(noting)
    const tab = open(ana, lender)
    await expect(tab.sender.send('b', noting)).rejects.toMatchObject({ refusal: { name: 'TermsChanged' } })
    expect(tab.signed).toHaveLength(0)
    expect(await newest()).toMatchObject({ repaid: 40n * DOLLAR })
  })

  test('forgives less than was shown if a payment arrived meanwhile', async () => {
    const lender = open(ana)
    const loan = await fundedBy(lender)
    await pay(world(), luis, loan.id, 10n * DOLLAR)
    await lender.done({ kind: 'forgive', loan })
    expect(await newest()).toMatchObject({ status: 'forgiven', repaid: 10n * DOLLAR })
  })

  test('more time moves the date alone, and not twice for one yes', async () => {
    const lender = open(ana)
    const loan = await fundedBy(lender)
    const extend: Command = { kind: 'extend', loan, extraTime: 15 * DAY }
    await lender.done(extend)
    expect(await newest()).toEqual({ ...loan, dueAt: loan.dueAt + 15 * DAY })
    await expect(lender.sender.send('b', extend)).rejects.toMatchObject({ refusal: { name: 'NothingToExtend' } })
    // From a page that still showed the earlier date: to the date that it says, and no further.
    await lender.done({ kind: 'extend', loan, extraTime: 20 * DAY })
    expect(await newest()).toEqual({ ...loan, dueAt: loan.dueAt + 20 * DAY })
  })

  test('more time than the contract can hold is refused before it is signed', async () => {
    const lender = open(ana)
    const loan = await fundedBy(lender)
    await lender.done({ kind: 'extend', loan, extraTime: DAY })
    const again = (await newest()) as ActiveLoan
    const attempt = lender.sender.send('b', { kind: 'extend', loan: again, extraTime: 2 ** 32 - 1 })
    await expect(attempt).rejects.toMatchObject({ refusal: { name: 'OutOfRange' } })
    expect(lender.signed).toHaveLength(2)
  })

  test('what is forgiven is not owed, and cannot be forgiven again', async () => {
    const lender = open(ana)
    const loan = await fundedBy(lender)
    await lender.done({ kind: 'forgive', loan })
    expect((await newest()).status).toBe('forgiven')
    await expect(lender.sender.send('b', { kind: 'forgive', loan })).rejects.toMatchObject({ refusal: { name: 'LoanNotActive' } })
  })

  test('only whoever lent can be kind, and pays nothing to themselves', async () => {
    const loan = await fundedBy(open(ana))
    for (const command of [recording(loan, 1n), { kind: 'extend', loan, extraTime: DAY }, { kind: 'forgive', loan }] as const) {
      await expect(open(eva).sender.send('a', command)).rejects.toMatchObject({ refusal: { name: 'NotYours' } })
    }
    const paying = open(ana).sender.send('a', { kind: 'repay', loan, amount: DOLLAR })
    await expect(paying).rejects.toMatchObject({ refusal: { name: 'NotYourDebt' } })
  })
})

describe('the id of one loan, and the person of another', () => {
  /** With a loan to Luis that is in truth Eva’s, or the other way round, for whoever sends the command. */
  const cases = [
    ['recordPayment', ana, eva, (loan: ActiveLoan): Command => recording(loan, 5n)],
    ['extend', ana, eva, (loan: ActiveLoan): Command => ({ kind: 'extend', loan, extraTime: 7 * DAY })],
    ['forgive', ana, eva, (loan: ActiveLoan): Command => ({ kind: 'forgive', loan })],
    ['repay', luis, luis, (loan: ActiveLoan): Command => ({ kind: 'repay', loan, amount: 5n * DOLLAR })],
  ] as const

  /** Ana lends the same to both, in this order. Returns the ids. */
  async function lendTo(borrowers: readonly LocalAccount[]): Promise<bigint[]> {
    const ids: bigint[] = []
    for (const borrower of borrowers) ids.push(await requestOf(world(), borrower, {}))
    for (const id of ids) await fundRequest(world(), ana, id)
    return ids
  }

  const idOfAnother = (ids: readonly bigint[], person: LocalAccount) => (person === luis ? ids[1] : ids[0]) ?? 0n

  test.each(cases)('%s: a node that swaps them, and says that all is well, changes nothing', async (_, who, person, about) => {
    const id = idOfAnother(await lendTo([luis, eva]), person)
    await faucet(luis)
    const before = (await newest(id)) as ActiveLoan
    const tab = open(who)
    node.breakWith(
      forgeState(({ loan }) => ({ loan: { ...loan, borrower: person.address } })),
      'eth_call',
      'eth_estimateGas',
    )
    await tab.sender.send('a', about({ ...before, borrower: person.address }))
    await node.heal()
    await tab.sender.settleAll()
    expect(tab.entry('a').stage).toMatchObject({
      at: 'done',
      outcome: { kind: 'reverted', refusal: { name: 'TermsChanged', args: [id] } },
    })
    expect(await newest(id)).toEqual(before)
  })

  test.each(cases)(
    '%s: after a reorganisation that swaps them nothing is sent again, nor signed, and the bytes do nothing',
    async (_, who, person, about) => {
      await faucet(luis)
      const fork = await client.markFork()
      const ids = await lendTo([luis, eva])
      const [toLuis = 0n, toEva = 0n] = ids
      const shown = (await newest(person === luis ? toLuis : toEva)) as ActiveLoan
      node.breakWith(swallow, 'eth_sendRawTransaction')
      const tab = open(who)
      await tab.sender.send('a', about(shown))
      await node.heal()
      await fork.reorganise()
      await faucet(luis)
      expect(await lendTo([eva, luis])).toEqual(ids)
      const before = await newest(shown.id)
      await tab.sender.settleAll()
      expect(tab.entry('a').stage).toMatchObject({ at: 'sent', problem: { name: 'LoanChanged' } })
      await expect(tab.sender.replace('a', 'do')).rejects.toMatchObject({ refusal: { name: 'LoanChanged' } })
      expect(tab.signed).toHaveLength(1)

      // Whoever kept them mines them now.
      await sendRawTransaction(client, { serializedTransaction: tab.signed[0] ?? '0x' }).catch(() => {})
      await client.mine({ blocks: 1 })
      await tab.sender.settleAll()
      expect(tab.entry('a').stage).toMatchObject({ at: 'done', outcome: { kind: 'reverted', refusal: { name: 'TermsChanged' } } })
      expect(await newest(shown.id)).toEqual(before)
    },
  )
})
