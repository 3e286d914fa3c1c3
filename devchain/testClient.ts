// What tests can do to a chain beyond what any account can.
import { type Address, concat, createTestClient, type Hash, type Hex, keccak256, numberToHex, pad, type Transport } from 'viem'
import { getBlockNumber } from 'viem/actions'

export type TestClient = ReturnType<typeof createChainClient>

export function createChainClient(transport: Transport) {
  const base = createTestClient({ mode: 'hardhat', transport, cacheTime: 0 })
  const ask = <T>(method: string, ...params: unknown[]) =>
    base.request<{ Method: string; Parameters: unknown[]; ReturnType: T }>({ method, params })

  return base.extend((client) => ({
    // viem's own asks for an interval of 0 seconds, which EDR takes literally.
    mine: async ({ blocks }: { blocks: number }) => {
      await ask('hardhat_mine', numberToHex(blocks))
    },

    /** Empties the pool. */
    dropTransactions: async () => {
      const pending = await ask<{ hash: Hash }[]>('eth_pendingTransactions')
      for (const { hash } of pending) await ask('hardhat_dropTransaction', hash)
    },

    /** Gives an account exactly so much of a token of Solady's. */
    setTokens: (token: Address, owner: Address, amount: bigint) =>
      ask('hardhat_setStorageAt', token, slotOf(concat([owner, '0x000000000000000087a211a2'])), word(amount)),

    setAllowance: (token: Address, owner: Address, spender: Address, amount: bigint) =>
      ask('hardhat_setStorageAt', token, slotOf(concat([owner, '0x00000000000000007f5e9f20', spender])), word(amount)),

    /** Marks the present block. To reorganise is to give up all that came after it, for as many empty blocks. */
    markFork: async () => {
      const fork = await getBlockNumber(client)
      const snapshot = await client.snapshot()
      return {
        reorganise: async () => {
          const lost = (await getBlockNumber(client)) - fork
          if (lost === 0n) throw new Error('There is no block to reorganise.')
          await client.revert({ id: snapshot })
          await ask('hardhat_mine', numberToHex(lost))
        },
      }
    },
  }))
}

// Solady's ERC20 finds its balances and allowances by these hashes.
function slotOf(key: Hex): Hex {
  return numberToHex(BigInt(keccak256(key)))
}

function word(amount: bigint): Hex {
  return pad(numberToHex(amount))
}
