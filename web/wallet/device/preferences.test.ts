import { expect, test } from 'vitest'
import { smallMemoryStore } from '../vault/testing.ts'
import { createPreferences } from './preferences.ts'

test('examples are shown and the wallet locks after five minutes, until someone chooses otherwise', () => {
  const preferences = createPreferences(smallMemoryStore())
  expect(preferences.read()).toEqual({ examplesHidden: false, lockAfterMinutes: 5 })
})

test('a choice is kept, and leaves the others as they were', () => {
  const store = smallMemoryStore()
  createPreferences(store).change({ lockAfterMinutes: 15 })
  createPreferences(store).change({ examplesHidden: true })
  expect(createPreferences(store).read()).toEqual({ examplesHidden: true, lockAfterMinutes: 15 })
})

test.each(['', '{', 'null', '7', '[]', '{"lockAfterMinutes":0}', '{"lockAfterMinutes":1e9}', '{"lockAfterMinutes":"nie"}'])(
  'what was spoiled (%s) is as if it were not there',
  (text) => {
    expect(createPreferences(smallMemoryStore(text)).read()).toEqual({ examplesHidden: false, lockAfterMinutes: 5 })
  },
)
