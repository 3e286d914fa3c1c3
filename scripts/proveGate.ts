// npm run prove-gate: checks that `npm test` can fail. Plants a failure for each stage in a copy of the project, runs that stage
// and expects it to fail.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const EXCLUDED = new Set(['node_modules', '.git', '.chain', 'dist', 'test-results'])

// Slow tests that are not needed here.
const SLOW_TESTS = /(web\/wallet|devchain|scripts|contracts)\/.*\.test\.ts$|e2e\/\w+\/(?!routes)\w+\.spec\.ts$/

const GAS = 'contracts/snapshots/LoanBook.json'

const PLANTED: { stage: string; file: string; source: string; summary: RegExp }[] = [
  {
    stage: 'types',
    file: 'web/loans/planted.ts',
    source: `export const planted: number = 'text'\n`,
    summary: /^0 passed, 2 failed$/m,
  },
  { stage: 'lint', file: 'web/loans/planted.ts', source: `export const planted: any = 1;\n`, summary: /^1 passed, 1 failed$/m },
  {
    stage: 'lint',
    file: 'contracts/src/Planted.sol',
    source: `pragma solidity 0.8.37;\ncontract Planted{}\n`,
    summary: /^1 passed, 1 failed$/m,
  },
  { stage: 'unused', file: 'web/loans/planted.ts', source: `export const planted = 1\n`, summary: /^0 passed, 1 failed$/m },
  {
    stage: 'contracts',
    file: 'contracts/test/Planted.t.sol',
    source: `pragma solidity 0.8.37;\ncontract PlantedTest {\n    function test_Fails() public pure {\n        require(false, "planted");\n    }\n}\n`,
    summary: /^[1-9]\d* passed, 1 failed$/m,
  },
  {
    stage: 'contracts',
    file: GAS,
    source: readFileSync(`${root}${GAS}`, 'utf8').replace(/\d+"/, '1"'),
    summary: /^[1-9]\d* passed, 1 failed$/m,
  },
  {
    stage: 'unit',
    file: 'web/planted.test.ts',
    source: `import { expect, test } from 'vitest'\ntest('planted', () => expect(1).toBe(2))\n`,
    summary: /^[1-9]\d* passed, 1 failed$/m,
  },
  { stage: 'weight', file: 'build/weight.json', source: `{ "/login": 1000 }\n`, summary: /^0 passed, 4 failed$/m },
  {
    stage: 'e2e',
    file: 'e2e/planted.spec.ts',
    source: `import { expect, test } from './support/fixtures.ts'\ntest('planted', async ({ page }) => {\n  await page.goto('/login')\n  await expect(page).toHaveURL('/seed', { timeout: 100 })\n})\n`,
    summary: /^[1-9]\d* passed, 1 failed$/m,
  },
]

let caughtCount = 0
for (const { stage, file, source, summary } of PLANTED) {
  const copy = mkdtempSync(join(tmpdir(), 'entrepares-gate-'))
  try {
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => path === root || !(EXCLUDED.has(basename(path)) || SLOW_TESTS.test(path)),
    })
    symlinkSync(`${root}node_modules`, `${copy}/node_modules`)
    spawnSync('git', ['init', '--quiet'], { cwd: copy })
    writeFileSync(`${copy}/${file}`, source)
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/test.ts', stage], {
      cwd: copy,
      encoding: 'utf8',
    })
    const caught = status === 1 && summary.test(stdout)
    if (caught) caughtCount++
    console.log(`${caught ? 'caught' : 'MISSED'} a failure planted in ${stage} (${file}): exit ${status}`)
    if (!caught) console.log(stdout.slice(-2000))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

console.log(`${caughtCount} passed, ${PLANTED.length - caughtCount} failed`)
process.exitCode = caughtCount === PLANTED.length ? 0 : 1
