// What was done to a chain, one line each, in a file that only grows: the chain is there again after any end of the process.
import { closeSync, existsSync, openSync, readFileSync, renameSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import type { Hex } from 'viem'
import type { Genesis } from './engine.ts'
import { lock } from './lock.ts'

/** One change. `head` is the number of the block before it; `block` the first one that it brought, if it brought one. */
export type Change = { head: number; block?: { time: number; baseFee: Hex }; method: string; params: readonly unknown[] }

export type Journal = {
  genesis: Genesis
  /** What was done in earlier runs. */
  changes: Change[]
  /** The last block of earlier runs. Those that came by the clock alone have no line. */
  height: number
  append: (change: Change) => void
  keepHeight: (height: number) => void
  close: () => Promise<void>
}

/** Opens the journal of a chain, or begins one. Nobody else can have it open. */
export async function openJournal(file: string, begin: () => Genesis, say: (sentence: string) => void): Promise<Journal> {
  const unlock = await lock(file)
  try {
    if (!existsSync(file)) create(file, begin())
    const { genesis, changes } = read(file, say)
    const heightFile = `${file}.height`
    const descriptor = openSync(file, 'a')
    return {
      genesis,
      changes,
      height: existsSync(heightFile) ? Number(readFileSync(heightFile, 'utf8')) || 0 : 0,
      // Not through a path: a journal that is thrown away meanwhile (`npm run reset`) does not stop a running chain.
      append: (change) => writeSync(descriptor, `${JSON.stringify(change)}\n`),
      keepHeight: (height) => existsSync(file) && writeFileSync(heightFile, `${height}\n`),
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

// In one step, so that there is never a journal without its first line.
function create(file: string, genesis: Genesis): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(genesis)}\n`)
  renameSync(`${file}.new`, file)
}

function read(file: string, say: (sentence: string) => void): { genesis: Genesis; changes: Change[] } {
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) {
    truncateSync(file, Buffer.byteLength(whole))
    say('The last change to the embedded chain was not written to its end: it is left out.')
  }
  const [genesis, ...changes] = whole.split('\n').slice(0, -1).map(parseLine)
  return { genesis: genesis as Genesis, changes: changes as Change[] }
}

function parseLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`Line ${index + 1} of what was kept of the embedded chain cannot be read.`)
  }
}
