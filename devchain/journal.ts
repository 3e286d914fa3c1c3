// An append-only log of every state-changing JSON-RPC call, one JSON line each. Replaying it restores the chain, also
// after a crash. A file that does not hold a whole chain is refused and left as it is.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { type Hex, isHex } from 'viem'
import type { Genesis } from './engine.ts'
import { lock } from './lock.ts'

/** One state-changing call. `head`: the block number before it. `block`: the first block that it mined, if it mined any. */
export type Change = { head: number; block?: { time: number; baseFee: Hex }; method: string; params: readonly unknown[] }

export type Journal = {
  genesis: Genesis
  /** The calls of earlier runs, in order. */
  changes: Change[]
  /** The last block number of earlier runs, which includes empty interval blocks that have no line. */
  height: number
  /** Removes a half-written last line, of a call that was not answered yet. To be called once `changes` are replayed. */
  dropTornLine: () => void
  append: (change: Change) => void
  saveHeight: (height: number) => void
  close: () => Promise<void>
}

/** Opens the journal or creates it. An advisory lock keeps other processes out until `close`. */
export async function openJournal(file: string, newGenesis: Genesis, log: (message: string) => void): Promise<Journal> {
  const unlock = await lock(file)
  try {
    if (!existsSync(file)) create(file, newGenesis)
    const { genesis, changes, completeBytes, isTorn } = read(file)
    if (genesis.chainId !== newGenesis.chainId)
      throw new Error(`it is of chain ${genesis.chainId} instead of ${newGenesis.chainId}`)
    const heightFile = `${file}.height`
    const height = existsSync(heightFile) ? Number(readFileSync(heightFile, 'utf8')) : 0
    const descriptor = openSync(file, 'a')
    return {
      genesis,
      changes,
      height: isCount(height) ? height : 0,
      dropTornLine: () => {
        if (!isTorn) return
        truncateSync(file, completeBytes)
        log('The last change to the embedded chain was not written to its end: it is left out.')
      },
      // By file descriptor, not by path: a running chain survives the deletion of its file.
      append: (change) => writeSync(descriptor, `${JSON.stringify(change)}\n`),
      saveHeight: (reached) => existsSync(file) && writeFileSync(heightFile, `${reached}\n`),
      close: async () => {
        closeSync(descriptor)
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw cannotRestore(file, error)
  }
}

/** One sentence for the person: which file, why, and the way out. */
export function cannotRestore(file: string, error: unknown): Error {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
  return new Error(
    `The embedded chain cannot be restored from ${file} (${reason}): "npm run reset" deletes it, and the next start begins a new one.`,
  )
}

// Flushed to disk, then renamed, which is atomic: a crash never leaves a journal without its first line, the genesis.
function create(file: string, genesis: Genesis): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(genesis)}\n`, { flush: true })
  renameSync(`${file}.new`, file)
}

function read(file: string) {
  const bytes = readFileSync(file)
  if (bytes.length === 0) throw new Error('it is empty')
  const completeBytes = bytes.lastIndexOf('\n') + 1
  const lines = bytes.toString('utf8', 0, completeBytes).split('\n').slice(0, -1)
  const [genesis, ...changes] = lines.map(parse)
  if (!isGenesis(genesis)) throw new Error('its first line is not the genesis of a chain')
  const unreadable = changes.findIndex((change) => !isChange(change))
  if (unreadable >= 0) throw new Error(`line ${unreadable + 2} cannot be read`)
  return { genesis, changes: changes as Change[], completeBytes, isTorn: completeBytes < bytes.length }
}

/** Null, which no line may be, for what is not JSON. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** With a field more it would be that of another version. */
function isGenesis(value: unknown): value is Genesis {
  if (!isObject(value)) return false
  const { chainId, time, salt, hardfork, ...others } = value
  const isKnown = hardfork === undefined || hardfork === 'Osaka' || hardfork === 'Amsterdam'
  return isCount(chainId) && isCount(time) && /^0x[\da-f]{40}$/i.test(String(salt)) && isKnown && Object.keys(others).length === 0
}

function isChange(value: unknown): value is Change {
  if (!isObject(value)) return false
  const { head, block, method, params } = value
  const isBlock = block === undefined || (isObject(block) && isCount(block.time) && isHex(block.baseFee))
  return isCount(head) && isBlock && typeof method === 'string' && Array.isArray(params)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
