import { describe, expect, test } from 'vitest'
import { people } from '../../devchain/people.ts'
import { ask, deploymentOf, fundRequest, publish, take } from '../../e2e/support/others.ts'
import { DOLLAR } from '../loans/loan.ts'
import { client, openBoard, withBoards, world } from './boards.testing.ts'

const me = people.deployer

withBoards()

describe('the first steps of a newcomer', () => {
  test('are done one by one: money, an offer, the address shared; then they are over for good', async () => {
    await client.setBalance({ address: me.address, value: 0n })
    const board = openBoard(me)
    // Unknown is not undone.
    expect(board.get().steps).toEqual({ done: { money: undefined, lend: undefined, share: false }, isOver: false })
    const { steps } = await board.until(({ dashboard }) => dashboard)
    expect(steps).toEqual({ done: { money: false, lend: false, share: false }, isOver: false })

    await client.setBalance({ address: me.address, value: 10n ** 18n })
    await client.setTokens(deploymentOf(world).dollar, me.address, 100n * DOLLAR)
    await client.mine({ blocks: 1 })
    board.refresh()
    await board.until(({ steps }) => steps.done.money === true)
    board.noteShared()
    expect(board.get().steps).toEqual({ done: { money: true, lend: false, share: true }, isOver: false })

    await publish(world, me, { principal: 10n * DOLLAR })
    board.refresh()
    const { steps: last } = await board.until(({ steps }) => steps.isOver)
    expect(last.done).toEqual({ money: true, lend: true, share: true })

    // Who spends all of their money is no newcomer again, not even on the next visit.
    await client.setBalance({ address: me.address, value: 0n })
    const next = openBoard(me, { kept: board.kept() })
    expect(next.get().steps.isOver).toBe(true)
    await next.until(({ dashboard }) => dashboard)
    expect(next.get().steps.isOver).toBe(true)
  })

  test('whoever asks for a loan has taken the second step, and the first loan ends them all', async () => {
    const board = openBoard(me)
    await board.until(({ book }) => book)
    const id = await ask(world, me, { principal: 10n * DOLLAR })
    board.refresh()
    expect((await board.until(({ steps }) => steps.done.lend === true)).steps.isOver).toBe(false)
    await fundRequest(world, people.ana, id)
    board.refresh()
    const { steps } = await board.until(({ steps }) => steps.isOver)
    expect(steps.done).toEqual({ money: true, lend: true, share: true })
    expect(openBoard(me, { kept: board.kept() }).get().steps.isOver).toBe(true)
  })

  test('a loan that was taken ends them for whoever lends, too', async () => {
    const board = openBoard(me)
    await take(world, people.ana, await publish(world, me, { principal: 10n * DOLLAR }))
    board.refresh()
    await board.until(({ steps }) => steps.isOver)
  })

  test('ether alone is not money to lend, and dollars alone cannot pay a fee', async () => {
    await client.setTokens(deploymentOf(world).dollar, me.address, 0n)
    const board = openBoard(me)
    expect((await board.until(({ dashboard }) => dashboard)).steps.done.money).toBe(false)
    await client.setBalance({ address: me.address, value: 0n })
    await client.setTokens(deploymentOf(world).dollar, me.address, DOLLAR)
    await client.mine({ blocks: 1 })
    board.refresh()
    const { steps } = await board.until(({ book }) => book?.dollarBalance === DOLLAR)
    expect(steps.done.money).toBe(false)
  })

  test('are taken away by whoever does not want them, and do not return', async () => {
    const board = openBoard(me)
    board.dismissSteps()
    expect(board.get().steps.isOver).toBe(true)
    expect(openBoard(me, { kept: board.kept() }).get().steps.isOver).toBe(true)
    expect(openBoard(me).get().steps.isOver).toBe(false)
  })
})
