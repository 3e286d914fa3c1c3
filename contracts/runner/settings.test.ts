import { expect, test } from 'vitest'
import { configForRun, inProfile, readProfiles } from './settings.ts'

const toml = { default: { isolate: false, 'fuzz.runs': 256, 'invariant.depth': 32 }, verify: { 'fuzz.runs': 100_000 } }

test('inProfile overrides the default profile and inherits what it does not set', () => {
  expect(inProfile('verify', toml)).toEqual({ isolate: false, 'fuzz.runs': 100_000, 'invariant.depth': 32 })
})

test('the config of a run has all test settings, with absolute folders', () => {
  const config = configForRun({
    src: 'contracts/src',
    'fuzz.runs': 1,
    'fuzz.failure_persist_dir': 'a/b',
    'invariant.fail_on_revert': true,
  })
  expect(config).toEqual({
    fuzz: { runs: 1, failurePersistDir: expect.stringMatching(/^\/.*\/a\/b$/) },
    invariant: { failOnRevert: true },
  })
})

test('a setting without a value is left out', () => {
  expect(configForRun({ 'fuzz.runs': 1, 'fuzz.failure_persist_dir': undefined })).toEqual({ fuzz: { runs: 1 } })
})

test('a run with an unknown setting is rejected', () => {
  expect(() => configForRun({ 'invariant.call_override': true })).toThrow('invariant.call_override')
})

test('foundry.toml is valid in both profiles', () => {
  // Few in npm test, which is run often; the others are left to npm run verify.
  for (const [profile, runs] of [
    ['default', 64],
    ['verify', 100_000],
  ] as const) {
    const settings = inProfile(profile, readProfiles())
    expect(configForRun(settings).fuzz?.runs).toBeGreaterThanOrEqual(runs)
  }
})
