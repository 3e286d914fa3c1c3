// `npm run verify` proves the contracts for longer than `npm test` does; `npm run verify -- mutants` runs one part.
import { spawnSync } from 'node:child_process'
import { foundryBinary } from './foundry.mjs'
import { mutants } from './verify/mutants.mjs'
import { prove } from './verify/prove.mjs'

const PARTS = {
  prove,
  invariants: () => forge('test', '--match-test', '^invariant_'),
  fuzz: () => forge('test', '--match-test', '^testFuzz_'),
  mutants,
}

const [name, ...words] = process.argv.slice(2)
const chosen = name ? [name] : Object.keys(PARTS)
const unknown = chosen.find((part) => !PARTS[part])
if (unknown) {
  console.error(`There is no part called ${unknown}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

for (const part of chosen) {
  console.log(`\n── ${part} ──`)
  const start = Date.now()
  const ok = await PARTS[part](...words)
  console.log(`${part}: ${ok ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - start) / 1000)} s`)
  if (!ok) process.exitCode = 1
}

function forge(...words) {
  const env = { ...process.env, FOUNDRY_PROFILE: 'verify' }
  return spawnSync(foundryBinary('forge'), words, { stdio: 'inherit', env }).status === 0
}
