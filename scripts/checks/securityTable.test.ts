import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { KDF_TODAY } from '../../web/wallet/vault/kdfParameters.ts'
import { waitAfter } from '../../web/wallet/vault/throttle.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

const page = read('docs/security.md')
const [, faults = ''] = page.split('## What can go wrong, and what the person sees')
/** Without headings and the lines below them. */
const rows = faults.split('\n').filter((line) => line.startsWith('| ') && !/^\| (what goes wrong|---) \|/.test(line))

test('every fault says what the person sees, what is lost, and the test that holds it, which exists and expects something', () => {
  expect(rows.length).toBeGreaterThan(70)
  for (const row of rows) {
    const { sees, lost, file, name } =
      /^\| [^|]+ \| (?<sees>[^|]+) \| (?<lost>[^|]+) \| `(?<file>[^`]+)`: (?<name>.+) \|$/.exec(row)?.groups ?? {}
    expect([sees, lost, file, name], row).not.toContain(undefined)
    const held = testsIn(read(file ?? '')).find((one) => one.name === name)
    expect(held, `${file}: ${name}`).toBeDefined()
    expect(held?.body, `${file}: ${name}`).toMatch(/\bexpect|\bassert/)
  }
})

test('only what is called as a test counts as one', () => {
  const source = `test('one', () => { expect(1) })\n// 'two'\ntest.each([1])('three %s', () => {})\ntest(\n  'four',\n)\ndescribe('five', () => {})`
  expect(testsIn(source).map(({ name }) => name)).toEqual(['one', 'three %s', 'four'])
  expect(testsIn(source).map(({ body }) => body.includes('expect'))).toEqual([true, false, false])
})

test('the cost of guessing is that of the code', () => {
  expect(page).toContain(`Argon2id, ${KDF_TODAY.memoryKiB / 1024} MiB, ${KDF_TODAY.passes} passes`)
  const [atOnce, firstDay] = [attemptsWithin(0), attemptsWithin(DAY_MS)]
  const aDay = DAY_MS / waitAfter(1_000)
  expect(page).toContain(`${atOnce} attempts at once, ${firstDay} in the first 24 hours, then ${aDay} a day`)
  expect(page).toContain(`takes ${Math.round(500_000 / aDay / 365)} years`)
})

const DAY_MS = 86_400_000

/** How many attempts somebody can make who never waits longer than they must. */
function attemptsWithin(ms: number): number {
  let [attempts, at] = [0, 0]
  while (at <= ms) {
    attempts++
    at += waitAfter(attempts)
  }
  return attempts
}

/** The first argument of `test(…)` and of `test.each(…)(…)`, and what follows up to the next test. */
function testsIn(source: string): { name: string; body: string }[] {
  const found = [...source.matchAll(/(?:\btest|\))\(\s*'((?:[^'\\]|\\.)+)'/g)]
  return found.map(({ 1: name = '', index }, place) => ({ name, body: source.slice(index, found[place + 1]?.index) }))
}
