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

/** Signs and sends the transactions of one account, each after the previous one is confirmed. */
export type TransactionSender = {
  client: Client
  account: LocalAccount
  chainId: number
  /** Resolves when the transaction has the requested confirmations; rejects if it reverted. */
  send: (call: Call) => Promise<Hash>
}

type Options = { transport: Transport; account: LocalAccount; confirmations?: number }

const GWEI = 1_000_000_000n
/** Upper limit for maxFeePerGas: nothing above it is signed, whatever the node estimates. */
const MAX_FEE_PER_GAS = 200n * GWEI
const RECEIPT_POLL_MS = 2_000
/** For a chain that mines each transaction at once. */
const INSTANT_RECEIPT_POLL_MS = 50

export async function createTransactionSender({ transport, account, confirmations = 1 }: Options): Promise<TransactionSender> {
  const client = createClient({ transport })
  const chainId = await getChainId(client)

  // All fields are set here: a node that fills in missing ones could have anything signed.
  const sign = async ({ to, data }: Call): Promise<Hex> => {
    const fees = await affordableFees(client)
    const gas = await estimateGas(client, { account: account.address, to, data })
    const nonce = await getTransactionCount(client, { address: account.address, blockTag: 'pending' })
    return account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, gas, ...fees })
  }

  const send = async (call: Call): Promise<Hash> => {
    const hash = await sendRawTransaction(client, { serializedTransaction: await sign(call) })
    await waitForConfirmations(client, hash, confirmations)
    return hash
  }

  return { client, account, chainId, send }
}

export async function affordableFees(client: Client) {
  const { maxFeePerGas, maxPriorityFeePerGas } = await estimateFeesPerGas(client, { chain: undefined })
  if (maxFeePerGas > MAX_FEE_PER_GAS) {
    throw new Error(
      `The node asks for ${maxFeePerGas / GWEI} gwei a unit of gas, more than the ${MAX_FEE_PER_GAS / GWEI} that we would pay. Nothing was sent.`,
    )
  }
  return { maxFeePerGas, maxPriorityFeePerGas }
}

// Polls the receipt and checks that its block is still canonical: viem's waitForTransactionReceipt trusts the first
// receipt, which a reorg can invalidate.
async function waitForConfirmations(client: Client, hash: Hash, confirmations: number): Promise<void> {
  for (;;) {
    const receipt = await getTransactionReceipt(client, { hash }).catch(() => undefined)
    if (receipt) {
      if (receipt.status !== 'success') throw new Error(`Transaction ${hash} was reverted.`)
      const depth = (await getBlockNumber(client, { cacheTime: 0 })) - receipt.blockNumber + 1n
      const block = await getBlock(client, { blockNumber: receipt.blockNumber })
      if (depth >= confirmations && block.hash === receipt.blockHash) return
    }
    const pollMs = confirmations === 1 ? INSTANT_RECEIPT_POLL_MS : RECEIPT_POLL_MS
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
