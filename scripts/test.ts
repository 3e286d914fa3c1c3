// npm test: all checks. Stages run three at a time, and none begins after one has failed. `npm test -- unit journeys` runs only those
// stages, `npm test -- changed` only what the changes since the last commit concern.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from '../contracts/compile.ts'
import { requireChromium } from './lib/browser.ts'
import { type Count, type Options, type Outcome, playwright, programs, script, vitest } from './lib/stage.ts'

/** Most stages wait for a part of their time, so two cores have enough to do. */
const AT_ONCE = 3
const CHANGED = 'changed'

const root = fileURLToPath(new URL('..', import.meta.url))
const isChanged = process.argv.includes(CHANGED)

type Stage = {
  run: (options: Options) => Promise<Outcome>
  /** Begins when the contracts are compiled. */
  isOnChain?: boolean
  /** Compiles too, and so begins after that if another stage needs it: at the same time both would compile contracts/src. */
  isCompiling?: boolean
  isInChromium?: boolean
  /** With 'changed' it runs only if one of these files has changed. Undefined: it selects its tests itself, or always runs. */
  files?: RegExp
}

// In the order in which they begin: first those that need no contracts, as they are compiled meanwhile; then those that often wait
// for a browser; those at the end keep both cores busy until the last has finished.
const STAGES: Record<string, Stage> = {
  // One checker: each further one checks shared types again, and other stages have the other core.
  types: { run: (options) => programs(['tsc -p . --checkers 1', 'tsc -p web --checkers 1'], options) },
  // Not the layout of Solidity, which takes twice as long: `npm run verify -- commands` checks it.
  lint: { run: (options) => programs(['biome ci --colors=off .'], options) },
  unused: { run: (options) => programs(['knip'], options) },
  weight: { run: (options) => script('build/weigh.ts', options), files: /^(web|build)\// },
  journeys: { run: (options) => playwright('journeys', options), isOnChain: true, isInChromium: true, files: /^e2e\// },
  components: { run: components, isOnChain: true, isInChromium: true },
  contracts: { run: (options) => script('contracts/testCli.ts', options), isCompiling: true, files: /^contracts\/|^foundry/ },
  unit: { run: units, isOnChain: true },
}

const began = performance.now()
const total: Count = { passed: 0, failed: 0 }
try {
  const queue = chosenStages()
  if (queue.some(([, { isInChromium }]) => isInChromium)) requireChromium()
  // Here, and not by several stages at the same time.
  const compiled = queue.some(([, { isOnChain }]) => isOnChain) ? compile() : undefined
  // A mistake is said by the first stage that waits for it; until then nobody listens.
  compiled?.catch(() => {})
  const options = { isChanged, isLive: queue.length === 1 }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(queue, options, compiled)))
} catch (error) {
  total.failed++
  console.error(`\n${error instanceof Error ? error.message : error}`)
}
if (isChanged)
  console.log('Not run: component tests that are not beside a changed file, and journeys unless one of their files has changed.')
console.log(`${total.passed} passed, ${total.failed} failed in ${secondsSince(began)} s`)
process.exitCode = total.failed > 0 ? 1 : 0

function chosenStages(): [string, Stage][] {
  const wanted = process.argv.slice(2).filter((name) => name !== CHANGED)
  const unknown = wanted.filter((name) => !(name in STAGES))
  if (unknown.length > 0)
    throw new Error(`There is no stage ${unknown.join(', ')}: choose from ${Object.keys(STAGES).join(', ')}, or ${CHANGED}.`)
  const changed = isChanged ? changedFiles() : undefined
  return Object.entries(STAGES).filter(
    ([name, { files }]) =>
      (wanted.length === 0 || wanted.includes(name)) && (!changed || !files || changed.some((file) => files.test(file))),
  )
}

/** Takes stage after stage from the queue, until there is none left or one has failed. */
async function work(queue: [string, Stage][], options: Options, compiled: Promise<unknown> | undefined): Promise<void> {
  for (let next = queue.shift(); next && total.failed === 0; next = queue.shift()) {
    const [name, { run, isOnChain, isCompiling }] = next
    if (isOnChain || isCompiling) await compiled
    console.log(`── ${name} …\n`)
    const start = performance.now()
    const { passed, failed, output, processor } = await run(options)
    total.passed += passed
    total.failed += failed
    const seconds = secondsSince(start)
    const share = Math.round((100 * processor) / (Math.max(seconds, 1) * availableParallelism()))
    const busy = processor > 0 ? ` (${Math.round(processor)} s of processor, ${share} %)` : ''
    if (!options.isLive) console.log(output.trimEnd())
    console.log(`── ${name}: ${passed} passed, ${failed} failed in ${seconds} s${busy}\n`)
  }
}

/** With 'changed': those that import what has changed, and those that read the files of the project without importing them. */
function units(options: Options): Promise<Outcome> {
  const wanted = { ...options, isLong: false }
  if (!isChanged) return vitest(['unit', 'alone'], wanted)
  const checks = readdirSync(join(root, 'scripts/checks')).map((name) => `scripts/checks/${name}`)
  return vitest(['unit', 'alone'], { ...wanted, related: [...present(changedFiles()), 'web/layers.test.ts', ...checks] })
}

/**
 * Nearly every one of them mounts the whole dashboard, and so imports nearly every file. With 'changed': those beside a changed file,
 * the long ones too, or all that are not long where the change is in what they share.
 */
async function components(options: Options): Promise<Outcome> {
  if (!isChanged || changedFiles().some((file) => file.startsWith('web/testing/')))
    return vitest(['components'], { ...options, isChanged: false, isLong: false })
  const folders = present(changedFiles().map((file) => dirname(file))).filter((folder) => folder.startsWith('web/'))
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.browser.test.tsx') ? [`${folder}/${name}`] : [])),
  )
  if (files.length === 0) return { passed: 0, failed: 0, output: 'No component test is beside what has changed.', processor: 0 }
  return vitest(['components'], { ...options, files })
}

/** Files that differ from the last commit, new and deleted ones included. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')].filter(
    (file) => file !== '',
  )
}

/** Those that were not deleted, each once. */
function present(paths: string[]): string[] {
  return [...new Set(paths)].filter((path) => existsSync(join(root, path)))
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}
