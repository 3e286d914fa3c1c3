import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Takes a file for this process; gives what hands it back. The lock is a socket that this process listens on: when the
 * process is killed nobody listens any more, whatever is left on the disk, and the next one may have it.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  // Not beside the file: the path of a socket has at most some hundred characters.
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

/** The process that listens, if there is one. */
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
