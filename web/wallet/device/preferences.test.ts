import { expect, test } from 'vitest'
import golden from '../golden/preferences.json' with { type: 'json' }
import { smallMemoryStore } from '../vault/vault.testing.ts'
import { createPreferences, type Preferences } from './preferences.ts'

const DEFAULTS: Preferences = {
  examplesHidden: false,
  lockAfterMinutes: 5,
  areStepsOver: false,
  hasSharedAddress: false,
  dueDatesAs: 'list',
  wasPasskeyOffered: false,
}

test('examples are shown and the wallet locks after five minutes, until someone chooses otherwise', () => {
  const preferences = createPreferences(smallMemoryStore())
  expect(preferences.read()).toEqual(DEFAULTS)
})

test('a choice is kept, and leaves the others as they were', () => {
  const store = smallMemoryStore()
  createPreferences(store).change({ lockAfterMinutes: 15 })
  createPreferences(store).change({ examplesHidden: true })
  expect(createPreferences(store).read()).toEqual({ ...DEFAULTS, examplesHidden: true, lockAfterMinutes: 15 })
})

test('only what someone chose is stored, so that a new default reaches whoever did not choose', () => {
  const store = smallMemoryStore()
  createPreferences(store).change({ examplesHidden: true })
  expect(store.read()).toBe('{"examplesHidden":true}')
})

test('a choice of a later version outlives a change made by this one', () => {
  const store = smallMemoryStore('{"theme":"dark"}')
  createPreferences(store).change({ lockAfterMinutes: 15 })
  expect(store.read()).toBe('{"theme":"dark","lockAfterMinutes":15}')
})

test.each(golden)('what an earlier version stored still counts: $text', ({ text, read }) => {
  expect(createPreferences(smallMemoryStore(text)).read()).toEqual({ ...DEFAULTS, ...read })
})

test.each([
  '',
  '{',
  'null',
  '7',
  '[]',
  '"{}"',
  '{"lockAfterMinutes":0}',
  '{"lockAfterMinutes":10}',
  '{"lockAfterMinutes":1e9}',
  '{"lockAfterMinutes":"nie"}',
  '{"dueDatesAs":"cake","areStepsOver":1,"hasSharedAddress":"no"}',
])('what was spoiled (%s) is as if it were not there', (text) => {
  const store = smallMemoryStore(text)
  expect(createPreferences(store).read()).toEqual(DEFAULTS)
  createPreferences(store).change({ examplesHidden: true })
  expect(createPreferences(store).read()).toEqual({ ...DEFAULTS, examplesHidden: true })
})
