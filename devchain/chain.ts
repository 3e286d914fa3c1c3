import { randomBytes } from 'node:crypto'
import { type CustomTransport, custom, type Hex, numberToHex, RpcRequestError, toHex } from 'viem'
import { networks } from '../web/chains.ts'
import { CURRENT_HARDFORK, createEngine, type Engine, type Genesis, type Hardfork, type RpcRequest } from './engine.ts'
import { type Change, cannotRestore, type Journal, openJournal } from './journal.ts'

export type EmbeddedChain = {
  answer: Engine
  /** viem transport for clients in this process. */
  transport: CustomTransport
  /** Mines one block with the current time as its timestamp, however old the latest block is. */
  mineAtCurrentTime: () => Promise<void>
  stop: () => Promise<void>
}

export type ChainOptions = {
  chainId?: number
  /** The rules of a new chain. A chain restored from a journal keeps its own. */
  hardfork?: Hardfork
  /** The append-only log that persists the chain between runs. Without it the chain lives in memory only. */
  journalFile?: string
  /** Interval mining, in seconds, in addition to automine: one block per transaction. */
  blockTimeSeconds?: number
  /** Receives messages for the user. */
  log?: (message: string) => void
}

type Request = <T>(method: string, ...params: unknown[]) => Promise<T>
type Block = { timestamp: Hex; baseFeePerGas: Hex; transactions: unknown[] }

/**
 * Methods that change the chain's state, and are therefore logged in the journal. Interval mining is not: each process
 * sets its own.
 */
const STATE_CHANGING = /^(eth_send|evm_(?!setIntervalMining)|hardhat_(?!get|metadata)|anvil_addBalance)/

// The genesis timestamp lies in the past: every block needs a later timestamp than its parent, and set-up mines many at
// once, which would otherwise end up in the future.
const GENESIS_BACKDATE_SECONDS = 600

/** Opens the chain that the journal holds, or creates a new one. */
export async function openChain({
  chainId = networks.local.id,
  hardfork = CURRENT_HARDFORK,
  journalFile,
  blockTimeSeconds,
  log = console.log,
}: ChainOptions): Promise<EmbeddedChain> {
  const newGenesis: Genesis = { chainId, time: now() - GENESIS_BACKDATE_SECONDS, salt: toHex(randomBytes(20)), hardfork }
  const journal = journalFile ? await openJournal(journalFile, newGenesis, log) : undefined
  const genesis = journal?.genesis ?? newGenesis
  if (genesis.hardfork !== hardfork)
    log(`This chain keeps the rules that it began with. "npm run reset" makes the next start begin one with ${hardfork}'s.`)
  try {
    const chain = createChain(await createEngine(genesis), journal)
    if (journal) await chain.replay(journal)
    journal?.dropTornLine()
    const miner = blockTimeSeconds ? setInterval(oneAtATime(chain.mine), blockTimeSeconds * 1000).unref() : undefined
    const stop = async () => {
      clearInterval(miner)
      await chain.idle()
      await journal?.close()
    }
    return { answer: chain.answer, transport: transportTo(chain.answer), mineAtCurrentTime: chain.mineAtCurrentTime, stop }
  } catch (error) {
    await journal?.close()
    throw journalFile ? cannotRestore(journalFile, error) : error
  }
}

function createChain(engine: Engine, journal: Journal | undefined) {
  /** How far evm_increaseTime has moved the chain ahead of the wall clock. */
  let timeOffsetSeconds = 0
  let queueTail: Promise<unknown> = Promise.resolve()

  const request: Request = async (method, ...params) => {
    const answer = await engine({ method, params })
    if ('error' in answer) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result as never
  }
  const blockAt = (tag: string) => request<Block>('eth_getBlockByNumber', tag, false)
  const height = async () => Number(await request<Hex>('eth_blockNumber'))

  /** Serialises state changes, so that each is logged with the block number that it was applied at. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queueTail.then(work)
    queueTail = next.catch(() => {})
    return next
  }

  /** anvil_addBalance, which EDR lacks. */
  const addBalance = async ([address, wei]: readonly unknown[]) => {
    const balance = await request<Hex>('eth_getBalance', address, 'latest')
    await request('hardhat_setBalance', address, numberToHex(BigInt(balance) + BigInt(wei as Hex)))
    return null
  }

  const execute: Engine = async (call) => {
    const { id = null, method, params = [] } = call
    if (method === 'anvil_addBalance') {
      try {
        return { jsonrpc: '2.0', id, result: await addBalance(params) }
      } catch (error) {
        return { jsonrpc: '2.0', id, error: { code: -32602, message: String(error) } }
      }
    }
    const answer = await engine(call)
    if (method === 'evm_increaseTime' && !('error' in answer)) timeOffsetSeconds += Number(params[0])
    return answer
  }

  const executeAndLog = (call: RpcRequest) =>
    enqueue(async () => {
      if (!journal) return execute(call)
      const head = await height()
      const answer = await execute(call)
      if (!('error' in answer)) await appendToJournal({ head, method: call.method, params: call.params ?? [] })
      return answer
    })

  const appendToJournal = async ({ head, method, params }: Change) => {
    if (!journal) return
    if ((await height()) <= head) return journal.append({ head, method, params })
    const { timestamp, baseFeePerGas } = await blockAt(numberToHex(head + 1))
    journal.append({ head, block: { time: Number(timestamp), baseFee: baseFeePerGas }, method, params })
  }

  /** Mines one interval block. An empty one gets no line in the journal; only the height is saved. */
  const mine = async () => {
    const head = await height()
    await request('evm_mine')
    const { transactions } = await blockAt('latest')
    if (transactions.length > 0) await appendToJournal({ head, method: 'evm_mine', params: [] })
    journal?.saveHeight(head + 1)
  }

  const mineAtCurrentTime = async () => {
    const { timestamp } = await blockAt('latest')
    await request('evm_setNextBlockTimestamp', Math.max(now() + timeOffsetSeconds, Number(timestamp) + 1))
    await mine()
  }

  /** Mines the missing empty blocks one second apart: their original timestamps are not in the journal. */
  const mineUpTo = async (wanted: number) => {
    const missing = wanted - (await height())
    if (missing <= 0) return
    const { timestamp } = await blockAt('latest')
    await request('evm_setNextBlockTimestamp', Number(timestamp) + 1)
    await request('hardhat_mine', numberToHex(missing), '0x1')
  }

  const replayChange = async ({ head, block, method, params }: Change) => {
    await mineUpTo(head)
    if (block) {
      await request('evm_setNextBlockTimestamp', block.time)
      // Set explicitly: the base fee fell with every empty block, but does not in those that hardhat_mine creates in bulk.
      await request('hardhat_setNextBlockBaseFeePerGas', block.baseFee)
    }
    const answer = await execute({ method, params })
    if ('error' in answer) throw new Error(answer.error.message)
  }

  const replay = async ({ changes, height: reached }: Journal) => {
    for (const [index, change] of changes.entries()) {
      await replayChange(change).catch(({ message }: Error) => {
        // Line 1 is the genesis.
        throw new Error(`line ${index + 2} fails: ${message}`)
      })
    }
    await mineUpTo(reached)
  }

  return {
    answer: (call: RpcRequest) => (STATE_CHANGING.test(call.method) ? executeAndLog(call) : engine(call)),
    idle: () => queueTail,
    mine: () => enqueue(mine),
    mineAtCurrentTime: () => enqueue(mineAtCurrentTime),
    replay,
  }
}

/** Skips calls while one is under way: on a busy machine interval blocks would otherwise pile up, and commands wait for them all. */
function oneAtATime(work: () => Promise<unknown>): () => Promise<void> {
  let isBusy = false
  return async () => {
    if (isBusy) return
    isBusy = true
    await work().finally(() => {
      isBusy = false
    })
  }
}

function transportTo(answer: Engine): CustomTransport {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const body = { method, params: (params ?? []) as unknown[] }
    const reply = await answer(body)
    if ('error' in reply) throw new RpcRequestError({ body, error: reply.error, url: 'the embedded chain' })
    return reply.result
  }
  return custom({ request }, { retryCount: 0 })
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
