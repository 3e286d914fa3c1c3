// A viem test client with cheat methods: mine, drop transactions, set token balances, reorganise.
import { type Address, concat, createTestClient, type Hash, type Hex, keccak256, numberToHex, pad, type Transport } from 'viem'
import { getBlockNumber } from 'viem/actions'

export type TestClient = ReturnType<typeof createChainClient>

export function createChainClient(transport: Transport) {
  const base = createTestClient({ mode: 'hardhat', transport, cacheTime: 0 })
  const request = <T>(method: string, ...params: unknown[]) =>
    base.request<{ Method: string; Parameters: unknown[]; ReturnType: T }>({ method, params })

  return base.extend((client) => ({
    // viem's own `mine` passes an interval of 0 seconds, which EDR takes literally.
    mine: async ({ blocks }: { blocks: number }) => {
      await request('hardhat_mine', numberToHex(blocks))
    },

    /** Empties the mempool. */
    dropTransactions: async () => {
      const pending = await request<{ hash: Hash }[]>('eth_pendingTransactions')
      for (const { hash } of pending) await request('hardhat_dropTransaction', hash)
    },

    /** Sets the balance of a Solady ERC20 by writing its storage slot. */
    setTokens: (token: Address, owner: Address, amount: bigint) =>
      request('hardhat_setStorageAt', token, slotOf(concat([owner, '0x000000000000000087a211a2'])), word(amount)),

    setAllowance: (token: Address, owner: Address, spender: Address, amount: bigint) =>
      request('hardhat_setStorageAt', token, slotOf(concat([owner, '0x00000000000000007f5e9f20', spender])), word(amount)),

    /** Snapshots the current block. `reorganise` reverts to it and mines as many empty blocks as were dropped. */
    markFork: async () => {
      const fork = await getBlockNumber(client)
      const snapshot = await client.snapshot()
      return {
        reorganise: async () => {
          const dropped = (await getBlockNumber(client)) - fork
          if (dropped === 0n) throw new Error('There is no block to reorganise.')
          await client.revert({ id: snapshot })
          await request('hardhat_mine', numberToHex(dropped))
        },
      }
    },
  }))
}

// Solady's ERC20 stores balances and allowances at the keccak256 hash of address and seed.
function slotOf(key: Hex): Hex {
  return numberToHex(BigInt(keccak256(key)))
}

function word(amount: bigint): Hex {
  return pad(numberToHex(amount))
}
