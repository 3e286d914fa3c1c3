import { describe, expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { askByLink, collect, fundByLink, payByLink, takeBack } from '../../../e2e/support/byLink.ts'
import { faults } from '../../../e2e/support/node.ts'
import { pay } from '../../../e2e/support/others.ts'
import type { Stage } from '../../chain/outbox/outbox.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { client, entryOf, lend, node, openBoard, passOnChain, withBoards, withIntervals, world } from '../boards.testing.ts'

const { ana, luis } = people

withBoards()

/** Somebody's board, with what is kept on the device, once it is read. */
async function openWith(account: typeof ana, ...all: Signed[]) {
  const board = openBoard(account)
  board.signed.set({ all })
  await board.until(({ book, ownSigned }) => book && ownSigned.isRead)
  return board
}

async function lentToLuis() {
  const loanId = await lend(ana, luis, { principal: 90n * DOLLAR })
  const payment = await payByLink(world, luis, loanId, 40n * DOLLAR)
  return { loanId, payment }
}

describe('a payment that was signed', () => {
  test('is unused for both until it is collected, and then the payer knows it', async () => {
    const { payment } = await lentToLuis()
    const [ofLuis, ofAna] = [await openWith(luis, payment), await openWith(ana, payment)]
    expect([ofLuis.get().signed, ofAna.get().signed]).toEqual([[payment], [payment]])
    await collect(world, ana, payment)
    for (const board of [ofLuis, ofAna]) {
      board.refresh()
      await board.until(({ signed }) => signed.length === 0)
    }
    expect([ofLuis.get().ownSigned.collected, ofAna.get().ownSigned.collected]).toEqual([[payment], []])
  })

  test('and collected while nobody looked is known to be, also after its end', async () => {
    const { payment } = await lentToLuis()
    await collect(world, ana, payment)
    await passOnChain(8 * DAY)
    const board = await openWith(luis, payment)
    expect(board.get().ownSigned.collected).toEqual([payment])
    expect(board.get().signed).toEqual([])
  })

  test('is not listed once it has ended, or its loan has', async () => {
    const { payment, loanId } = await lentToLuis()
    await pay(world, luis, loanId, 91n * DOLLAR)
    expect((await openWith(ana, payment)).get().signed).toEqual([])
    const other = await lentToLuis()
    await passOnChain(8 * DAY)
    expect((await openWith(ana, other.payment)).get().signed).toEqual([])
  })

  test('that is voided elsewhere is gone with the next poll', async () => {
    const { payment } = await lentToLuis()
    const { pass } = withIntervals()
    const board = await openWith(ana, payment)
    await takeBack(world, luis, payment)
    await pass(61)
    await board.until(({ signed }) => signed.length === 0)
  })

  test.each<[string, (block: bigint) => Stage, number]>([
    ['on its way, it is listed still', () => ({ at: 'sent', waited: 1 }), 1],
    ['mined, it is gone at once', (block) => ({ at: 'mined', depth: 1, of: 3, block }), 0],
    ['refused by the contract, it is listed again', (block) => reverted(block), 1],
  ])('while my voiding of it is %s', async (_, stageAt, count) => {
    const { payment } = await lentToLuis()
    const board = await openWith(luis, payment)
    board.outbox.set([entryOf({ kind: 'voidSigned', signed: payment }, stageAt(board.get().book?.blockNumber ?? 0n))])
    expect(board.get().signed).toHaveLength(count)
  })

  test('whose state no node tells is not listed, and keeps nothing else waiting', async () => {
    const { payment } = await lentToLuis()
    const board = openBoard(luis)
    await board.until(({ book }) => book)
    node.breakWith(faults.rpcError, 'eth_call')
    board.signed.set({ all: [payment] })
    await board.until(({ ownSigned }) => ownSigned.isRead)
    expect(board.get().signed).toEqual([])
  })
})

test('a request by link is listed for who asks and for who was sent it, until somebody lends', async () => {
  const request = await askByLink(world, luis)
  const [ofLuis, ofAna] = [await openWith(luis, request), await openWith(ana, request)]
  expect([ofLuis.get().signed, ofAna.get().signed]).toEqual([[request], [request]])
  await fundByLink(world, ana, request)
  for (const board of [ofLuis, ofAna]) {
    board.refresh()
    await board.until(({ signed }) => signed.length === 0)
  }
  expect([ofLuis.get().ownSigned.asked, ofAna.get().ownSigned.asked]).toEqual([[request], []])
})

test('what is of another contract or chain is not listed', async () => {
  const request = await askByLink(world, luis)
  const board = await openWith(luis, { ...request, chainId: 1 }, { ...request, book: ana.address })
  expect([board.get().signed, board.get().ownSigned.asked]).toEqual([[], []])
})

test('the list keeps its identity while nothing of it changes', async () => {
  const board = await openWith(luis, await askByLink(world, luis))
  const before = board.get().signed
  const { dashboard: last } = board.get()
  await client.mine({ blocks: 1 })
  board.refresh()
  await board.until(({ dashboard }) => dashboard !== last)
  expect(board.get().signed).toBe(before)
})

const reverted = (block: bigint): Stage => ({
  at: 'done',
  outcome: { kind: 'reverted', refusal: { name: 'NumberSpent', args: [] } },
  hash: '0x1',
  block,
})

test('where nothing is signed, nothing is asked for', async () => {
  const board = openBoard(luis)
  await board.until(({ book }) => book)
  expect(board.calls).not.toContain('signedStates')
})
