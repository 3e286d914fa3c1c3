import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = {
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const packages: Record<string, Entry> = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
).packages
const NATIVE = /[-/](linux|darwin|win32)-/
const MACHINES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** What each package with native parts says that its parts are, by the package. */
const families = Object.entries(packages).flatMap(([owner, { dependencies, optionalDependencies }]) => {
  const parts = Object.keys({ ...dependencies, ...optionalDependencies })
  return parts.some((name) => NATIVE.test(name)) ? [{ owner, parts }] : []
})

test('every package that is locked has a hash', () => {
  const bare = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)
  expect(bare.map(([path]) => path)).toEqual([])
})

// npm leaves out what the registry lacks, and `npm ci` then refuses the lockfile on every machine.
test('every native package is locked for every machine that it names', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  expect(
    families.flatMap(({ owner, parts }) => parts.filter((name) => !locked.has(name)).map((name) => `${owner}: ${name}`)),
  ).toEqual([])
})

test('every native package exists for Linux and macOS, on x64 and on arm64', () => {
  expect(families.length).toBeGreaterThan(3)
  const missing = families.flatMap(({ owner, parts }) =>
    MACHINES.filter((machine) => !parts.some((name) => name.includes(machine) && !name.includes('musl'))).map(
      (machine) => `${owner} for ${machine}`,
    ),
  )
  expect(missing).toEqual([])
})
