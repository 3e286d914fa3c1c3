// Child processes, each the leader of its own process group: killing the group ends the child with everything it started, also
// when this process exits.
import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const running = new Set<number>()

process.on('exit', () => {
  for (const group of running) process.kill(-group, 'SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/** Waits for the child to exit; true if its exit code is 0. */
export async function ended(child: ChildProcess): Promise<boolean> {
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Forks a script of this folder, with an IPC channel. */
export function startScript(name: string, ...args: string[]): ChildProcess {
  const path = fileURLToPath(new URL(name, import.meta.url))
  // Half of the usual 8 MB: solc's model checker recurses deeper than Node's own limit of 1 MB.
  const execArgv = ['--stack-size=3900', '--import', import.meta.resolve('tsx')]
  return track(fork(path, args, { execArgv, detached: true }))
}

/** Runs a command line in a shell. */
export function startCommand(command: string, options: SpawnOptions): ChildProcess {
  return track(spawn(command, { ...options, shell: true, detached: true }))
}

export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** Waits until the server that a child runs answers, whatever it says. */
export async function untilServed(url: string, child: ChildProcess, limitMs: number, asked?: RequestInit): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(200)) {
    if (await fetch(url, asked).catch(() => undefined)) return
    if (!isRunning(child)) throw new Error(`The command has ended before it answered at ${url}.`)
  }
  throw new Error(`Nothing answers at ${url} after ${limitMs / 1_000} s.`)
}

export function stop({ pid }: ChildProcess): void {
  if (pid && running.has(pid)) process.kill(-pid, 'SIGKILL')
}

function track(child: ChildProcess): ChildProcess {
  const { pid } = child
  if (pid) {
    running.add(pid)
    child.once('exit', () => running.delete(pid))
  }
  return child
}
