// Mutation testing of the contracts: runs the tests against each mutant, which survives if none fails. Equivalent mutants, which
// no test can tell from the original, are listed with the reason in equivalentMutants.json. Any other survivor fails the run, and
// so does an entry of the list that is out of date.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startScript, stop } from './children.ts'
import { type Mutant as Edited, mutate } from './mutate.ts'

const MIN_SCORE = 0.98
const MUTANT_TIMEOUT_MINUTES = 5
const START_TIMEOUT_MINUTES = 30
// At least two: while the tests of one mutant run on all cores, another is compiled on one core.
const WORKERS = Math.max(2, Math.floor(availableParallelism() / 2))

export type Fate = 'killed' | 'survived' | 'impossible' | 'same'
type Mutant = Edited & { file: string; fate?: Fate | undefined }
type Listed = Pick<Mutant, 'file' | 'before' | 'after'>

const root = fileURLToPath(new URL('../..', import.meta.url))
const sourceFolder = join(root, 'contracts/src')
const sources: Record<string, string> = Object.fromEntries(
  readdirSync(sourceFolder).map((file) => [file, readFileSync(join(sourceFolder, file), 'utf8')]),
)
const equivalent: (Listed & { reason: string })[] = JSON.parse(
  readFileSync(new URL('equivalentMutants.json', import.meta.url), 'utf8'),
)

/** `only`: a regular expression for names of mutants, such as `^LoanBook.sol:12`. Without it, MIN_SCORE must be reached. */
export async function mutants(only = ''): Promise<boolean> {
  const all: Mutant[] = Object.entries(sources)
    .flatMap(([file, source]) => mutate(source).map((mutant) => ({ ...mutant, file })))
    .filter((mutant) => new RegExp(only).test(nameOf(mutant)))
  console.log(`${all.length} mutants`)
  const queue = [...all]
  const first = await startWorker('check')
  const others = await Promise.all(Array.from({ length: WORKERS - 1 }, () => startWorker()))
  await Promise.all([first, ...others].map((worker) => work(worker, queue, all.length)))
  return report(all, only)
}

function nameOf({ file, line, before, after }: Mutant): string {
  return `${file}:${line}  ${before}  ⇒  ${after}`
}

async function startWorker(...args: string[]): Promise<ChildProcess> {
  const worker = startScript('mutantWorker.ts', ...args)
  if (!(await answerOf(worker, START_TIMEOUT_MINUTES))) throw new Error('A worker did not start; it may say why above.')
  return worker
}

async function work(first: ChildProcess, queue: Mutant[], count: number): Promise<void> {
  let worker = first
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    worker.send(mutant)
    mutant.fate = await answerOf(worker, MUTANT_TIMEOUT_MINUTES)
    if (!mutant.fate) {
      // A timeout or a crash of EDR counts as killed.
      console.log(`no answer ${nameOf(mutant)}`)
      mutant.fate = 'killed'
      stop(worker)
      worker = await startWorker()
    }
    if (mutant.fate === 'survived') console.log(`survived  ${nameOf(mutant)}`)
    if (queue.length % 50 === 0) console.log(`${count - queue.length} of ${count}`)
  }
  worker.disconnect()
}

/** Undefined if the worker exits or the time is up. */
async function answerOf(worker: ChildProcess, minutes: number): Promise<Fate | undefined> {
  const waiting = new AbortController()
  const { signal } = waiting
  const [answer] = await Promise.race([
    once(worker, 'message', { signal }),
    once(worker, 'exit', { signal }).then(() => []),
    sleep(minutes * 60_000, [], { signal }),
  ]).finally(() => waiting.abort())
  return answer
}

function report(all: Mutant[], only: string): boolean {
  const count = (fate: Fate) => all.filter((mutant) => mutant.fate === fate).length
  const [killed, survived] = [count('killed'), count('survived')]
  const score = killed / (killed + survived)
  const reasons = new Map(equivalent.map((entry) => [keyOf(entry), entry.reason]))
  const survivors = all.filter((mutant) => mutant.fate === 'survived')
  const unexplained = survivors.filter((mutant) => !reasons.has(keyOf(mutant)))
  const seen = new Set(survivors.map(keyOf))
  const outdated = only ? [] : equivalent.filter((entry) => !seen.has(keyOf(entry)))

  console.log(`\n${killed} killed, ${survived} survived: ${(100 * score).toFixed(1)} %`)
  console.log(`Not counted: ${count('impossible')} that do not compile, ${count('same')} that compile to the same code.`)
  for (const mutant of survivors)
    console.log(`\n${nameOf(mutant)}\n  ${reasons.get(keyOf(mutant)) ?? 'NOT LISTED: a test is missing'}`)
  for (const entry of outdated)
    console.log(`\nListed as equivalent, but it did not survive: ${entry.file}  ${entry.before}  ⇒  ${entry.after}`)
  return (only !== '' || score >= MIN_SCORE) && unexplained.length === 0 && outdated.length === 0
}

// Without the line number, which changes with every line that is added above.
function keyOf({ file, before, after }: Listed): string {
  return [file, before, after].join('\n')
}
