// Loans that cannot be, as a node could forge them.
import { encodeFunctionResult, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { people } from '../../devchain/people.ts'
import { forgedIn } from '../../e2e/support/forged.ts'
import { ask, take } from '../../e2e/support/others.ts'
import { loanLensAbi } from '../chain/abi.ts'
import { DOLLAR } from '../loans/loan.ts'
import { node, openBoard, withBoards, world } from './boards.testing.ts'

const { ana, luis, eva } = people

withBoards()

describe('a node that lies about loans', () => {
  test('cannot spoil the lists: loans that cannot be are left out and counted once, and the rest is shown', async () => {
    await take(world, luis, 1n)
    node.breakWith(
      forgedIn('dashboard', (board) => {
        const [impossible, huge, fine] = board.openOffers.items
        const [debt] = board.borrowed.items
        if (!impossible || !huge || !fine || !debt) throw new Error('The chain has too few loans to lie about.')
        const items = [
          { ...impossible, loan: { ...impossible.loan, status: 9 } },
          { ...huge, loan: { ...huge.loan, principal: 2n ** 256n - 1n } },
          fine,
        ]
        const debts = [{ ...debt, loan: { ...debt.loan, dueTs: 2n ** 256n - 1n } }, debt]
        return { ...board, openOffers: { ...board.openOffers, items }, borrowed: { ...board.borrowed, items: debts } }
      }),
      'eth_call',
    )
    const board = openBoard(luis)
    const { market, sections, refusedCount } = await board.until(({ dashboard }) => dashboard)
    expect(market.items?.map(({ loan }) => loan.principal)).toEqual([500n * DOLLAR])
    expect(sections.borrowed.loans.map(({ loan }) => loan.principal)).toEqual([300n * DOLLAR])
    expect(refusedCount).toBe(3)
    await node.heal()
    board.refresh()
    expect((await board.until(({ market }) => market.items?.length === 3)).refusedCount).toBe(0)
  })

  test('a note is nothing but text, in one direction and of bounded length', async () => {
    const notes = ['<img src=x onerror="alert(1)">', 'pagas\u0000 \u202e00001 $\u202c\u2066 antes\u0007', 'A'.repeat(100_000)]
    node.breakWith(
      forgedIn('dashboard', (board) => {
        const items = board.openOffers.items.slice(0, 3).map((item, at) => ({ ...item, comment: notes[at] ?? '' }))
        return { ...board, openOffers: { ...board.openOffers, items } }
      }),
      'eth_call',
    )
    const board = openBoard(ana)
    const { market } = await board.until(({ dashboard }) => dashboard)
    expect(market.items?.slice(0, 3).map(({ loan }) => loan.note)).toEqual([notes[0], 'pagas 00001 $ antes', 'A'.repeat(280)])
  })

  test('a forged page of requests: one that cannot be is left out and counted, and an offer is not shown as one', async () => {
    for (const note of ['Uno', 'Dos', 'Tres']) await ask(world, eva, { note })
    node.breakWith(
      forgedIn('dashboard', (board) => {
        const [one, two, three] = board.openRequests.items
        const [offer] = board.openOffers.items
        if (!one || !two || !three || !offer) return board
        const nobodys = { ...two, loan: { ...two.loan, borrower: zeroAddress } }
        const items = [{ ...one, loan: { ...one.loan, status: 9 } }, nobodys, offer, three]
        return { ...board, openRequests: { ...board.openRequests, items } }
      }),
      'eth_call',
    )
    const board = openBoard(luis, { filters: { kind: 'request' } })
    const { market, refusedCount } = await board.until(({ market }) => market.items)
    expect(market.items?.map(({ loan }) => loan.note)).toEqual(['Uno'])
    expect(refusedCount).toBe(2)
  })

  test('an answer to another question is not taken', async () => {
    node.breakWith(({ id, answer }) => {
      const result = encodeFunctionResult({ abi: loanLensAbi, functionName: 'itemsOf', result: [] })
      answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }, 'eth_call')
    const board = openBoard(luis)
    expect((await board.until(({ isOffline }) => isOffline)).dashboard).toBeUndefined()
  })
})
