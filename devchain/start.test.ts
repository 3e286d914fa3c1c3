import { createPublicClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { loanBookAbi, loanLensAbi, loanLensAddress, testDollarAbi } from '../web/chain/abi.ts'
import { people } from './people.ts'
import { publishSampleLoans } from './sampleLoans.ts'
import { type ChainOptions, startChain } from './start.ts'

const ORIGIN = 'http://localhost:5173'

async function start(options: Partial<ChainOptions> = {}) {
  const chain = await startChain({ allowOrigin: ORIGIN, ...options })
  onTestFinished(chain.stop)
  return { chain, client: createPublicClient({ transport: http(chain.rpcUrl) }) }
}

test('M3 the embedded chain comes up with our contracts and the four example offers, for real', async () => {
  const { chain, client } = await start()
  const { dollar, loanBook, loanLens } = chain.deployment ?? expect.fail('nothing was deployed')

  expect(await client.getChainId()).toBe(31337)
  expect(loanLens).toBe(loanLensAddress)
  const book = { address: loanBook, abi: loanBookAbi } as const
  expect(await client.readContract({ ...book, functionName: 'token' })).toBe(dollar)
  expect(await client.readContract({ ...book, functionName: 'openOffersLength' })).toBe(4n)
  const ids = await client.readContract({ ...book, functionName: 'getOpenOfferIds', args: [0n, 10n] })
  const offers = await Promise.all(ids.map((id) => client.readContract({ ...book, functionName: 'getOffer', args: [id] })))
  expect(offers.map(({ principal, apr, duration }) => [principal / 10n ** 6n, apr, duration / 86_400n])).toEqual([
    [300n, 1000n, 30n],
    [500n, 1400n, 60n],
    [1200n, 900n, 90n],
    [100n, 1800n, 15n],
  ])
  // The money is behind them.
  const escrow = await client.readContract({ address: dollar, abi: testDollarAbi, functionName: 'balanceOf', args: [loanBook] })
  expect(escrow).toBe(2_100_000_000n)

  await publishSampleLoans(chain.rpcUrl, chain.deployment ?? expect.fail())
  expect(await client.readContract({ ...book, functionName: 'nextId' })).toBe(5n)

  const dashboard = await client.readContract({
    address: loanLens,
    abi: loanLensAbi,
    functionName: 'dashboard',
    args: [loanBook, people.ana.address, 0n, 100n],
  })
  expect(dashboard).toMatchObject({ chainId: 31337n, openOffersLength: 4n, lentLength: 1n })
  expect(dashboard.openOffers.map(({ id }) => id)).toEqual([4n, 3n, 2n, 1n])
})

test('it ends when told', async () => {
  const { chain } = await start({ contracts: false })
  await chain.stop()
  await expect(fetch(chain.rpcUrl)).rejects.toThrow()
})

test('without contracts it is empty', async () => {
  const { chain, client } = await start({ contracts: false })
  expect(chain.deployment).toBeUndefined()
  expect(await client.getBlockNumber()).toBe(0n)
})

test("only the app's own origin may speak to it from a browser", async () => {
  const { chain } = await start({ contracts: false })

  const preflight = await fetch(chain.rpcUrl, {
    method: 'OPTIONS',
    headers: { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' },
  })

  expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN)
})

test('a port that is taken is said in one sentence', async () => {
  const { chain } = await start({ contracts: false })
  const port = Number(new URL(chain.rpcUrl).port)

  await expect(startChain({ allowOrigin: ORIGIN, contracts: false, port })).rejects.toThrow('The embedded chain did not start.')
})
