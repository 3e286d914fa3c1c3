// npm run prove-gate: checks that `npm test` and `npm run verify -- screens commands` can fail. Plants a failure for each stage in a
// copy of the project, runs that stage and expects it to fail; also where a test is skipped, and where a stage has none.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOOR } from '../build/door.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const EXCLUDED = new Set(['node_modules', '.git', '.chain', 'dist', 'test-results'])

// Slow tests that are not needed here: one of each kind is enough to see that the others of a stage pass.
const SLOW_TESTS =
  /(web\/(wallet|chain|board)|devchain|scripts|contracts)\/.*\.test\.ts$|\.browser\.test\.tsx$|e2e\/\w+\/(?!routes)\w+\.spec\.ts$/

const GAS = 'contracts/snapshots/LoanLens.json'

const browserTest = (how: string, tag: string) =>
  `import { expect, test } from './support/fixtures.ts'\ntest${how}('planted', { tag: [${tag}] }, async ({ page }) => {\n  await page.goto('/login')\n  await expect(page).toHaveURL('/seed', { timeout: 100 })\n})\n`
const vitestTest = (how: string, expected: number) =>
  `import { expect, test } from 'vitest'\ntest${how}('planted', () => expect(1).toBe(${expected}))\n`

type Planted = {
  stage: string
  file: string
  source: string
  /** Its last line. */
  summary: RegExp
  /** The script that runs the stage. */
  command?: 'test' | 'verify'
  /** Further files that the copy lacks. */
  without?: RegExp
}

const PLANTED: Planted[] = [
  {
    stage: 'types',
    file: 'web/loans/planted.ts',
    source: `export const planted: number = 'text'\n`,
    summary: /^0 passed, 2 failed( in \d+ s)?$/m,
  },
  {
    stage: 'lint',
    file: 'web/loans/planted.ts',
    source: `export const planted: any = 1;\n`,
    summary: /^0 passed, 1 failed( in \d+ s)?$/m,
  },
  {
    command: 'verify',
    stage: 'commands',
    file: 'contracts/src/Planted.sol',
    source: `pragma solidity 0.8.37;\ncontract Planted{}\n`,
    summary: /Planted\.sol\n[^─]*?^0 passed, 1 failed$/m,
  },
  {
    stage: 'unused',
    file: 'web/loans/planted.ts',
    source: `export const planted = 1\n`,
    summary: /^0 passed, 1 failed( in \d+ s)?$/m,
  },
  {
    stage: 'contracts',
    file: 'contracts/test/Planted.t.sol',
    source: `pragma solidity 0.8.37;\ncontract PlantedTest {\n    function test_Fails() public pure {\n        require(false, "planted");\n    }\n}\n`,
    summary: /^[1-9]\d* passed, 1 failed( in \d+ s)?$/m,
  },
  {
    stage: 'contracts',
    file: GAS,
    source: readFileSync(`${root}${GAS}`, 'utf8').replace(/\d+"/, '1"'),
    summary: /^[1-9]\d* passed, 1 failed( in \d+ s)?$/m,
  },
  { stage: 'unit', file: 'web/planted.test.ts', source: vitestTest('', 2), summary: /^[1-9]\d* passed, 1 failed in \d+ s$/m },
  {
    stage: 'unit',
    file: 'web/planted.test.ts',
    source: vitestTest('.skip', 1),
    summary: /^[1-9]\d* passed, 1 failed in \d+ s$/m,
  },
  {
    stage: 'unit',
    file: 'web/chain/node/clients.test.ts',
    source: vitestTest('', 2),
    summary: /^[1-9]\d* passed, 1 failed in \d+ s$/m,
  },
  {
    stage: 'components',
    file: 'web/planted.browser.test.tsx',
    source: vitestTest('', 2),
    summary: /^0 passed, 1 failed in \d+ s$/m,
  },
  {
    stage: 'components',
    file: 'web/planted.browser.test.tsx',
    source: vitestTest('.skip', 1),
    summary: /^0 passed, 1 failed in \d+ s$/m,
  },
  { stage: 'components', file: 'web/planted.txt', source: 'No test.', summary: /^0 passed, 1 failed in \d+ s$/m },
  { stage: 'weight', file: 'build/weight.json', source: `{ "/login": 1000 }\n`, summary: /^2 passed, 4 failed in \d+ s$/m },
  {
    stage: 'weight',
    file: 'web/public/planted.txt',
    source: `${DOOR}\n`,
    summary: /^5 passed, 1 failed in \d+ s$/m,
  },
  {
    stage: 'journeys',
    file: 'e2e/planted.spec.ts',
    source: browserTest('', "'@journey'"),
    summary: /^[1-9]\d* passed, 1 failed in \d+ s$/m,
  },
  {
    stage: 'journeys',
    file: 'e2e/planted.spec.ts',
    source: browserTest('.skip', "'@journey'"),
    summary: /^[1-9]\d* passed, 1 failed in \d+ s$/m,
  },
  {
    stage: 'journeys',
    file: 'e2e/planted.txt',
    source: 'No test.',
    without: /\.spec\.ts$/,
    summary: /^0 passed, 1 failed in \d+ s$/m,
  },
  {
    command: 'verify',
    stage: 'screens',
    file: 'e2e/planted.spec.ts',
    source: browserTest('', ''),
    without: /\.spec\.ts$/,
    summary: /^0 passed, 1 failed$/m,
  },
]

let caughtCount = 0
for (const { stage, file, source, summary, command = 'test', without = /(?!)/ } of PLANTED) {
  const copy = mkdtempSync(join(tmpdir(), 'entrepares-gate-'))
  try {
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => path === root || !(EXCLUDED.has(basename(path)) || SLOW_TESTS.test(path) || without.test(path)),
    })
    symlinkSync(`${root}node_modules`, `${copy}/node_modules`)
    spawnSync('git', ['init', '--quiet'], { cwd: copy })
    writeFileSync(`${copy}/${file}`, source)
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', `scripts/${command}.ts`, stage], {
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
