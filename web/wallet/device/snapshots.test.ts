import { beforeEach, expect, test, vi } from 'vitest'
import golden from '../golden/newsOfVersion1.json' with { type: 'json' }
import { keyFor } from '../phrase/keyFor.ts'
import { anasPhrase, luisPhrase } from '../vault/vault.testing.ts'
import { forgetSealed } from './sealedTexts.ts'
import { openSnapshots } from './snapshots.ts'
import { storageOf } from './storage.testing.ts'
import { NEWS_LOCK } from './storage.ts'

const SCOPE = '0xAna.31337.0xblock0.0xbook'

let kept: Map<string, string>
let visit: Map<string, string>

beforeEach(() => {
  kept = new Map()
  visit = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  vi.stubGlobal('sessionStorage', storageOf(visit))
})

test('what was seen is sealed, names neither account nor loans, and opens with its phrase alone', async () => {
  const store = await open()
  await store.write('{"loans":[["31"]]}')
  expect(await store.read()).toBe('{"loans":[["31"]]}')
  expect([kept.size, visit.size]).toEqual([1, 0])
  expect(JSON.stringify([...kept])).not.toMatch(/0xAna|31337|loans/)
  expect(await (await open({ phrase: luisPhrase })).read()).toBeUndefined()
  expect(await (await open({ scope: `${SCOPE}2` })).read()).toBeUndefined()
})

test('the key of the outbox does not open it', async () => {
  await (await open()).write('{}')
  const other = await openSnapshots(SCOPE, { key: await keyFor('outbox', anasPhrase), isVisit: false })
  expect(await other.read()).toBeUndefined()
})

test('what a visit saw stays with the visit, and comes along when the wallet is kept', async () => {
  await (await open({ isVisit: true })).write('1')
  expect([kept.size, visit.size]).toEqual([0, 1])
  const store = await open()
  expect(await store.read()).toBe('1')
  await store.write('2')
  expect([kept.size, visit.size]).toEqual([1, 0])
  expect(await (await open({ isVisit: true })).read()).toBe('2')
})

test('golden: what version 1 saw is read with the phrase', async () => {
  await (await open({ scope: golden.scope })).write('{}')
  for (const name of kept.keys()) kept.set(name, golden.stored)
  expect([...kept.keys()]).toEqual([golden.name])
  expect(await (await open({ scope: golden.scope })).read()).toBe(golden.text)
})

test.each(['rubbish', '****', 'AAAA'])('damaged (%j) it is nothing, and the next time it is whole again', async (damage) => {
  const store = await open()
  await store.write('1')
  for (const name of kept.keys()) kept.set(name, damage)
  expect(await store.read()).toBeUndefined()
  await store.write('2')
  expect(await store.read()).toBe('2')
})

test('forgetting the device forgets it', async () => {
  await (await open()).write('1')
  kept.set('entrepares.preferences', '{}')
  await forgetSealed(NEWS_LOCK, '0xAna', await keyFor('news', anasPhrase))
  expect([...kept.keys()]).toEqual(['entrepares.preferences'])
})

async function open({ scope = SCOPE, phrase = anasPhrase, isVisit = false } = {}) {
  return openSnapshots(scope, { key: await keyFor('news', phrase), isVisit })
}
