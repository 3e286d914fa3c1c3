// Embedded chains for tests. A chain that is given back is rewound to its first state and used again: starting one and deploying
// to it costs 140 to 220 ms of processor, rewinding six.
import type { Address } from 'viem'
import { getBlock, getTransactionCount } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { type Chain, startChain } from '../../devchain/start.ts'
import { createChainClient, type TestClient } from '../../devchain/testClient.ts'

type Options = Parameters<typeof startChain>[0]

/** `nonces`: everybody's in the chain's first state. */
type Kept = { chain: Chain; client: TestClient; nonces: ReadonlyMap<Address, number> }

export type PooledChain = { chain: Chain; giveBack: () => Promise<void> }

export function createChainPool() {
  const idle = new Map<string, Kept[]>()
  let taken = 0
  return {
    take: async (options: Options): Promise<PooledChain> => {
      const key = JSON.stringify(options)
      const kept = idle.get(key)?.pop() ?? (await start(options))
      const { chain, client, nonces } = kept
      const first = await client.snapshot()
      await mineNow(client)
      await setNonces(client, nonces, NONCES_OF_ONE * taken++)
      return {
        chain,
        giveBack: async () => {
          // A snapshot holds neither of these.
          await client.dropTransactions()
          await client.setAutomine(true)
          await client.revert({ id: first })
          idle.set(key, [...(idle.get(key) ?? []), kept])
        },
      }
    },
    stop: async () => {
      for (const { chain } of [...idle.values()].flat()) await chain.stop()
    },
  }
}

/** More than anybody signs in one test. */
const NONCES_OF_ONE = 1_000

async function start(options: Options): Promise<Kept> {
  const chain = await startChain(options)
  const client = createChainClient(chain.transport)
  const nonces = new Map<Address, number>()
  for (const { address } of Object.values(people)) nonces.set(address, await getTransactionCount(client, { address }))
  return { chain, client, nonces }
}

/**
 * A page that is closed may still send again what it signed, and a rewound chain would take it in the middle of the next test:
 * there its nonce is too low.
 */
async function setNonces(client: TestClient, first: ReadonlyMap<Address, number>, skipped: number): Promise<void> {
  for (const [address, nonce] of first) await client.setNonce({ address, nonce: nonce + skipped })
}

/** A rewound chain is as old as the tests before, and the app compares its latest block with the clock. */
async function mineNow(client: TestClient): Promise<void> {
  const { timestamp } = await getBlock(client)
  const now = BigInt(Math.floor(Date.now() / 1000))
  await client.setNextBlockTimestamp({ timestamp: now > timestamp ? now : timestamp + 1n })
  await client.mine({ blocks: 1 })
}
