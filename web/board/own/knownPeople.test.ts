// Whom I know: from loans, contacts, this device's outbox, and the log of my transfers, which is read where it matters.
import { type Address, encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { people } from '../../../devchain/people.ts'
import { faults } from '../../../e2e/support/node.ts'
import { ask, lookAlikeOf, publish, sendDollars } from '../../../e2e/support/others.ts'
import { loanBookAbi } from '../../chain/abi.ts'
import { DOLLAR } from '../../loans/loan.ts'
import {
  accepting,
  client,
  contactsOf,
  entryOf,
  lend,
  node,
  type OpenBoard,
  openBoard,
  passOnChain,
  sendAll,
  withBoards,
  world,
} from '../boards.testing.ts'

const me = people.deployer
const { ana, luis, eva } = people
const imitation = lookAlikeOf(luis.address)

withBoards()

const logReads = ({ calls }: OpenBoard) => calls.filter((name) => name === 'recipients').length
const lookAlike = (board: OpenBoard) => board.get().acquaintances.lookAlikeOf(imitation)

/** Opens 'Actividad', and waits until my transfers are read. */
async function openAndRead() {
  const board = openBoard(me)
  board.ask({ kind: 'activity' })
  await board.until(({ sendsRead }) => sendsRead === 'whole')
  return board
}

test('on a device that has only the phrase, whom I sent to is known from the log, and who sent to me is not', async () => {
  await sendDollars(world, me, luis.address, 500n * DOLLAR)
  await sendDollars(world, eva, me.address, DOLLAR)
  const board = await openAndRead()
  const { isKnown, hasSentTo, lookAlikeOf: likeness } = board.get().acquaintances
  expect([luis, eva].map(({ address }) => [isKnown(address), hasSentTo(address)])).toEqual([
    [true, true],
    [false, false],
  ])
  expect([likeness(imitation), likeness(luis.address)]).toEqual([luis.address, undefined])
})

test('the log is not read before somebody looks at people, and again when my dollars change', async () => {
  const board = openBoard(me)
  await board.until(({ book }) => book)
  expect([logReads(board), board.get().sendsRead]).toEqual([0, 'reading'])
  const leave = board.lookUp()
  await board.until(({ sendsRead }) => sendsRead === 'whole')
  expect([logReads(board), lookAlike(board)]).toEqual([1, undefined])
  await sendDollars(world, me, luis.address, 5n * DOLLAR)
  board.refresh()
  await board.until(({ acquaintances }) => acquaintances.isKnown(luis.address))
  leave()
  await sendDollars(world, eva, me.address, 5n * DOLLAR)
  await passOnChain(1)
  const before = board.get().book?.blockNumber ?? 0n
  board.refresh()
  const { sendsRead } = await board.until(({ book }) => (book?.blockNumber ?? 0n) > before)
  // Recipients that were read stay.
  expect([logReads(board), sendsRead, lookAlike(board)]).toEqual([2, 'whole', luis.address])
})

test('a node that gives no events: that is told apart from knowing nobody, and what the device knows stays', async () => {
  await sendDollars(world, me, luis.address, 500n * DOLLAR)
  node.breakWith(faults.rpcError, 'eth_getLogs')
  const board = openBoard(me)
  board.contacts.set(contactsOf([eva, 'Eva']))
  board.ask({ kind: 'send' })
  const { acquaintances } = await board.until(({ sendsRead }) => sendsRead === 'failed')
  expect([luis, eva].map(({ address }) => acquaintances.isKnown(address))).toEqual([false, true])
})

test('loans, contacts and what this device sent are known without the log; who offers or asks is not', async () => {
  await lend(me, luis, {})
  await publish(world, ana, { to: me.address })
  const command = { kind: 'sendEther', to: eva.address, amount: 1n } as const
  const board = openBoard(me)
  board.outbox.set([entryOf(command, { at: 'done', hash: `0x${'1'.repeat(64)}`, block: 1n, outcome: { kind: 'confirmed' } })])
  const { acquaintances } = await board.until(({ acquaintances }) => acquaintances.isKnown(luis.address))
  expect([luis, eva, ana].map(({ address }) => acquaintances.isKnown(address))).toEqual([true, true, false])
  expect(acquaintances.people).toEqual([luis.address, eva.address])
  expect([lookAlike(board), acquaintances.lookAlikeOf(lookAlikeOf(ana.address))]).toEqual([luis.address, undefined])
  expect(logReads(board)).toBe(0)
})

test('whom Actividad found further back is known too, and the list stays the same object while nobody is added', async () => {
  await client.mine({ blocks: 1 })
  const board = openBoard(me)
  await board.until(({ book }) => book)
  board.noteRecipients([luis.address])
  const { acquaintances } = board.get()
  expect(lookAlike(board)).toBe(luis.address)
  board.noteRecipients([luis.address])
  await ask(world, eva, {})
  const before = board.get()
  board.refresh()
  await board.until((view) => view !== before)
  expect(board.get().acquaintances).toBe(acquaintances)
})

test('a stranger who takes an open offer of mine cannot have a contact warned about', async () => {
  const id = await publish(world, me, { principal: DOLLAR })
  await beImitation()
  await sendAll({ ...eva, address: imitation }, [accepting(id)])
  const board = openBoard(me)
  board.contacts.set(contactsOf([luis, 'Luis']))
  board.ask({ kind: 'activity' })
  const { acquaintances } = await board.until(({ acquaintances }) => acquaintances.people.includes(imitation))
  expect(acquaintances.lookAlikeOf(imitation)).toBe(luis.address)
  expect(acquaintances.lookAlikeOf(luis.address)).toBeUndefined()
})

test('a stranger who asks me for a dollar cannot have somebody warned about to whom I addressed an offer', async () => {
  await publish(world, me, { principal: DOLLAR, to: luis.address })
  await beImitation()
  await askAs(imitation)
  const board = openBoard(me)
  const { acquaintances } = await board.until(({ market, acquaintances }) => market.forMe.length > 0 && acquaintances)
  expect(acquaintances.isKnown(luis.address)).toBe(true)
  expect(acquaintances.lookAlikeOf(luis.address)).toBeUndefined()
})

test('a stranger who asks me for a dollar cannot have the offer of another lender warned about', async () => {
  await publish(world, luis, { principal: 100n * DOLLAR })
  await beImitation()
  await askAs(imitation)
  const board = openBoard(me)
  const { acquaintances } = await board.until(({ market, acquaintances }) => market.forMe.length > 0 && acquaintances)
  expect(acquaintances.lookAlikeOf(luis.address)).toBeUndefined()
})

/** A request to me, of a dollar. It costs the one who asks nothing but gas. */
async function askAs(address: Address) {
  const terms = { principal: DOLLAR, apr: 1000n, duration: 30n * 86_400n, instalments: 1n }
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'createRequest', args: [me.address, terms, '', 0n] as const })
  await sendAll({ ...eva, address }, [data])
}

async function beImitation() {
  await client.setBalance({ address: imitation, value: 10n ** 18n })
  await client.impersonateAccount({ address: imitation })
}
