import { beforeEach, expect, test, vi } from 'vitest'
import { sealingKey } from '../vault/aead.ts'
import { randomBytes } from '../vault/bytes.ts'
import { openOutbox } from './outboxes.ts'
import { removeOutboxes } from './storage.ts'

const SCOPE = '0xAna.31337.0xblock0'
const key = () => sealingKey(randomBytes(32))

let kept: Map<string, string>
let visit: Map<string, string>

// No IndexedDB in Node: kept outboxes fall back to this localStorage, which the tests can inspect.
beforeEach(() => {
  kept = new Map()
  visit = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  vi.stubGlobal('sessionStorage', storageOf(visit))
})

test('what a kept wallet signed is sealed, and names neither account nor chain', async () => {
  const dataKey = await key()
  await (await openOutbox(SCOPE, dataKey)).write('[{"hash":"0x123"}]')
  expect(await (await openOutbox(SCOPE, dataKey)).read()).toEqual(['[{"hash":"0x123"}]'])
  expect(visit.size).toBe(0)
  expect(kept.size).toBe(1)
  const [[name, text] = ['', '']] = kept
  for (const plain of ['Ana', '31337', '0x123', 'hash']) {
    expect(name).not.toContain(plain)
    expect(atob(text.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain(plain)
  }
})

test('it opens with the key of its wallet alone, and under its own name alone', async () => {
  const dataKey = await key()
  await (await openOutbox(SCOPE, dataKey)).write('[1]')
  expect(await (await openOutbox(SCOPE, await key())).read()).toEqual([])
  expect(await (await openOutbox('0xAna.1.0xblock0', dataKey)).read()).toEqual([])

  // The same ciphertext, copied to the key of another chain.
  const [[, text] = ['', '']] = kept
  await (await openOutbox('0xAna.1.0xblock0', dataKey)).write('[2]')
  for (const name of kept.keys()) kept.set(name, text)
  expect(await (await openOutbox('0xAna.1.0xblock0', dataKey)).read()).toEqual([])
  expect(await (await openOutbox(SCOPE, dataKey)).read()).toEqual(['[1]'])
})

test('what a wallet of this visit signed stays with the visit, and comes along when the wallet is kept', async () => {
  await (await openOutbox(SCOPE, undefined)).write('[1]')
  expect([kept.size, visit.size]).toEqual([0, 1])

  const outbox = await openOutbox(SCOPE, await key())
  expect(await outbox.read()).toEqual(['[1]'])
  await outbox.write('[1,2]')
  expect([kept.size, visit.size]).toEqual([1, 0])
  expect(await outbox.read()).toEqual(['[1,2]'])
})

test('what was kept and what the visit signed are both found', async () => {
  const dataKey = await key()
  await (await openOutbox(SCOPE, dataKey)).write('[1]')
  await (await openOutbox(SCOPE, undefined)).write('[2]')
  expect(await (await openOutbox(SCOPE, dataKey)).read()).toEqual(['[1]', '[2]'])
})

test('forgetting the device removes what was kept', async () => {
  await (await openOutbox(SCOPE, await key())).write('[1]')
  await removeOutboxes()
  expect(kept.size).toBe(0)
})

function storageOf(texts: Map<string, string>): Storage {
  return new Proxy(
    {
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
      removeItem: (name: string) => void texts.delete(name),
    } as Storage,
    {
      ownKeys: () => [...texts.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
}
