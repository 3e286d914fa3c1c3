import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = {
  integrity?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const packages: Record<string, Entry> = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
).packages
const NATIVE = /[-/](linux|darwin|win32)-/
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Packages with platform-specific dependencies, and the names of these. */
const families = Object.entries(packages).flatMap(([owner, { dependencies, optionalDependencies }]) => {
  const parts = Object.keys({ ...dependencies, ...optionalDependencies })
  return parts.some((name) => NATIVE.test(name)) ? [{ owner, parts }] : []
})

test('every locked package has an integrity hash', () => {
  const bare = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)
  expect(bare.map(([path]) => path)).toEqual([])
})

// npm omits from the lockfile what the registry lacks, and then `npm ci` fails on every platform.
test('every native package is locked for every platform that it lists', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  expect(
    families.flatMap(({ owner, parts }) => parts.filter((name) => !locked.has(name)).map((name) => `${owner}: ${name}`)),
  ).toEqual([])
})

test('every native package exists for Linux and macOS, on x64 and on arm64', () => {
  expect(families.length).toBeGreaterThan(3)
  const missing = families.flatMap(({ owner, parts }) =>
    PLATFORMS.filter((platform) => !parts.some((name) => name.includes(platform) && !name.includes('musl'))).map(
      (platform) => `${owner} for ${platform}`,
    ),
  )
  expect(missing).toEqual([])
})
