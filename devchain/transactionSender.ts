import {
  type Address,
  BaseError,
  type Client,
  createClient,
  formatEther,
  type Hash,
  type Hex,
  keccak256,
  type LocalAccount,
  RpcRequestError,
  type Transport,
} from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getBlock,
  getBlockNumber,
  getChainId,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  sendRawTransaction,
} from 'viem/actions'

type Call = { to: Address; data: Hex }

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

/** Limits fixed before anything is signed: the fees of every transaction, and the most wei that all of them may cost. */
export type Limits = { fees: Fees; cost: bigint }

/** Signs and sends the transactions of one account, each after the previous one is confirmed. */
export type TransactionSender = {
  client: Client
  account: LocalAccount
  chainId: number
  /** Resolves when the transaction has the requested confirmations; rejects if it reverted. */
  send: (call: Call) => Promise<Hash>
}

type Options = {
  transport: Transport
  account: LocalAccount
  confirmations?: number
  /** If undefined, the node's fees apply to each transaction. */
  limits?: Limits
  /** Hears the hash of what was signed, before it is sent. */
  onSigned?: (hash: Hash) => void
}

const GWEI = 1_000_000_000n
/** Upper limit for maxFeePerGas: nothing above it is signed, whatever the node estimates. */
const MAX_FEE_PER_GAS = 200n * GWEI
const RECEIPT_POLL_MS = 2_000
/** For a chain that mines each transaction at once. */
const INSTANT_RECEIPT_POLL_MS = 50

/** How often the same bytes are sent if a node does not say whether it took them. */
const ATTEMPTS = 5
/** Errors of nodes that have the bytes already: geth, EDR and Nethermind. */
const ALREADY_THERE = /already known|known transaction|alreadyknown|already imported/i

export async function createTransactionSender(options: Options): Promise<TransactionSender> {
  const { transport, account, confirmations = 1, limits, onSigned } = options
  const client = createClient({ transport })
  const chainId = await getChainId(client)
  const pollMs = confirmations === 1 ? INSTANT_RECEIPT_POLL_MS : RECEIPT_POLL_MS
  let costSigned = 0n

  // All fields are set here: a node that fills in missing ones could have anything signed.
  const sign = async ({ to, data }: Call): Promise<Hex> => {
    const fees = limits?.fees ?? (await affordableFees(client))
    const gas = await estimateGas(client, { account: account.address, to, data })
    const nonce = await getTransactionCount(client, { address: account.address, blockTag: 'pending' })
    costSigned += gas * fees.maxFeePerGas
    if (limits && costSigned > limits.cost) {
      const excess = formatEther(costSigned - limits.cost)
      throw new Error(`This takes ${excess} ETH more than the limit of ${formatEther(limits.cost)} for all transactions.`)
    }
    return account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, gas, ...fees })
  }

  const send = async (call: Call): Promise<Hash> => {
    const bytes = await sign(call)
    const hash = keccak256(bytes)
    onSigned?.(hash)
    await broadcast(client, bytes, pollMs)
    while (!(await isConfirmed(client, hash, confirmations))) await pause(pollMs)
    return hash
  }

  return { client, account, chainId, send }
}

/** The fees of now, or so many times as much, for what is signed later. */
export async function affordableFees(client: Client, { times = 1n } = {}): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await estimateFeesPerGas(client, { chain: undefined })
  if (maxFeePerGas > MAX_FEE_PER_GAS) {
    throw new Error(
      `The node asks for ${maxFeePerGas / GWEI} gwei a unit of gas, more than the ${MAX_FEE_PER_GAS / GWEI} that we would pay. Nothing was sent.`,
    )
  }
  const most = maxFeePerGas * times
  return { maxFeePerGas: most < MAX_FEE_PER_GAS ? most : MAX_FEE_PER_GAS, maxPriorityFeePerGas }
}

/**
 * Returns once the node has the transaction. Where it gave no answer, the transaction is looked for by its hash before the
 * same bytes are sent again: they may have arrived. Nothing else is ever signed instead, so nothing is paid twice.
 */
async function broadcast(client: Client, bytes: Hex, pollMs: number): Promise<void> {
  const hash = keccak256(bytes)
  for (let attempt = 1; ; attempt++) {
    try {
      await sendRawTransaction(client, { serializedTransaction: bytes })
      return
    } catch (error) {
      const refusal = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
      if ((refusal && ALREADY_THERE.test(refusal.message)) || (await isKnown(client, hash))) return
      if (refusal) throw error
      if (attempt === ATTEMPTS) {
        const sentence = `Transaction ${hash} was signed, and the node did not say whether it took it: it may still be mined.`
        throw new Error(sentence, { cause: error })
      }
      await pause(pollMs)
    }
  }
}

/** Whether the node has the transaction, mined or not. */
async function isKnown(client: Client, hash: Hash): Promise<boolean> {
  const found = await Promise.allSettled([getTransactionReceipt(client, { hash }), getTransaction(client, { hash })])
  return found.some(({ status }) => status === 'fulfilled')
}

// Checks that the receipt's block is still canonical: viem's waitForTransactionReceipt trusts the first receipt, which a
// reorg can invalidate.
async function isConfirmed(client: Client, hash: Hash, confirmations: number): Promise<boolean> {
  try {
    const { status, blockNumber, blockHash } = await getTransactionReceipt(client, { hash })
    const depth = (await getBlockNumber(client, { cacheTime: 0 })) - blockNumber + 1n
    const block = await getBlock(client, { blockNumber })
    if (depth < confirmations || block.hash !== blockHash) return false
    if (status === 'success') return true
  } catch {
    // It is not mined yet, or the node failed.
    return false
  }
  throw new Error(`Transaction ${hash} was reverted.`)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
