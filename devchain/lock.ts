import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Removing takes a millisecond: whoever began this long ago has crashed. */
const REMOVAL_MS = 10_000
const REMOVAL_POLL_MS = 20

/**
 * Takes an advisory lock on a file; the result releases it. The lock is a Unix domain socket that this process listens
 * on: it needs no cleanup after a kill, because a stale socket file has no listener and the next process takes it over.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const path = socketPath(file)
  const server = createServer((socket) => socket.end(`${process.pid}`))
  while (!(await tryToListen(server, path))) {
    const holder = await holderOf(path)
    if (holder !== undefined) throw new Error(`The embedded chain is in use by process ${holder}. End that one first.`)
    await removeStale(path)
  }
  server.unref()
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

/** In the temporary folder, under a hash: the path of a Unix socket is limited to about 100 characters. */
export function socketPath(file: string): string {
  return join(tmpdir(), `entrepares-${createHash('sha256').update(file).digest('hex').slice(0, 16)}.lock`)
}

/** False: the file is there already, of a process that may be gone. */
async function tryToListen(server: Server, path: string): Promise<boolean> {
  try {
    server.listen(path)
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}

/**
 * Removes the socket file of a process that is gone. A folder, which only one process can create, keeps others from doing
 * so at the same time: they could remove the new socket of the first one, and both would have the lock.
 */
async function removeStale(path: string): Promise<void> {
  const removal = `${path}.removal`
  try {
    mkdirSync(removal)
  } catch {
    const { mtimeMs = Date.now() } = statSync(removal, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > REMOVAL_MS) rmSync(removal, { recursive: true, force: true })
    await setTimeout(REMOVAL_POLL_MS)
    return
  }
  try {
    if ((await holderOf(path)) === undefined) rmSync(path, { force: true })
  } finally {
    rmSync(removal, { recursive: true, force: true })
  }
}

/** The pid of the process that holds the lock, if any. */
async function holderOf(path: string): Promise<string | undefined> {
  const socket = connect(path).setEncoding('utf8')
  try {
    let pid = ''
    for await (const text of socket) pid += text
    return pid
  } catch {
    return undefined
  }
}
