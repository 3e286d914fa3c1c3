import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Takes an advisory lock on a file; the result releases it. The lock is a Unix domain socket that this process listens
 * on: it needs no cleanup after a kill, because a stale socket file has no listener and the next process takes it over.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  // In the temporary folder, under a hash: the path of a Unix socket is limited to about 100 characters.
  const path = join(tmpdir(), `entrepares-${createHash('sha256').update(file).digest('hex').slice(0, 16)}.lock`)
  const server = createServer((socket) => socket.end(`${process.pid}`))
  const listen = async () => {
    server.listen(path)
    await once(server, 'listening')
  }
  try {
    await listen()
  } catch {
    const holder = await holderOf(path)
    if (holder !== undefined) throw new Error(`The embedded chain is in use by process ${holder}. End that one first.`)
    rmSync(path, { force: true })
    await listen()
  }
  server.unref()
  return async () => {
    server.close()
    await once(server, 'close')
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
