// npm run verify: formal proof, long fuzz and invariant runs, coverage and mutation testing of the contracts, the state machine
// of the outbox, whether two builds are the same, and the README followed in a bare clone.
// `npm run verify -- mutants` runs one part.
import { runContractTests } from '../contracts/runTests.ts'
import { builds } from './verify/builds.ts'
import { ended, startScript } from './verify/children.ts'
import { coverage } from './verify/coverage.ts'
import { mutants } from './verify/mutants.ts'
import { outbox } from './verify/outbox.ts'
import { readme } from './verify/readme.ts'

const PARTS: Record<string, (...args: string[]) => Promise<boolean>> = {
  prove: (...args) => ended(startScript('prove.ts', ...args)),
  invariants: () => runTests(/\.invariant_/),
  fuzz: () => runTests(/\.testFuzz_/),
  coverage,
  mutants,
  outbox,
  builds,
  readme,
}

const [name, ...args] = process.argv.slice(2)
const chosen = Object.entries(PARTS).filter(([part]) => !name || part === name)
if (chosen.length === 0) {
  console.error(`There is no part called ${name}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

for (const [part, verify] of chosen) {
  console.log(`\n── ${part} ──`)
  const start = Date.now()
  const ok = await verify(...args)
  console.log(`${part}: ${ok ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - start) / 1000)} s`)
  if (!ok) process.exitCode = 1
}

async function runTests(match: RegExp): Promise<boolean> {
  const { failed } = await runContractTests({ profile: 'verify', match })
  return failed === 0
}
