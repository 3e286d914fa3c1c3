import { createPublicClient, http, parseAbi } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { buildContracts } from './buildContracts.ts'
import { startChain } from './start.ts'

const ORIGIN = 'http://localhost:5173'

test('the embedded chain comes up with our dollar on it and ends when told', async () => {
  await buildContracts()
  const chain = await startChain({ allowOrigin: ORIGIN })
  onTestFinished(chain.stop)
  const client = createPublicClient({ transport: http(chain.rpcUrl) })

  expect(await client.getChainId()).toBe(31337)
  const abi = parseAbi(['function symbol() view returns (string)'])
  const dollar = chain.deployment?.dollar
  if (!dollar) throw new Error('no dollar')
  expect(await client.readContract({ address: dollar, abi, functionName: 'symbol' })).toBe('tUSD')

  await chain.stop()
  await expect(fetch(chain.rpcUrl)).rejects.toThrow()
})

test("only the app's own origin may speak to it from a browser", async () => {
  const chain = await startChain({ allowOrigin: ORIGIN, contracts: false })
  onTestFinished(chain.stop)

  const preflight = await fetch(chain.rpcUrl, {
    method: 'OPTIONS',
    headers: { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' },
  })

  expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN)
})

test('a port that is taken is said in one sentence', async () => {
  const chain = await startChain({ allowOrigin: ORIGIN, contracts: false })
  onTestFinished(chain.stop)
  const port = Number(new URL(chain.rpcUrl).port)

  await expect(startChain({ allowOrigin: ORIGIN, contracts: false, port })).rejects.toThrow('The embedded chain did not start.')
})
