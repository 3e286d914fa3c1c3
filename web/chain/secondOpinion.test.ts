import { decodeFunctionData, decodeFunctionResult, encodeFunctionResult, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { people } from '../../devchain/people.ts'
import { type Chain, startChain } from '../../devchain/start.ts'
import { createChainClient } from '../../devchain/testClient.ts'
import { type Fault, faults, type Node, startNode } from '../../e2e/node.ts'
import { isOffer, type Offer } from '../loans/loan.ts'
import { loanBookAbi, loanLensAbi } from './abi.ts'
import { decodeLoan } from './decodeLoan.ts'
import type { Sender } from './sendCommand.ts'
import { createLock, memoryStore } from './testing.ts'

/** A fee that nobody reaches. */
const PLENTY = 10n ** 17n

let chain: Chain
let first: Node
let second: Node
let sender: Sender
/** The first offer, as it is. */
let offer: Offer
let signed: Hex[]

beforeAll(async () => {
  ;[first, second] = [await startNode(), await startNode()]
})

afterAll(async () => {
  await first.stop()
  await second.stop()
})

beforeEach(async () => {
  chain = await startChain({})
  for (const node of [first, second]) node.standBefore(async () => chain)
  const { loanBook: book, chainId } = chain.deployment ?? fail()
  const [loan, comment] = await readContract(createChainClient(chain.transport), {
    address: book,
    abi: loanBookAbi,
    functionName: 'detailsOf',
    args: [1n],
  })
  const record = { taken: 0n, repaid: 0n, repaidLate: 0n, repaidDollars: 0n }
  const item = decodeLoan({ id: 1n, loan, comment, record })
  offer = isOffer(item) ? item.loan : fail()

  signed = []
  vi.resetModules()
  vi.stubEnv('REACT_APP_ALCHEMY_URL', `${first.url},${second.url}`)
  const { createSender } = await import('./sendCommand.ts')
  sender = createSender({
    signer: {
      address: people.luis.address,
      signTransaction: async (transaction) => {
        const bytes = await people.luis.signTransaction(transaction)
        signed.push(bytes)
        return bytes
      },
      signTypedData: (typedData) => people.luis.signTypedData(typedData),
    },
    place: { book, chainId },
    openStore: async () => memoryStore(),
    exclusively: createLock(),
    onChange: () => {},
  })
})

afterEach(async () => {
  await first.heal()
  await second.heal()
  await chain.stop()
})

test('a node that lies about the terms, and says that all is well, gets nothing signed', async () => {
  first.breakWith(lieAbout({ apr: 100n }), 'eth_call', 'eth_estimateGas')
  const shown = { ...offer, apr: 100 }
  await expect(sender.quote({ kind: 'acceptOffer', offer: shown })).resolves.toBeGreaterThan(0n)
  await expect(sender.send('a', { kind: 'acceptOffer', offer: shown }, PLENTY)).rejects.toMatchObject({
    refusal: { name: 'NodesDisagree' },
  })
  expect(signed).toHaveLength(0)
})

test('nor does one that lies about the person', async () => {
  first.breakWith(lieAbout({ lender: people.eva.address }), 'eth_call', 'eth_estimateGas')
  const shown = { ...offer, lender: people.eva.address }
  await expect(sender.send('a', { kind: 'acceptOffer', offer: shown }, PLENTY)).rejects.toMatchObject({
    refusal: { name: 'NodesDisagree' },
  })
  expect(signed).toHaveLength(0)
})

test('a second node that does not answer holds nothing up', async () => {
  second.breakWith(faults.hangUp)
  await sender.send('a', { kind: 'acceptOffer', offer }, PLENTY)
  expect(signed).toHaveLength(1)
})

test('the second opinion costs one request, and only where there is a loan to agree on', async () => {
  let asked = 0
  second.breakWith(async ({ ask, answer }) => {
    asked++
    answer(await ask())
  })
  await sender.send('a', { kind: 'acceptOffer', offer }, PLENTY)
  expect(asked).toBe(1)
  await sender.settleAll()
  const { principal, apr, duration, instalments, note } = offer
  const published = { principal, apr, duration, instalments, note, borrower: undefined, openDays: 0 }
  await sender.send('b', { kind: 'createOffer', offer: published }, PLENTY)
  expect(asked).toBe(1)
})

/** Forges the loan in the state that is read before signing, and lets every simulation pass. */
function lieAbout(lie: { apr?: bigint; lender?: `0x${string}` }): Fault {
  return async ({ id, method, params: [call], ask, answer }) => {
    const say = (result: unknown) => answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    if (method === 'eth_estimateGas') return say('0x15f90')
    const said = await ask()
    const { data } = call as { data: Hex }
    const functionName = 'signingState'
    if (decodeFunctionData({ abi: loanLensAbi, data }).functionName !== functionName) return answer(said)
    const state = decodeFunctionResult({ abi: loanLensAbi, functionName, data: JSON.parse(said).result })
    const forged = { ...state, loan: { ...state.loan, ...lie } }
    say(encodeFunctionResult({ abi: loanLensAbi, functionName, result: forged }))
  }
}

function fail(): never {
  throw new Error('The chain has no contracts, or no offer')
}
