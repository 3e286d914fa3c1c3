import { randomBytes } from 'node:crypto'
import { type CustomTransport, custom, type Hex, numberToHex, RpcRequestError, toHex } from 'viem'
import { createEngine, type Engine, type Genesis, type RpcRequest } from './engine.ts'
import { type Change, type Journal, openJournal } from './journal.ts'

export type EmbeddedChain = {
  answer: Engine
  /** For viem's clients in this process. */
  transport: CustomTransport
  /** Brings one block with the present time, however far the last one is behind. */
  catchUp: () => Promise<void>
  stop: () => Promise<void>
}

export type ChainOptions = {
  chainId?: number
  /** Where the chain is kept between runs; without it, it is forgotten. */
  journalFile?: string
  /** Seconds between blocks, beside the one that each transaction gets at once. */
  blockTime?: number
  /** Takes sentences for whoever started it. */
  say?: (sentence: string) => void
}

type Ask = <T>(method: string, ...params: unknown[]) => Promise<T>
type Block = { timestamp: Hex; baseFeePerGas: Hex; transactions: unknown[] }

/** Everything else only reads. Blocks by the clock are a matter of the process, and begin anew with it. */
const CHANGE = /^(eth_send|evm_(?!setIntervalMining)|hardhat_(?!get|metadata)|anvil_addBalance)/

// So many seconds before it is begun: each block is later than the one before, and setting up brings many at once.
const HEAD_START = 600

/** Opens the chain of a journal, or a new one. */
export async function openChain({
  chainId = 31337,
  journalFile,
  blockTime,
  say = console.log,
}: ChainOptions): Promise<EmbeddedChain> {
  const begin = (): Genesis => ({ chainId, time: now() - HEAD_START, salt: toHex(randomBytes(20)) })
  const journal = journalFile ? await openJournal(journalFile, begin, say) : undefined
  try {
    const chain = createChain(await createEngine(journal?.genesis ?? begin()), journal)
    if (journal) await chain.replay(journal)
    const clock = blockTime ? setInterval(chain.mine, blockTime * 1000).unref() : undefined
    const stop = async () => {
      clearInterval(clock)
      await chain.idle()
      await journal?.close()
    }
    return { answer: chain.answer, transport: transportTo(chain.answer), catchUp: chain.catchUp, stop }
  } catch (error) {
    await journal?.close()
    throw error
  }
}

function createChain(engine: Engine, journal: Journal | undefined) {
  /** Seconds that the chain was sent ahead of the clock on the wall. */
  let ahead = 0
  let last: Promise<unknown> = Promise.resolve()

  const ask: Ask = async (method, ...params) => {
    const answer = await engine({ method, params })
    if ('error' in answer) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result as never
  }
  const blockAt = (tag: string) => ask<Block>('eth_getBlockByNumber', tag, false)
  const height = async () => Number(await ask<Hex>('eth_blockNumber'))

  /** Changes happen one after the other, so that each knows the block before it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }

  /** As anvil calls it; EDR has no such thing. */
  const addBalance = async ([address, wei]: readonly unknown[]) => {
    const balance = await ask<Hex>('eth_getBalance', address, 'latest')
    await ask('hardhat_setBalance', address, numberToHex(BigInt(balance) + BigInt(wei as Hex)))
    return null
  }

  const carryOut: Engine = async (request) => {
    const { id = null, method, params = [] } = request
    if (method !== 'anvil_addBalance') return engine(request)
    try {
      return { jsonrpc: '2.0', id, result: await addBalance(params) }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32602, message: String(error) } }
    }
  }

  const change = (request: RpcRequest) =>
    inTurn(async () => {
      const head = await height()
      const answer = await carryOut(request)
      if ('error' in answer) return answer
      await remember({ head, method: request.method, params: request.params ?? [] })
      return answer
    })

  const remember = async ({ head, method, params }: Change) => {
    if (method === 'evm_increaseTime') ahead += Number(params[0])
    if (!journal) return
    if ((await height()) <= head) return journal.append({ head, method, params })
    const { timestamp, baseFeePerGas } = await blockAt(numberToHex(head + 1))
    journal.append({ head, block: { time: Number(timestamp), baseFee: baseFeePerGas }, method, params })
  }

  /** A block by the clock. One that holds nothing has no line in the journal. */
  const mine = async () => {
    const head = await height()
    await ask('evm_mine')
    const { transactions } = await blockAt('latest')
    if (transactions.length > 0) await remember({ head, method: 'evm_mine', params: [] })
    journal?.keepHeight(head + 1)
  }

  const catchUp = async () => {
    const { timestamp } = await blockAt('latest')
    await ask('evm_setNextBlockTimestamp', Math.max(now() + ahead, Number(timestamp) + 1))
    await mine()
  }

  /** Empty blocks, as close together as blocks can be: how far apart they once were is not kept. */
  const mineUpTo = async (wanted: number) => {
    const missing = wanted - (await height())
    if (missing <= 0) return
    const { timestamp } = await blockAt('latest')
    await ask('evm_setNextBlockTimestamp', Number(timestamp) + 1)
    await ask('hardhat_mine', numberToHex(missing), '0x1')
  }

  const replay = async ({ changes, height: reached }: Journal) => {
    for (const [index, { head, block, method, params }] of changes.entries()) {
      await mineUpTo(head)
      if (block) {
        await ask('evm_setNextBlockTimestamp', block.time)
        // It falls from one empty block to the next, but not in those that EDR brings many at once.
        await ask('hardhat_setNextBlockBaseFeePerGas', block.baseFee)
      }
      const answer = await carryOut({ method, params })
      // The genesis is line 1.
      if ('error' in answer)
        throw new Error(`Line ${index + 2} of what was kept of the embedded chain fails: ${answer.error.message}`)
      if (method === 'evm_increaseTime') ahead += Number(params[0])
    }
    await mineUpTo(reached)
  }

  return {
    answer: (request: RpcRequest) => (CHANGE.test(request.method) ? change(request) : engine(request)),
    idle: () => last,
    mine: () => inTurn(mine),
    catchUp: () => inTurn(catchUp),
    replay,
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
