import { createPublicClient } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { loanBookAbi, loanLensAbi, loanLensAddress, testDollarAbi } from '../web/chain/abi.ts'
import { networks } from '../web/chains.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import { people } from './people.ts'
import { publishSampleLoans } from './sampleLoans.ts'
import { startChain } from './start.ts'

async function start(options: Parameters<typeof startChain>[0] = {}) {
  const chain = await startChain(options)
  onTestFinished(chain.stop)
  return { chain, client: createPublicClient({ transport: chain.transport }) }
}

test('M3 the embedded chain comes up with our contracts and the four example offers, for real', async () => {
  const { chain, client } = await start()
  const { dollar, loanBook, loanLens } = chain.deployment ?? expect.fail('nothing was deployed')

  expect(await client.getChainId()).toBe(networks.local.id)
  expect(loanLens).toBe(loanLensAddress)
  const book = { address: loanBook, abi: loanBookAbi } as const
  expect(await client.readContract({ ...book, functionName: 'token' })).toBe(dollar)
  expect(await client.readContract({ ...book, functionName: 'openOffersLength' })).toBe(4n)
  const ids = await client.readContract({ ...book, functionName: 'getOpenOfferIds', args: [0n, 10n] })
  const offers = await Promise.all(ids.map((id) => client.readContract({ ...book, functionName: 'getOffer', args: [id] })))
  expect(offers.map(({ principal, apr, duration }) => [principal / DOLLAR, apr, duration / BigInt(DAY)])).toEqual([
    [300n, 1000n, 30n],
    [500n, 1400n, 60n],
    [1200n, 900n, 90n],
    [100n, 1800n, 15n],
  ])
  const escrow = await client.readContract({ address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [loanBook] })
  expect(escrow).toBe(2_100n * DOLLAR)

  await publishSampleLoans(chain.transport, chain.deployment ?? expect.fail())
  expect(await client.readContract({ ...book, functionName: 'nextId' })).toBe(5n)

  const dashboard = await client.readContract({
    address: loanLens,
    abi: loanLensAbi,
    functionName: 'dashboard',
    args: [loanBook, people.ana.address, 100n, 0n, 100n],
  })
  expect(dashboard).toMatchObject({ chainId: BigInt(networks.local.id), openOffersLength: 4n, lent: { length: 1n } })
  expect(dashboard.openOffers.items.map(({ id }) => id)).toEqual([4n, 3n, 2n, 1n])
})

test('without contracts the chain is empty', async () => {
  const { chain, client } = await start({ contracts: false })
  expect(chain.deployment).toBeUndefined()
  expect(await client.getTransactionCount({ address: people.deployer.address })).toBe(0)
})

test('the latest block has the current time, however many blocks the set-up mined', async () => {
  const before = Math.floor(Date.now() / 1000)
  const { client } = await start()
  const { timestamp } = await client.getBlock()
  expect(Number(timestamp)).toBeGreaterThanOrEqual(before)
  expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000)
})

test('interval mining adds blocks to the one of each transaction', async () => {
  const { client } = await start({ contracts: false, blockTimeSeconds: 0.05 })
  const before = await client.getBlockNumber({ cacheTime: 0 })
  await expect.poll(() => client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(before + 1n)
})

test('anvil_addBalance adds ether to a balance', async () => {
  const { chain, client } = await start({ contracts: false })
  const { address } = people.eva
  const before = await client.getBalance({ address })
  const add = (wei: string) => chain.answer({ id: 7, method: 'anvil_addBalance', params: [address, wei] })
  expect(await Promise.all([add('0x5'), add('0x6')])).toEqual(Array(2).fill({ jsonrpc: '2.0', id: 7, result: null }))
  expect(await client.getBalance({ address })).toBe(before + 11n)
  expect(await add('five')).toMatchObject({ id: 7, error: { code: -32602 } })
})

test('a call that reverts returns the revert data in the format that clients decode', async () => {
  const { chain, client } = await start()
  const address = chain.deployment?.loanBook ?? expect.fail('nothing was deployed')
  const accept = { address, abi: loanBookAbi, functionName: 'acceptOffer', args: [1n], account: people.ana } as const
  await expect(client.simulateContract(accept)).rejects.toThrow('OwnLoan')
})
