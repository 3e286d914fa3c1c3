// Runners of the stages of `npm test`, and how their tests are counted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { measureProcessor } from './processor.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Count = { passed: number; failed: number }

/**
 * `processor`: seconds, of the programs and all that they started. 0 where the system does not say. `failures`: the names of the
 * tests that failed and what they said, where the runner reports them.
 */
export type Outcome = Count & { output: string; processor: number; failures?: readonly string[] }

export type Options = {
  /** Output appears at once, and not at the end: programs that run at the same time would mix theirs. */
  isLive?: boolean
  /** Runs only tests that the uncommitted changes concern, of which there may be none. */
  isChanged?: boolean
}

type Ended = { code: number; output: string; processor: number }

/** The tag of Vitest's tests that `npm test` leaves to `npm run verify`. */
export const LONG = 'long'

type VitestResult = { status: string; tags: string[]; fullName: string; failureMessages: string[] }
type VitestReport = { testResults: { assertionResults: VitestResult[] }[] }

type PlaywrightTest = { results: { error?: { message?: string } }[] }
type PlaywrightSpec = { ok: boolean; title: string; file: string; line: number; tests: PlaywrightTest[] }
type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** Command lines that begin with a program of a package; each counts as one check. */
export async function programs(commands: readonly string[], options: Options): Promise<Outcome> {
  const total = { passed: 0, failed: 0, output: '', processor: 0 }
  for (const command of commands) {
    const [name = '', ...args] = command.split(' ')
    const { code, output, processor } = await run(bin(name), args, options)
    total[code === 0 ? 'passed' : 'failed']++
    total.output += output
    total.processor += processor
  }
  return total
}

/** A script of this project, whose last line says how many passed and failed. */
export async function script(path: string, options: Options): Promise<Outcome> {
  const { code, ...ended } = await run(process.execPath, ['--import', 'tsx', `${root}${path}`], options)
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(ended.output) ?? []
  return { ...ended, ...counted(code, Number(passed), Number(failed)) }
}

type VitestOptions = Options & {
  /** Only those that are tagged so, or only the others. */
  isLong?: boolean
  /** Only these test files. */
  files?: readonly string[]
  /** Only test files that are among these files or import one of them. */
  related?: readonly string[]
}

/** Tests of these projects of vitest.config.ts. */
export function vitest(projects: readonly string[], options: VitestOptions): Promise<Outcome> {
  const { isChanged, isLong, files = [], related } = options
  return withReport(async (report) => {
    const chosen = projects.flatMap((name) => ['--project', name])
    const command = related ? ['related', '--run', ...related] : ['run', ...files]
    const none = isChanged ? ['--passWithNoTests'] : []
    const tagged = isLong === undefined ? [] : [`--tags-filter=${isLong ? LONG : `!${LONG}`}`]
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    // React for production is four times as fast.
    const env = projects.includes('components') ? { NODE_ENV: 'production' } : {}
    const { code, ...ended } = await run(bin('vitest'), [...command, ...chosen, ...none, ...tagged, ...reporters], options, env)
    if (!existsSync(report)) return { ...ended, passed: 0, failed: 1 }
    const { testResults }: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
    const wanted = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ tags }) => isLong === undefined || tags.includes(LONG) === isLong)
    const failures = wanted
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, failureMessages }) => withReason(fullName, failureMessages[0]))
    return { ...ended, ...counted(code, wanted.length - failures.length, failures.length, options), failures }
  })
}

/** Tests of a project of playwright.config.ts. */
export function playwright(project: string, options: Options): Promise<Outcome> {
  return withReport(async (report) => {
    const changed = options.isChanged ? ['--only-changed', '--pass-with-no-tests'] : []
    const args = ['test', `--project=${project}`, '--reporter=list,json', ...changed]
    const { code, ...ended } = await run(bin('playwright'), args, options, { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    if (!existsSync(report)) return { ...ended, passed: 0, failed: 1 }
    const { stats, suites }: PlaywrightReport = JSON.parse(readFileSync(report, 'utf8'))
    const { expected, unexpected, flaky, skipped } = stats
    return { ...ended, ...counted(code, expected, unexpected + flaky + skipped, options), failures: suites.flatMap(failuresIn) }
  })
}

function failuresIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  const said = failed.map(({ file, line, title, tests }) =>
    withReason(`${file}:${line} ${title}`, tests.flatMap(({ results }) => results)[0]?.error?.message),
  )
  return [...said, ...suites.flatMap(failuresIn)]
}

/** The first lines of the reason: what was expected, and where. */
function withReason(name: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, 8).map((line) => `  ${line.slice(0, 200)}`)].join('\n')
}

/**
 * Whatever is not passed is failed: skipped tests too. A runner that exits with an error but reports no failed test counts as one
 * failure, and so does one that ran no test, unless it was to run the changed ones.
 */
function counted(code: number, passed: number, failed: number, { isChanged = false }: Options = {}): Count {
  const isSound = Number.isInteger(passed) && Number.isInteger(failed) && (passed + failed > 0 || isChanged)
  if (!isSound || (code !== 0 && failed === 0)) return { passed: isSound ? passed : 0, failed: 1 }
  return { passed, failed }
}

async function withReport(work: (report: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function bin(name: string): string {
  return `${root}node_modules/.bin/${name}`
}

async function run(program: string, args: readonly string[], { isLive }: Options, env = {}): Promise<Ended> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
      if (isLive) process.stdout.write(data)
    })
  }
  const processor = child.pid === undefined ? () => 0 : measureProcessor(child.pid)
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output, processor: processor() }
}
