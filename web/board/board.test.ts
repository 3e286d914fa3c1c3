import { expect, test } from 'vitest'
import { people } from '../../devchain/people.ts'
import { pay, publish, take } from '../../e2e/support/others.ts'
import { DOLLAR } from '../loans/loan.ts'
import { chain, openBoard, withBoards } from './boards.testing.ts'

const { ana, luis, eva } = people

withBoards()

test('M4 the open offers of the contract replace the examples, in one call', async () => {
  const board = openBoard(luis)
  expect(board.get().market.items).toBeUndefined()
  const { market } = await board.until(({ market }) => market.items)
  expect(market.items?.map(({ loan }) => loan.id)).toEqual([4n, 3n, 2n, 1n])
  expect(market.openCounts).toEqual({ offer: 4, request: 0 })
  expect(board.calls).toEqual(['dashboard', 'watch'])
})

test('D1 a loan goes from offer to debt to repaid without a reload', async () => {
  const board = openBoard(luis)
  await board.until(({ market }) => market.items)
  await take({ chain }, luis, 1n)
  board.refresh()
  const { sections, market } = await board.until(({ sections }) => sections.borrowed.loans.length === 1)
  expect(market.items?.map(({ loan }) => loan.id)).toEqual([4n, 3n, 2n])
  expect(sections.borrowed.loans[0]?.loan).toMatchObject({ id: 1n, principal: 300n * DOLLAR, lender: ana.address })
  await pay({ chain }, luis, 1n, 1_000n * DOLLAR)
  board.refresh()
  const { sections: after } = await board.until(({ sections }) => sections.borrowed.ended.count === 1)
  expect(after.borrowed).toMatchObject({ loans: [], takenCount: 1, reading: 'done' })
})

test('a search goes through all that is open, and reads the matches whole', async () => {
  await publish({ chain }, eva, { note: 'Para una moto roja', principal: 77n * DOLLAR })
  const board = openBoard(luis, { filters: { words: 'moto' } })
  const { market } = await board.until(({ market }) => market.items?.length === 1)
  expect(market.items?.[0]?.loan.note).toBe('Para una moto roja')
  expect(market.search).toMatchObject({ foundCount: 1, searchedCount: 5, isSearch: true, hasFailed: false })
})
