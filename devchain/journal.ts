// An append-only log of every state-changing JSON-RPC call, one JSON line each. Replaying it restores the chain, also
// after a crash.
import { closeSync, existsSync, openSync, readFileSync, renameSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import type { Hex } from 'viem'
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
  append: (change: Change) => void
  saveHeight: (height: number) => void
  close: () => Promise<void>
}

/** Opens the journal or creates it. An advisory lock keeps other processes out until `close`. */
export async function openJournal(file: string, newGenesis: () => Genesis, log: (message: string) => void): Promise<Journal> {
  const unlock = await lock(file)
  try {
    if (!existsSync(file)) create(file, newGenesis())
    const { genesis, changes } = read(file, log)
    const heightFile = `${file}.height`
    const descriptor = openSync(file, 'a')
    return {
      genesis,
      changes,
      height: existsSync(heightFile) ? Number(readFileSync(heightFile, 'utf8')) || 0 : 0,
      // By file descriptor, not by path: a running chain survives the deletion of its file.
      append: (change) => writeSync(descriptor, `${JSON.stringify(change)}\n`),
      saveHeight: (height) => existsSync(file) && writeFileSync(heightFile, `${height}\n`),
      close: async () => {
        closeSync(descriptor)
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

// Written and renamed, which is atomic: a journal never lacks its first line, the genesis.
function create(file: string, genesis: Genesis): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(genesis)}\n`)
  renameSync(`${file}.new`, file)
}

function read(file: string, log: (message: string) => void): { genesis: Genesis; changes: Change[] } {
  const text = readFileSync(file, 'utf8')
  // A crash can leave a half-written last line, of a call that was not answered yet.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  if (complete !== text) {
    truncateSync(file, Buffer.byteLength(complete))
    log('The last change to the embedded chain was not written to its end: it is left out.')
  }
  const [genesis, ...changes] = complete.split('\n').slice(0, -1).map(parseLine)
  return { genesis: genesis as Genesis, changes: changes as Change[] }
}

function parseLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`Line ${index + 1} of what was kept of the embedded chain cannot be read.`)
  }
}
