// Loans that are read whole as they are wanted.

import { getBlockNumber } from 'viem/actions'
import { describe, expect, test, vi } from 'vitest'
import { people } from '../../devchain/people.ts'
import { forgedIn, of } from '../../e2e/support/forged.ts'
import { faults } from '../../e2e/support/node.ts'
import { deploymentOf, pay, take } from '../../e2e/support/others.ts'
import { DOLLAR, type Item } from '../loans/loan.ts'
import { client, node, withBoards, world } from './boards.testing.ts'
import { createItems, type WantedItem } from './items.ts'
import { createReads } from './reads.ts'

const { luis } = people

withBoards()

type Options = {
  most?: number
  accepts?: (item: Item | undefined) => boolean
  /** Holds back the answer of a call, by its ids. */
  held?: (ids: readonly bigint[]) => Promise<unknown> | undefined
}

/** Somebody who wants loans whole, by id, and waits until none is missing or one cannot be read. */
async function reader({ most = 2, accepts = () => true, held }: Options = {}) {
  const { createReader } = await import('../chain/read/reader.ts')
  const calls: number[][] = []
  const { items } = createReader(luis.address)
  const counted: typeof items = async (source, ids) => {
    calls.push(ids.map(Number))
    const answer = await items(source, ids)
    await held?.(ids)
    return answer
  }
  let wanted: WantedItem[] = []
  let onChange = () => {}
  // Not at once: a store that computes while it computes would read twice.
  const reads = createReads(() => queueMicrotask(() => onChange()))
  const loans = createItems({ items: counted }, { slot: 'test', most, accepts })
  const book = { address: deploymentOf(world).loanBook, blockNumber: await getBlockNumber(client, { cacheTime: 0 }) }
  const compute = () => reads.during((read) => loans.want(read, book, wanted))
  reads.start()
  const want = (ids: number[], version = '') =>
    new Promise<ReturnType<typeof compute>>((resolve) => {
      wanted = ids.map((id) => ({ id: BigInt(id), version }))
      onChange = () => {
        const state = compute()
        if (state.missingCount === 0 || (state.hasFailed && !state.isFetching)) resolve(state)
      }
      onChange()
    })
  const known = (...ids: number[]) => ids.map((id) => loans.get(BigInt(id))?.loan.status)
  return { want, known, calls, loans, book, stop: reads.stop }
}

test('the first ones are read first, a few in each call, and none is read twice', async () => {
  const { want, known, calls } = await reader()
  expect(await want([1, 2, 3, 4, 1])).toMatchObject({ missingCount: 0, hasFailed: false, refused: [] })
  expect(known(1, 2, 3, 4)).toEqual(['open', 'open', 'open', 'open'])
  await want([4, 1])
  await want([])
  expect(calls).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('one that may have changed is read again, and is known as it was until then', async () => {
  const { want, known, calls, loans, book } = await reader()
  await want([1, 2], 'first')
  await take(world, luis, 1n)
  book.blockNumber = await getBlockNumber(client, { cacheTime: 0 })
  const reading = want([1, 2], 'second')
  expect(known(1)).toEqual(['open'])
  expect(loans.isCurrent({ id: 1n, version: 'second' })).toBe(false)
  await reading
  expect(known(1, 2)).toEqual(['active', 'open'])
  expect(calls).toHaveLength(2)
  await pay(world, luis, 1n, 400n * DOLLAR)
  expect(known(1)).toEqual(['active'])
})

test('one that does not exist is current, and nothing is known of it', async () => {
  const { want, known, loans } = await reader()
  await want([1, 99])
  expect(known(1, 99)).toEqual(['open', undefined])
  expect(loans.isCurrent({ id: 99n, version: '' })).toBe(true)
})

describe('an answer', () => {
  test('that does not come fails, and is asked for again on request', async () => {
    const { want, known, calls } = await reader()
    node.breakWith(of('itemsOf', faults.httpError), 'eth_call')
    const failed = await want([1, 2])
    expect(failed).toMatchObject({ hasFailed: true, missingCount: 2 })
    await node.heal()
    failed.tryAgain()
    await want([1, 2, 3])
    expect(known(1, 2, 3)).toEqual(['open', 'open', 'open'])
    expect(calls).toEqual([[1, 2], [1, 2], [3]])
  })

  test('that leaves some out is asked for those again, where that matters; one that brings none at all fails', async () => {
    const { want, known, calls } = await reader({ most: 4, accepts: (item) => item !== undefined })
    let answers = 0
    node.breakWith(
      forgedIn('itemsOf', (items) => (++answers === 1 ? items.slice(1, 3) : answers === 2 ? [] : items)),
      'eth_call',
    )
    expect(await want([1, 2, 3, 4])).toMatchObject({ hasFailed: true, missingCount: 2 })
    expect(known(1, 2, 3, 4)).toEqual([undefined, 'open', 'open', undefined])
    expect(calls).toEqual([
      [1, 2, 3, 4],
      [1, 4],
    ])
  })

  test('with a loan that cannot be brings the others, and says why', async () => {
    const { want, known } = await reader()
    node.breakWith(
      forgedIn('itemsOf', (items) => items.map((item) => (item.id === 1n ? { ...item, loan: { ...item.loan, apr: 0n } } : item))),
      'eth_call',
    )
    expect((await want([1, 2])).refused).toEqual(['Loan 1 has apr 0'])
    expect(known(1, 2)).toEqual([undefined, 'open'])
  })
})

test('a late answer is kept although others are wanted by then, and changes nothing that was read since', async () => {
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  const { want, known, loans, calls } = await reader({ held: ([first]) => (first === 1n ? late : undefined) })
  want([1, 2])
  await want([3, 2], 'after')
  expect(known(1, 2, 3)).toEqual([undefined, 'open', 'open'])
  release()
  await vi.waitFor(() => expect(known(1)).toEqual(['open']))
  expect(loans.isCurrent({ id: 2n, version: 'after' })).toBe(true)
  expect(calls).toEqual([
    [1, 2],
    [3, 2],
  ])
})
