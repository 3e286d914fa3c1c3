import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import golden from '../golden/outboxOfVersion1.json' with { type: 'json' }
import { keyFor } from '../phrase/keyFor.ts'
import { anasPhrase, luisPhrase } from '../vault/vault.testing.ts'
import { openOutbox } from './outboxes.ts'
import { forgetSealed } from './sealedTexts.ts'
import { databaseOf, storageOf } from './storage.testing.ts'
import { exclusively, OUTBOX_LOCK } from './storage.ts'

const SCOPE = '0xAna.31337.0xblock0'

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
  const outbox = await openKept()
  await outbox.write('[{"hash":"0x123"}]')
  expect(await textsOf(outbox)).toEqual(['[{"hash":"0x123"}]'])
  expect(visit.size).toBe(0)
  expect(kept.size).toBe(1)
  expectSealed(kept)
})

test('what a wallet of this visit signed is sealed too, and stays with the visit', async () => {
  const outbox = await openForVisit()
  await outbox.write('[{"hash":"0x123"}]')
  expect(await textsOf(outbox)).toEqual(['[{"hash":"0x123"}]'])
  expect([kept.size, visit.size]).toEqual([0, 1])
  expectSealed(visit)
})

test('it opens with the phrase of its wallet alone, and under its own name alone', async () => {
  await (await openKept()).write('[1]')
  expect(await textsOf(await openKept({ phrase: luisPhrase }))).toEqual([undefined])
  expect(await textsOf(await openKept({ scope: '0xAna.1.0xblock0' }))).toEqual([])

  // The same ciphertext, copied to the key of another chain.
  const [[, text] = ['', '']] = kept
  await (await openKept({ scope: '0xAna.1.0xblock0' })).write('[2]')
  for (const name of kept.keys()) kept.set(name, text)
  expect(await textsOf(await openKept({ scope: '0xAna.1.0xblock0' }))).toEqual([undefined])
  expect(await textsOf(await openKept())).toEqual(['[1]'])
})

test('the phrase finds it again in another vault, and for a visit', async () => {
  await (await openKept()).write('[1]')
  expect(await textsOf(await openKept())).toEqual(['[1]'])
  const restored = await openForVisit()
  expect(await textsOf(restored)).toEqual(['[1]'])
  await restored.write('[1,2]')
  expect(await textsOf(await openKept())).toEqual(['[1,2]'])
  expect(visit.size).toBe(0)
})

test('what the visit signed comes along when the wallet is kept', async () => {
  await (await openForVisit()).write('[1]')
  const outbox = await openKept()
  expect(await textsOf(outbox)).toEqual(['[1]'])
  await outbox.write('[1,2]')
  expect([kept.size, visit.size]).toEqual([1, 0])
  expect(await textsOf(outbox)).toEqual(['[1,2]'])
})

test('what another tab kept and what the visit in this one signed are both found', async () => {
  await (await openForVisit()).write('[2]')
  const session = [...visit]
  visit.clear()
  await (await openKept()).write('[1]')
  for (const [name, text] of session) visit.set(name, text)
  expect(await textsOf(await openKept())).toEqual(['[1]', '[2]'])
})

test('golden: an outbox of version 1 opens with the phrase alone', async () => {
  const { scope, stored, text } = golden
  await (await openKept({ scope })).write('{}')
  for (const name of kept.keys()) kept.set(name, stored)
  expect(await textsOf(await openKept({ scope }))).toEqual([text])
  expect(await textsOf(await openForVisit({ scope }))).toEqual([text])
  expect(await textsOf(await openKept({ scope, phrase: luisPhrase }))).toEqual([undefined])
})

test.each([
  ['kept', openKept, () => kept],
  ['of the visit', openForVisit, () => visit],
] as const)(
  'a damaged one, %s, is set aside byte for byte, beside those before it; with no place left it stays',
  async (_, open, stored) => {
    const outbox = await open()
    const damaged: string[] = []
    const damage = async () => {
      await outbox.write('[1]')
      const name = [...stored().keys()].find((key) => !key.includes('.damaged.')) ?? ''
      const text = `${stored().get(name)?.slice(0, -4)}${String(damaged.length).padStart(4, '0')}`
      stored().set(name, text)
      return text
    }
    for (let time = 1; time <= 10; time++) {
      damaged.push(await damage())
      expect(await textsOf(outbox)).toEqual([undefined])
      for (const copy of await outbox.read()) await copy.setAside()
      expect(await outbox.read()).toEqual([])
      expect([...stored().values()]).toEqual(damaged)
    }
    const last = await damage()
    for (const copy of await outbox.read()) await expect(copy.setAside()).rejects.toThrow('full')
    expect([...stored().values()].toSorted()).toEqual([...damaged, last].toSorted())
  },
)

test.each(['', 'seed.', 'seed.%', 'not base64url'])('%j is damaged, not an error', async (text) => {
  const outbox = await openForVisit()
  await outbox.write('[1]')
  for (const name of visit.keys()) visit.set(name, text)
  expect(await textsOf(outbox)).toEqual([undefined])
})

test('forgetting the device removes what was kept, the damaged too', async () => {
  const outbox = await openKept()
  await outbox.write('[1]')
  for (const name of kept.keys()) kept.set(name, 'seed.damaged')
  for (const copy of await outbox.read()) await copy.setAside()
  await outbox.write('[2]')
  expect(kept.size).toBe(2)
  await forget()
  expect(kept.size).toBe(0)
})

test('forgetting waits for what is being written, so that it does not come back', async () => {
  // As the Web Locks API: one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => {
    last = last.then(work)
    return last
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const outbox = await openKept()
  let goOn = () => {}
  const writing = exclusively(async () => {
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    await outbox.write('[1]')
  }, OUTBOX_LOCK)
  const removing = forget()
  await Promise.resolve()
  goOn()
  await Promise.all([writing, removing])
  expect(kept.size).toBe(0)
  vi.unstubAllGlobals()
})

test('storage that refuses to remove is not reported as removed', async () => {
  await (await openKept()).write('[1]')
  vi.stubGlobal('localStorage', {
    ...storageOf(kept),
    ...Object.fromEntries(kept),
    removeItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  await expect(forget()).rejects.toThrow('blocked')
})

describe('with a database', () => {
  let database: Map<string, string>

  beforeEach(() => {
    database = new Map()
    vi.stubGlobal('indexedDB', databaseOf(database))
  })
  afterEach(() => vi.unstubAllGlobals())

  const damage = (stored: Map<string, string>) => {
    for (const [key, text] of stored) if (text) stored.set(key, `${text.slice(0, -4)}AAAA`)
  }

  test('opens the copy if the database was emptied', async () => {
    const outbox = await openKept()
    await outbox.write('[1]')
    database.clear()
    expect(await textsOf(await openKept())).toEqual(['[1]'])
    await outbox.write('[1,2]')
    expect(await textsOf(await openKept())).toEqual(['[1,2]'])
    expect(database.size).toBe(1)
  })

  test('opens whichever copy is neither damaged nor deleted', async () => {
    await (await openKept()).write('[1]')
    damage(database)
    expect(await textsOf(await openKept())).toEqual(['[1]'])
    await (await openKept()).write('[2]')
    kept.clear()
    expect(await textsOf(await openKept())).toEqual(['[2]'])
  })

  test('sets both copies aside if both are damaged', async () => {
    const outbox = await openKept()
    await outbox.write('[1]')
    damage(database)
    for (const [key, text] of kept) if (text) kept.set(key, 'seed.AAAA')
    const damaged = [...database.values(), 'seed.AAAA']
    expect(await outbox.read()).toMatchObject([{ text: undefined, isLost: false }])
    for (const copy of await outbox.read()) await copy.setAside()
    expect(await outbox.read()).toEqual([])
    expect([...database.values()]).toEqual(damaged)
  })

  test('deletes an outdated copy that cannot be rewritten', async () => {
    const outbox = await openKept()
    await outbox.write('[1]')
    const storage = storageOf(kept)
    vi.stubGlobal('localStorage', {
      ...storage,
      getItem: storage.getItem,
      removeItem: storage.removeItem,
      setItem: (key: string, text: string) => {
        if (text) throw new DOMException('full', 'QuotaExceededError')
        storage.setItem(key, text)
      },
    })
    await outbox.write('[1,2]')
    expect(await textsOf(outbox)).toEqual(['[1,2]'])
    database.clear()
    expect(await outbox.read()).toMatchObject([{ text: undefined, isLost: true }])
  })

  test('reports lost data of an earlier build until it is acknowledged', async () => {
    const outbox = await openKept()
    await outbox.write('[1]')
    // An earlier build wrote the marker, which is empty, and no copy.
    for (const [key, text] of kept) if (text) kept.delete(key)
    expect(await textsOf(outbox)).toEqual(['[1]'])
    database.clear()
    expect(await outbox.read()).toMatchObject([{ text: undefined, isLost: true }])
    for (const copy of await outbox.read()) await copy.setAside()
    expect(await outbox.read()).toEqual([])
    expect([kept.size, database.size]).toEqual([0, 0])
  })

  test('removes both copies with the device', async () => {
    await (await openKept()).write('[1]')
    await forget()
    expect([kept.size, database.size]).toEqual([0, 0])
  })
})

test('forgetting a wallet keeps what another one sealed, and what cannot be opened', async () => {
  const other = await openKept({ scope: '0xLuis.31337.0xblock0', phrase: luisPhrase })
  await other.write('[1]')
  kept.set('entrepares.outbox.damaged', 'seed.damaged')
  const before = new Map(kept)
  await (await openKept()).write('[1]')
  await (await openKept({ scope: '0xAna.1.0xblock0' })).write('[2]')
  await forget()
  expect(kept).toEqual(before)
})

async function forget() {
  await forgetSealed(OUTBOX_LOCK, '0xAna', await keyFor('outbox', anasPhrase))
}

async function openKept({ scope = SCOPE, phrase = anasPhrase } = {}) {
  return openOutbox(scope, { key: await keyFor('outbox', phrase), isKept: true })
}

async function openForVisit({ scope = SCOPE } = {}) {
  return openOutbox(scope, { key: await keyFor('outbox', anasPhrase), isKept: false })
}

async function textsOf(outbox: Awaited<ReturnType<typeof openOutbox>>) {
  return (await outbox.read()).map(({ text }) => text)
}

function expectSealed(stored: Map<string, string>) {
  const [[name, text] = ['', '']] = stored
  for (const plain of ['Ana', '31337', '0x123', 'hash']) {
    expect(name).not.toContain(plain)
    expect(text).not.toContain(plain)
    expect(atob(text.replace('seed.', '').replaceAll('-', '+').replaceAll('_', '/'))).not.toContain(plain)
  }
}
