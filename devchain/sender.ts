import { type Address, type Client, createClient, type Hash, type Hex, type LocalAccount, type Transport } from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getBlock,
  getBlockNumber,
  getChainId,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'

type Call = { to: Address; data: Hex }

/** Sends transactions of one account, each after the one before it is settled. */
export type Sender = {
  client: Client
  account: LocalAccount
  chainId: number
  /** Resolves when the transaction is in the chain, as deep as was asked; rejects if it was reverted. */
  send: (call: Call) => Promise<Hash>
}

type Options = { transport: Transport; account: LocalAccount; confirmations?: number }

const GWEI = 1_000_000_000n
/** Whatever a node says the network costs, no more than this is ever signed. */
const DEAREST = 200n * GWEI

export async function createSender({ transport, account, confirmations = 1 }: Options): Promise<Sender> {
  const client = createClient({ transport })
  const chainId = await getChainId(client)

  // Every field is filled in here: a node that fills in a transaction could have anything signed.
  const sign = async ({ to, data }: Call): Promise<Hex> => {
    const fees = await affordableFees(client)
    const gas = await estimateGas(client, { account: account.address, to, data })
    const nonce = await getTransactionCount(client, { address: account.address, blockTag: 'pending' })
    return account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, gas, ...fees })
  }

  const send = async (call: Call): Promise<Hash> => {
    const hash = await sendRawTransaction(client, { serializedTransaction: await sign(call) })
    await settled(client, hash, confirmations)
    return hash
  }

  return { client, account, chainId, send }
}

export async function affordableFees(client: Client) {
  const { maxFeePerGas, maxPriorityFeePerGas } = await estimateFeesPerGas(client, { chain: undefined })
  if (maxFeePerGas > DEAREST) {
    throw new Error(
      `The node asks for ${maxFeePerGas / GWEI} gwei a unit of gas, more than the ${DEAREST / GWEI} that we would pay. Nothing was sent.`,
    )
  }
  return { maxFeePerGas, maxPriorityFeePerGas }
}

// By hash, again and again, and in a block that is still part of the chain: viem's own wait believes the first receipt.
async function settled(client: Client, hash: Hash, confirmations: number): Promise<void> {
  for (;;) {
    const receipt = await getTransactionReceipt(client, { hash }).catch(() => undefined)
    if (receipt) {
      if (receipt.status !== 'success') throw new Error(`Transaction ${hash} was reverted.`)
      const depth = (await getBlockNumber(client, { cacheTime: 0 })) - receipt.blockNumber + 1n
      const block = await getBlock(client, { blockNumber: receipt.blockNumber })
      if (depth >= confirmations && block.hash === receipt.blockHash) return
    }
    await new Promise((resolve) => setTimeout(resolve, confirmations === 1 ? 50 : 2_000))
  }
}
