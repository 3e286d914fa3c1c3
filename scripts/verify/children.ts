// Each child leads a group of its own, so that when this process ends, however it does, the child ends with all it started.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const running = new Set<number>()

process.on('exit', () => {
  for (const group of running) process.kill(-group, 'SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/** Waits for the end, and says whether it was a good one. */
export async function ended(child: ChildProcess): Promise<boolean> {
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Starts a script that lies beside this one and speaks by messages. */
export function startScript(name: string, ...words: string[]): ChildProcess {
  const path = fileURLToPath(new URL(name, import.meta.url))
  const child = fork(path, words, { execArgv: ['--import', import.meta.resolve('tsx')], detached: true })
  const { pid } = child
  if (pid) {
    running.add(pid)
    child.once('exit', () => running.delete(pid))
  }
  return child
}

export function stop({ pid }: ChildProcess): void {
  if (pid && running.has(pid)) process.kill(-pid, 'SIGKILL')
}
