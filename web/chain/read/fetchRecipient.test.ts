import { encodeFunctionData } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { beforeAll, expect, test } from 'vitest'
import { CENT, DOLLAR } from '../../loans/loan.ts'
import { testDollarAbi } from '../abi.ts'
import {
  ana,
  book,
  client,
  dollar,
  eva,
  faucet,
  luis,
  sendElsewhere,
  transactionsOf,
  withSenders,
} from '../send/senders.testing.ts'

withSenders()

let fetchRecipient: typeof import('./fetchRecipient.ts').fetchRecipient
let fetchLastFrom: typeof import('./fetchRecipient.ts').fetchLastFrom

beforeAll(async () => {
  ;({ fetchRecipient, fetchLastFrom } = await import('./fetchRecipient.ts'))
})

test('a contract is told from a person, and from a person whose account acts through a contract', async () => {
  const token = dollar()
  expect(await fetchRecipient(book(), luis.address)).toEqual({ isContract: false, token })
  expect(await fetchRecipient(book(), token)).toEqual({ isContract: true, token })
  await client.setCode({ address: luis.address, bytecode: `0xef0100${token.slice(2)}` })
  expect(await fetchRecipient(book(), luis.address)).toEqual({ isContract: false, token })
})

test('what somebody sent me last is found; what is less than a cent, or went elsewhere, is not', async () => {
  const send = async (to: typeof ana, amount: bigint) => {
    await faucet(luis)
    const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'transfer', args: [to.address, amount] })
    await sendElsewhere(luis, { nonce: await transactionsOf(luis), to: dollar(), data })
  }
  const last = async () => {
    const blockNumber = await getBlockNumber(client, { cacheTime: 0 })
    return fetchLastFrom(luis.address, { me: ana.address, token: dollar(), blockNumber }, new AbortController().signal)
  }
  await send(eva, 9n * DOLLAR)
  await send(ana, CENT - 1n)
  expect(await last()).toBeNull()
  await send(ana, 7n * DOLLAR)
  await send(ana, 3n * DOLLAR)
  await send(ana, 1n)
  expect(await last()).toBe(3n * DOLLAR)
})
