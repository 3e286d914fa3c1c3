// Do the tests notice mistakes? Each mutant of the contracts is put in the original's place; one that no test refuses
// has survived. Survivors that no test can tell from the original are listed, with the reason, in
// equivalentMutants.json; any other survivor fails the run, and so does a list that is out of date.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startScript, stop } from './children.ts'
import { type Mutant as Edited, mutate } from './mutate.ts'

const LEAST_SCORE = 0.95
const MINUTES_AT_MOST = 5
const MINUTES_TO_START = 30
// One compiles on one core while another's tests run on all of them.
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

/** `only` is a pattern for names of mutants, such as `^LoanBook.sol:12`. Without it all are tested, and must reach the score. */
export async function mutants(only = ''): Promise<boolean> {
  const all: Mutant[] = Object.entries(sources)
    .flatMap(([file, source]) => mutate(source).map((mutant) => ({ ...mutant, file })))
    .filter((mutant) => new RegExp(only).test(nameOf(mutant)))
  console.log(`${all.length} mutants`)
  const queue = [...all]
  const first = await startWorker('check')
  const others = await Promise.all(Array.from({ length: WORKERS - 1 }, () => startWorker()))
  await Promise.all([first, ...others].map((worker) => work(worker, queue, all.length)))
  return judge(all, only)
}

function nameOf({ file, line, before, after }: Mutant): string {
  return `${file}:${line}  ${before}  ⇒  ${after}`
}

async function startWorker(...words: string[]): Promise<ChildProcess> {
  const worker = startScript('mutantWorker.ts', ...words)
  if (!(await answerOf(worker, MINUTES_TO_START))) throw new Error('A worker did not start; it may say why above.')
  return worker
}

async function work(first: ChildProcess, queue: Mutant[], count: number): Promise<void> {
  let worker = first
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    worker.send(mutant)
    mutant.fate = await answerOf(worker, MINUTES_AT_MOST)
    if (!mutant.fate) {
      // A mutant that never ends, or that stops the engine, was noticed too.
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

/** Nothing, if the worker ended or the time is up. */
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

function judge(all: Mutant[], only: string): boolean {
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
  return (only !== '' || score >= LEAST_SCORE) && unexplained.length === 0 && outdated.length === 0
}

// Without the line number: the list must not change when a line is added above.
function keyOf({ file, before, after }: Listed): string {
  return [file, before, after].join('\n')
}
