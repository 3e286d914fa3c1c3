// npm run verify: what takes too long for npm test. Every fault, width and dialog in a whole browser, and the npm commands with long
// unit tests and the layout of Solidity (CI runs these two); formal proof, long fuzz and invariant runs, coverage and mutation testing
// of the contracts, the state machine of the outbox, whether two builds are the same, the hosts of docs/hosting.md, a loan's life in
// other people's browsers and on other people's nodes, the contract tests and that life under the rules before Amsterdam, and the README
// followed in a bare clone.
// `npm run verify -- screens commands` runs these parts; what is no part's name is passed on to them.
import { runContractTests } from '../contracts/runTests.ts'
import { requireChromium } from './lib/browser.ts'
import { type Outcome, playwright, programs, vitest } from './lib/stage.ts'
import { browsers } from './verify/browsers.ts'
import { builds } from './verify/builds.ts'
import { ended, startScript } from './verify/children.ts'
import { coverage } from './verify/coverage.ts'
import { hosts } from './verify/hosts.ts'
import { mutants } from './verify/mutants.ts'
import { ENGINES, OSAKA } from './verify/nodes/engines.ts'
import { nodes } from './verify/nodes.ts'
import { outbox } from './verify/outbox.ts'
import { readme } from './verify/readme.ts'

const PARTS: Record<string, (...args: string[]) => Promise<boolean>> = {
  screens: async () => {
    requireChromium()
    const components = await allPass(vitest(['components'], { isLive: true, isLong: true }))
    return (await allPass(playwright('screens', { isLive: true }))) && components
  },
  commands: async () => {
    const layout = await allPass(programs(['prettier --check contracts/**/*.sol'], { isLive: true }))
    const long = await allPass(vitest(['unit', 'alone'], { isLive: true, isLong: true }))
    return (await allPass(vitest(['commands'], { isLive: true }))) && long && layout
  },
  prove: (...args) => ended(startScript('prove.ts', ...args)),
  invariants: () => runTests(/\.invariant_/),
  fuzz: () => runTests(/\.testFuzz_/),
  coverage,
  mutants,
  outbox,
  builds,
  hosts,
  browsers,
  nodes: () => nodes(ENGINES),
  osaka: async () => {
    const { failed } = await runContractTests({ hardfork: 'Osaka' })
    return (await nodes([OSAKA])) && failed === 0
  },
  readme,
}

const given = process.argv.slice(2)
const names = given.filter((name) => name in PARTS)
const args = given.filter((name) => !(name in PARTS))
if (given.length > 0 && names.length === 0) {
  console.error(`There is no part called ${given.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
const chosen = Object.entries(PARTS).filter(([part]) => names.length === 0 || names.includes(part))

const allFailures: string[] = []
for (const [part, verify] of chosen) {
  console.log(`\n── ${part} ──`)
  const start = Date.now()
  const ok = await verify(...args)
  console.log(`${part}: ${ok ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - start) / 1000)} s`)
  if (!ok) process.exitCode = 1
}

// Last, where somebody looks who sees only the end of a long output.
for (const name of allFailures) console.log(`FAILED ${name}`)

async function runTests(match: RegExp): Promise<boolean> {
  const { failed } = await runContractTests({ profile: 'verify', match })
  return failed === 0
}

async function allPass(outcome: Promise<Outcome>): Promise<boolean> {
  const { passed, failed, failures = [] } = await outcome
  console.log(`${passed} passed, ${failed} failed`)
  allFailures.push(...failures)
  return failed === 0
}
