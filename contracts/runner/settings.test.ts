import { expect, test } from 'vitest'
import { configForRun, configForTest, hardforkOf, inProfile, readProfiles } from './settings.ts'

const toml = { default: { isolate: false, 'fuzz.runs': 256, 'invariant.depth': 32 }, verify: { 'fuzz.runs': 100_000 } }

test('inline config overrides foundry.toml', () => {
  expect(inProfile('default', [toml, { default: { 'fuzz.runs': 5 } }])['fuzz.runs']).toBe(5)
  expect(inProfile('verify', [toml, { verify: { 'fuzz.runs': 500 } }])['fuzz.runs']).toBe(500)
})

test('a profile overrides inline config of the default profile, and inherits what it does not set', () => {
  const settings = inProfile('verify', [toml, { default: { 'fuzz.runs': 5, isolate: true } }])
  expect(settings).toEqual({ isolate: true, 'fuzz.runs': 100_000, 'invariant.depth': 32 })
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

test('the config of a test has only what can be set per test', () => {
  expect(configForTest({ isolate: true, 'fuzz.runs': 1, 'fuzz.seed': '0x1' })).toEqual({ isolate: true, fuzz: { runs: 1 } })
})

test('foundry.toml is valid in both profiles', () => {
  // Few in npm test, which is run often; the others are left to npm run verify.
  for (const [profile, runs] of [
    ['default', 64],
    ['verify', 100_000],
  ] as const) {
    const settings = inProfile(profile, [readProfiles()])
    expect(configForRun(settings).fuzz?.runs).toBeGreaterThanOrEqual(runs)
    expect(hardforkOf(settings)).toBe('Cancun')
  }
})
