// Seconds of the two commands that a newcomer runs, packages installed: npm start until it answers, npm test stage by stage.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/lib/ports.ts'
import type { Row } from '../table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MAX_START_SECONDS = 30
const MAX_TEST_SECONDS = 300

/** In a clone, so that the chain that is kept in the project is neither used nor changed. */
export async function start(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-start-'))
  try {
    await once(spawn('git', ['clone', '--quiet', root, folder]), 'exit')
    symlinkSync(`${root}node_modules`, `${folder}/node_modules`)
    const times: number[] = []
    for (const _ of ['new chain', 'kept chain']) times.push(await secondsUntilServed(folder))
    const [first = Number.NaN, again = Number.NaN] = times
    const goal = { most: MAX_START_SECONDS }
    return [
      { what: 'npm start until it answers', unit: 's', ours: first, goal },
      { what: 'npm start until it answers, again', unit: 's', ours: again, peer: { name: 'the first time', figure: first } },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function tests(): Promise<Row[]> {
  const began = performance.now()
  const npm = spawn('npm', ['test'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await textOf(npm.stdout)
  const seconds = (performance.now() - began) / 1000
  if (!/^\d+ passed, 0 failed in \d+ s$/m.test(output)) throw new Error(`npm test fails:\n${output.slice(-2_000)}`)
  const stages = [...output.matchAll(/^── (\w+): (\d+) passed, 0 failed in (\d+) s/gm)]
  return [
    { what: 'npm test', unit: 's', ours: seconds, goal: { most: MAX_TEST_SECONDS } },
    ...stages.map(([, stage, passed, took]) => ({ what: `– ${stage}, ${passed} passed`, unit: 's', ours: Number(took) })),
  ]
}

async function secondsUntilServed(folder: string): Promise<number> {
  const began = performance.now()
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const text of npm.stdout.setEncoding('utf8')) if (text.includes('Ctrl-C ends')) break
  await fetch(`http://localhost:${port}/login`)
  const seconds = (performance.now() - began) / 1000
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  return seconds
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return text
}
