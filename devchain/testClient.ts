// A viem test client with cheat methods: mine, send for an account, drop transactions, set token balances, reorganise.
import { type Address, concat, createTestClient, type Hash, type Hex, keccak256, numberToHex, pad, type Transport } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { balanceSlot } from '../web/chain/token/balanceSlot.ts'

/** More than any call of the contracts takes. By default it would be a whole block's. */
const GAS_OF_ONE = 3_000_000n
const RECEIPT_POLL_MS = 50

type Unsigned = { to: Address; data?: Hex; value?: bigint; gas?: bigint }

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
      request('hardhat_setStorageAt', token, quantity(balanceSlot(owner)), word(amount)),

    setAllowance: (token: Address, owner: Address, spender: Address, amount: bigint) =>
      request(
        'hardhat_setStorageAt',
        token,
        quantity(keccak256(concat([owner, '0x00000000000000007f5e9f20', spender]))),
        word(amount),
      ),

    /**
     * A transaction of any account. Nothing is signed here, and neither gas nor fees are asked for: for what tests set up, that
     * took a fifth of their processor. Resolves when it is mined; rejects if it reverted.
     */
    sendFrom: async (from: Address, { to, data, value = 0n, gas = GAS_OF_ONE }: Unsigned): Promise<Hash> => {
      await client.impersonateAccount({ address: from })
      const unsigned = { from, to, data, value: numberToHex(value), gas: numberToHex(gas) }
      const hash = await request<Hash>('eth_sendTransaction', unsigned)
      for (;;) {
        const receipt = await request<{ status: Hex } | null>('eth_getTransactionReceipt', hash)
        if (receipt?.status === '0x0') throw new Error(`Transaction ${hash} was reverted.`)
        if (receipt) return hash
        await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLL_MS))
      }
    },

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

/** Without leading zeros, as EDR takes a storage slot. */
function quantity(slot: Hex): Hex {
  return numberToHex(BigInt(slot))
}

function word(amount: bigint): Hex {
  return pad(numberToHex(amount))
}
