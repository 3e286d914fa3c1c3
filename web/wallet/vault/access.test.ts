import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ScriptError } from '../device/loadScript.ts'
import { createAccess } from './access.ts'
import { argon2InWasm } from './argon2InWasm.ts'
import { ana, anasPhrase, cheapKdf, luisPhrase, type MemoryStore, memoryStore, memoryThrottle } from './vault.testing.ts'
import { type Kdf, sealVault } from './vault.ts'
import { decodeRecord } from './vaultRecord.ts'

const wrong = { ...ana, pin: '000000' }

function setUp({ copies = [], kdf = cheapKdf }: { copies?: (string | undefined)[]; kdf?: Kdf } = {}) {
  const stores: [MemoryStore, MemoryStore] = [memoryStore(copies[0]), memoryStore(copies[1])]
  const passkey = memoryStore('what a passkey wraps')
  const clock = { now: 1_800_000_000_000 }
  const asked = { toPersist: 0 }
  const access = createAccess({
    stores: () => stores,
    passkey: () => passkey,
    throttle: memoryThrottle(() => clock.now),
    exclusively: (work) => work(),
    askToPersist: () => {
      asked.toPersist++
    },
    kdf,
  })
  const texts = () => stores.map(({ text }) => text)
  return { access, stores, passkey, clock, asked, texts }
}

const vaultOf = async (phrase: string, revision: number, credentials = ana) =>
  (await sealVault({ ...credentials, phrase, revision }, cheapKdf)).record

describe('keeping', () => {
  test('a phrase is kept in both places, and opens with the same PIN and password', async () => {
    const { access, texts, asked } = setUp()
    expect(await access.hasVault()).toBe('none')
    expect(await access.keep({ ...ana, phrase: anasPhrase })).toMatchObject({
      kind: 'kept',
      address: '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25',
    })

    expect(await access.hasVault()).toBe('present')
    expect(texts()[0]).toBeTypeOf('string')
    expect(texts()[0]).toBe(texts()[1])
    expect(asked.toPersist).toBe(1)
    expect(await access.unlock(ana)).toMatchObject({
      kind: 'opened',
      phrase: anasPhrase,
      address: '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25',
    })
  })

  test.each(['full', 'blocked', 'absent'] as const)(
    'storage that is %s: for this visit only, and nothing stays behind',
    async (reason) => {
      for (const place of [0, 1] as const) {
        const { access, stores, texts, asked } = setUp()
        stores[place].fails = reason
        expect(await access.keep({ ...ana, phrase: anasPhrase })).toEqual({ kind: 'visit-only', reason })
        expect(texts()).toEqual([undefined, undefined])
        expect(asked.toPersist).toBe(0)
      }
    },
  )

  test.each([0, 1] as const)('a place that forgets what it took (%i): for this visit only', async (place) => {
    const { access, stores, texts } = setUp()
    stores[place].forgets = true
    expect(await access.keep({ ...ana, phrase: anasPhrase })).toEqual({ kind: 'visit-only', reason: 'unreliable' })
    expect(texts()).toEqual([undefined, undefined])
  })

  test('any other failure, such as out of memory: for this visit only, and the old vault stays', async () => {
    const kdf: Kdf = { ...cheapKdf, derive: () => Promise.reject(new RangeError('Array buffer allocation failed')) }
    const record = await vaultOf(anasPhrase, 1)
    for (const copies of [[], [record, record]]) {
      const { access, texts, asked } = setUp({ copies, kdf })
      const kept = await access.keep({ ...ana, phrase: luisPhrase }, { replace: true })
      expect(kept).toEqual({ kind: 'visit-only', reason: 'unreliable' })
      expect(texts()).toEqual([copies[0], copies[1]])
      expect(asked.toPersist).toBe(0)
    }
  })

  test('a vault is replaced only if told so, and then with a higher revision', async () => {
    const { access, texts, passkey } = setUp()
    await access.keep({ ...ana, phrase: anasPhrase })
    const before = texts()
    passkey.text = 'what a passkey wraps'
    expect(await access.keep({ ...wrong, phrase: luisPhrase })).toEqual({ kind: 'exists' })
    expect(texts()).toEqual(before)
    expect(passkey.text).toBeDefined()

    expect(await access.keep({ ...wrong, phrase: luisPhrase }, { replace: true })).toMatchObject({ kind: 'kept' })
    expect((await decodeRecord(texts()[0] ?? '')).revision).toBe(2)
    expect(passkey.text).toBeUndefined()
    expect(await access.unlock(ana)).toEqual({ kind: 'invalid' })
    expect(await access.unlock(wrong)).toMatchObject({ kind: 'opened', phrase: luisPhrase })
  })

  test('the same wallet with its own PIN and password is recognised, and nothing is written', async () => {
    const { access, texts } = setUp()
    await access.keep({ ...ana, phrase: anasPhrase })
    const before = texts()
    expect(await access.keep({ ...ana, phrase: anasPhrase })).toMatchObject({
      kind: 'kept',
      address: '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25',
      wasThere: true,
    })
    expect(texts()).toEqual(before)
  })

  test('the vault of another wallet is not taken for this one because PIN and password are the same', async () => {
    const { access } = setUp()
    await access.keep({ ...ana, phrase: anasPhrase })
    expect(await access.keep({ ...ana, phrase: luisPhrase })).toEqual({ kind: 'exists' })
  })

  test('keeping does not help to guess: a PIN that does not open the vault that is there is a failed attempt', async () => {
    const { access } = setUp()
    await access.keep({ ...ana, phrase: anasPhrase })
    for (let attempt = 0; attempt < 5; attempt++) await access.keep({ ...wrong, phrase: anasPhrase })
    expect(access.waitLeft()).toBe(30)
    expect(await access.keep({ ...ana, phrase: anasPhrase })).toEqual({ kind: 'exists' })
  })

  test.each([0, 1] as const)('a vault that could not be replaced is still the old one (place %i full)', async (place) => {
    const { access, stores, texts } = setUp()
    await access.keep({ ...ana, phrase: anasPhrase })
    const before = texts()
    stores[place].forgets = true
    expect(await access.keep({ ...wrong, phrase: luisPhrase }, { replace: true })).toMatchObject({ kind: 'visit-only' })
    stores[place].forgets = false
    expect(texts()).toEqual(before)
    expect(await access.unlock(ana)).toMatchObject({ kind: 'opened', phrase: anasPhrase })
  })

  test('the last revision is not exceeded', async () => {
    const record = await vaultOf(anasPhrase, 2 ** 31 - 1)
    const { access, texts } = setUp({ copies: [record, record] })
    await access.keep({ ...ana, phrase: luisPhrase }, { replace: true })
    expect((await decodeRecord(texts()[0] ?? '')).revision).toBe(2 ** 31 - 1)
    expect(await access.unlock(ana)).toMatchObject({ phrase: luisPhrase })
  })
})

describe('two copies', () => {
  let whole: string
  beforeAll(async () => {
    whole = await vaultOf(anasPhrase, 3)
  })
  const spoil = (record: string, place: number) =>
    record.slice(0, place) + String.fromCharCode(record.charCodeAt(place) ^ 1) + record.slice(place + 1)

  test('a byte flipped in one of them: the other opens and repairs it', async () => {
    // One byte of each field, end to end. copies.test.ts flips every byte.
    for (const part of ['entrepares', '"revision":', '"memoryKiB":', '"salt":"', '"wrappedKey":"', '"sealedSecret":"', '}.']) {
      const place = whole.indexOf(part) + part.length
      for (const copies of [
        [spoil(whole, place), whole],
        [whole, spoil(whole, place)],
      ]) {
        const { access, texts } = setUp({ copies })
        expect(await access.hasVault()).toBe('present')
        expect(await access.unlock(ana), part).toMatchObject({ kind: 'opened', phrase: anasPhrase })
        expect(texts()).toEqual([whole, whole])
      }
    }
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['cut off', 'half'],
  ])('one that is %s is repaired after opening, and not before', async (_, text) => {
    const copy = text === 'half' ? whole.slice(0, whole.length / 2) : text
    for (const copies of [
      [whole, copy],
      [copy, whole],
    ]) {
      const { access, texts } = setUp({ copies })
      expect(await access.unlock(wrong)).toEqual({ kind: 'invalid' })
      expect(texts()).toEqual(copies)
      expect(await access.unlock(ana)).toMatchObject({ kind: 'opened' })
      expect(texts()).toEqual([whole, whole])
    }
  })

  test('both damaged: said so, not counted as a failure, and not overwritten unasked', async () => {
    const copies = [spoil(whole, 20), spoil(whole, 200)]
    const { access, texts } = setUp({ copies })
    expect(await access.hasVault()).toBe('damaged')
    for (let attempt = 0; attempt < 9; attempt++) expect(await access.unlock(ana)).toEqual({ kind: 'damaged' })
    expect(access.waitLeft()).toBe(0)
    expect(await access.keep({ ...ana, phrase: anasPhrase })).toEqual({ kind: 'exists' })
    expect(texts()).toEqual(copies)

    expect(await access.keep({ ...ana, phrase: anasPhrase }, { replace: true })).toMatchObject({ kind: 'kept' })
    expect(await access.unlock(ana)).toMatchObject({ kind: 'opened' })
  })

  test('one damaged and the other missing: damaged', async () => {
    const { access } = setUp({ copies: [undefined, spoil(whole, 20)] })
    expect(await access.hasVault()).toBe('damaged')
  })

  test('the higher revision wins, and replaces the lower one', async () => {
    const newer = await vaultOf(luisPhrase, 4)
    for (const copies of [
      [whole, newer],
      [newer, whole],
    ]) {
      const { access, texts } = setUp({ copies })
      expect(await access.unlock(ana)).toMatchObject({ phrase: luisPhrase })
      expect(texts()).toEqual([newer, newer])
    }
  })

  test('a higher revision that does not open keeps nobody out, and is not overwritten', async () => {
    const foreign = await vaultOf(luisPhrase, 9, wrong)
    const { access, texts } = setUp({ copies: [foreign, whole] })
    expect(await access.unlock(ana)).toMatchObject({ phrase: anasPhrase })
    expect(texts()).toEqual([foreign, whole])
    expect(await access.unlock(wrong)).toMatchObject({ phrase: luisPhrase })
    expect(texts()).toEqual([foreign, foreign])
  })

  test('a revision that was raised by hand does not count: its copy does not open', async () => {
    const body = whole.slice(0, whole.lastIndexOf('.')).replace('"revision":3', '"revision":8')
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))).toString('base64url')
    const { access } = setUp({ copies: [`${body}.${digest}`, whole] })
    expect(await access.unlock(ana)).toMatchObject({ kind: 'opened', phrase: anasPhrase })
  })

  test('a place that cannot be read does not matter while the other can', async () => {
    const { access, stores } = setUp({ copies: [undefined, whole] })
    stores[0].fails = 'blocked'
    expect(await access.hasVault()).toBe('present')
    expect(await access.unlock(ana)).toMatchObject({ kind: 'opened' })
  })

  test('a place that cannot be repaired does not matter either', async () => {
    const { access, stores } = setUp({ copies: [undefined, whole] })
    stores[0].write = () => Promise.reject(new Error('full'))
    expect(await access.unlock(ana)).toMatchObject({ kind: 'opened' })
  })

  test('a vault of a version to come is unsupported, is not damaged and is left alone', async () => {
    const body = whole.slice(0, whole.lastIndexOf('.')).replace('"version":1', '"version":2')
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))).toString('base64url')
    const future = `${body}.${digest}`
    const { access, texts } = setUp({ copies: [future, future] })
    expect(await access.hasVault()).toBe('unsupported')
    expect(await access.unlock(ana)).toEqual({ kind: 'unsupported' })
    expect(await access.keep({ ...ana, phrase: anasPhrase })).toEqual({ kind: 'exists' })
    expect(texts()).toEqual([future, future])

    const both = setUp({ copies: [future, whole] })
    expect(await both.access.unlock(ana)).toMatchObject({ kind: 'opened' })
    expect(both.texts()).toEqual([future, whole])
  })

  test('a weaker vault is sealed anew in both places when it is opened', async () => {
    const kdf = { derive: argon2InWasm, today: { memoryKiB: 16, passes: 2 } }
    const { access, texts } = setUp({ copies: [whole, whole], kdf })
    expect(await access.unlock(ana)).toMatchObject({ phrase: anasPhrase })
    expect(texts()[0]).toBe(texts()[1])
    expect(await decodeRecord(texts()[0] ?? '')).toMatchObject({ revision: 4, kdf: { memoryKiB: 16, passes: 2 } })
    expect(await access.unlock(ana)).toMatchObject({ phrase: anasPhrase })
  })
})

describe('repeated failures', () => {
  test('four are free, the fifth makes everyone wait, and the right PIN waits too', async () => {
    const { access, clock } = setUp()
    await access.keep({ ...ana, phrase: anasPhrase })
    for (let failure = 0; failure < 4; failure++) {
      expect(await access.unlock(wrong)).toEqual({ kind: 'invalid' })
      expect(access.waitLeft()).toBe(0)
    }
    expect(await access.unlock(wrong)).toEqual({ kind: 'invalid' })
    expect(access.waitLeft()).toBe(30)
    clock.now += 500
    expect(await access.unlock(ana)).toEqual({ kind: 'wait', seconds: 30 })
    expect(await access.checkCredentials(ana)).toEqual({ kind: 'wait', seconds: 30 })
    clock.now += 29_500
    expect(await access.unlock(ana)).toMatchObject({ kind: 'opened' })
    expect(await access.unlock(wrong)).toEqual({ kind: 'invalid' })
    expect(access.waitLeft()).toBe(0)
  })

  test('asking for the phrase counts as trying to get in', async () => {
    const { access } = setUp()
    await access.keep({ ...ana, phrase: anasPhrase })
    for (let failure = 0; failure < 5; failure++) expect(await access.checkCredentials(wrong)).toEqual({ kind: 'invalid' })
    expect(await access.unlock(ana)).toMatchObject({ kind: 'wait' })
  })

  test('an attempt counts from its start, so that closing the tab gains nothing', async () => {
    let begun = 0
    const derive = () => {
      begun++
      return new Promise<never>(() => {})
    }
    const { access } = setUp({ copies: [await vaultOf(anasPhrase, 1)], kdf: { ...cheapKdf, derive } })
    for (let attempt = 1; attempt <= 5; attempt++) {
      void access.unlock(wrong)
      await vi.waitUntil(() => begun === attempt)
    }
    expect(access.waitLeft()).toBe(30)
  })

  test.each([
    ['memory', new RangeError('Array buffer allocation failed')],
    ['script', new ScriptError('A script could not be loaded')],
    ['unknown', new TypeError('undefined is not a function')],
  ])('a failure of the machine (%s) is not one of the person', async (reason, error) => {
    const kdf: Kdf = { ...cheapKdf, derive: () => Promise.reject(error) }
    const { access } = setUp({ copies: [await vaultOf(anasPhrase, 1)], kdf })
    for (let attempt = 0; attempt < 6; attempt++) expect(await access.unlock(ana)).toEqual({ kind: 'failed', reason })
    expect(access.waitLeft()).toBe(0)
  })
})

describe('checking PIN and password', () => {
  test('tells right from wrong and whose wallet it is, and hands out no secret', async () => {
    const { access } = setUp()
    expect(await access.checkCredentials(ana)).toEqual({ kind: 'none' })
    await access.keep({ ...ana, phrase: anasPhrase })
    expect(await access.checkCredentials(wrong)).toEqual({ kind: 'invalid' })
    expect(await access.checkCredentials(ana)).toEqual({
      kind: 'right',
      address: '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25',
    })
  })
})
