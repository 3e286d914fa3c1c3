// npm test: all checks, stage by stage, up to the first stage that fails. `npm test -- unit e2e` runs only those stages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { weigh } from '../build/weight.ts'
import { runContractTests } from '../contracts/runTests.ts'
import { requireChromium } from './lib/browser.ts'

type Count = { passed: number; failed: number }

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'entrepares-reports-'))

const stages: Record<string, () => Promise<Count>> = {
  types: () => checks(bin('tsc', '-p', '.'), bin('tsc', '-p', 'web')),
  lint: () => checks(bin('biome', 'ci', '--colors=off', '.'), bin('prettier', '--check', 'contracts/**/*.sol')),
  unused: () => checks(bin('knip')),
  contracts: () => runContractTests(),
  unit: unitTests,
  weight: weigh,
  e2e: browserTests,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in stages))
const total = { passed: 0, failed: 0 }

try {
  if (unknown.length > 0)
    throw new Error(`There is no stage ${unknown.join(', ')}: choose from ${Object.keys(stages).join(', ')}.`)
  const chosen = Object.entries(stages).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  if (chosen.some(([name]) => name === 'e2e')) requireChromium()
  for (const [name, stage] of chosen) {
    const began = Date.now()
    console.log(`\n── ${name} ──`)
    const { passed, failed } = await stage()
    total.passed += passed
    total.failed += failed
    console.log(`── ${name}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - began) / 1000)} s`)
    if (failed > 0) break
  }
} catch (error) {
  total.failed++
  console.error(`\n${error instanceof Error ? error.message : error}`)
} finally {
  rmSync(reports, { recursive: true, force: true })
}

console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function unitTests(): Promise<Count> {
  const report = join(reports, 'unit.json')
  const { code } = await run(bin('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`))
  const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
  return counted(code, numPassedTests, numTotalTests - numPassedTests)
}

async function browserTests(): Promise<Count> {
  const report = join(reports, 'e2e.json')
  const { code } = await run(bin('playwright', 'test', '--reporter=list,json'), { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats
  // A skipped test counts as failed.
  return counted(code, expected, unexpected + flaky + skipped)
}

/** A runner that exits with an error but reports no failed test, or that ran no test, counts as one failure. */
function counted(code: number, passed: number, failed: number): Count {
  const sound = Number.isInteger(passed) && Number.isInteger(failed) && passed > 0
  if (!sound || (code !== 0 && failed === 0)) return { passed: sound ? passed : 0, failed: 1 }
  return { passed, failed }
}

async function checks(...commands: string[][]): Promise<Count> {
  const count = { passed: 0, failed: 0 }
  for (const command of commands) count[(await run(command)).code === 0 ? 'passed' : 'failed']++
  return count
}

function bin(name: string, ...args: string[]): string[] {
  return [`${root}node_modules/.bin/${name}`, ...args]
}

async function run([program = '', ...args]: string[], env = {}): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
    process.stdout.write(data)
  })
  child.stderr.pipe(process.stderr)
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output }
}
