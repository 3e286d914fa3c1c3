import { entropyToMnemonic } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import golden from '../golden/vaultsOfVersion1.json' with { type: 'json' }
import { entropyOf } from '../phrase/entropy.ts'
import { seal, sealingKey, unseal } from './aead.ts'
import { argon2InWasm } from './argon2InWasm.ts'
import { randomBytes, toBase64Url, utf8 } from './bytes.ts'
import { isWeaker, KDF_TODAY, type KdfParameters } from './kdfParameters.ts'
import { encodeSecret } from './secret.ts'
import { ana, anasPhrase, cheapKdf, luisPhrase } from './vault.testing.ts'
import { openVault, sealVault } from './vault.ts'
import type { VaultProblem } from './vaultError.ts'
import { decodeRecord, encodeRecord, headerBytes } from './vaultRecord.ts'

const realKdf = { derive: argon2InWasm, today: KDF_TODAY }
const anasVault = () => sealVault({ ...ana, phrase: anasPhrase, revision: 1 }, cheapKdf)
const refusal = (kind: VaultProblem) => ({ name: 'VaultError', kind })

afterEach(() => vi.restoreAllMocks())

describe('open(seal(x)) = x', () => {
  const phrases = fc
    .record({
      list: fc.constantFrom(english, spanish),
      entropy: fc.constantFrom(16, 20, 24, 28, 32).chain((length) => fc.uint8Array({ minLength: length, maxLength: length })),
    })
    .map(({ list, entropy }) => entropyToMnemonic(entropy, list))
  const pins = fc.stringMatching(/^\d{6}$/)
  const passwords = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })

  test('for any phrase, PIN, password and revision', async () => {
    await fc.assert(
      fc.asyncProperty(
        phrases,
        pins,
        passwords,
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        async (phrase, pin, password, revision) => {
          const { record } = await sealVault({ phrase, pin, password, revision }, cheapKdf)
          const opened = await openVault(record, { pin, password }, cheapKdf)
          expect(opened).toMatchObject({ phrase, revision, record })
        },
      ),
      { numRuns: 20 },
    )
  })

  test("at today's cost", async () => {
    const { record } = await sealVault({ ...ana, phrase: anasPhrase, revision: 1 }, realKdf)
    expect(record).toContain('"memoryKiB":65536,"passes":3,"parallelism":1')
    const opened = await openVault(record, ana, realKdf)
    expect(opened).toMatchObject({ phrase: anasPhrase, language: 'english', record })
    expect(opened.address).toBe('0x58A57ed9d8d624cBD12e2C467D34787555bB1b25')
  })

  test('what the data key sealed before, it opens after, and a passkey can wrap it', async () => {
    const { record, dataKey } = await anasVault()
    const note = await seal(dataKey, utf8('una nota'), utf8('notes'))
    const opened = await openVault(record, ana, cheapKdf)
    expect(await unseal(opened.dataKey, note, utf8('notes'))).toEqual(utf8('una nota'))
    expect(await unseal(opened.dataKey, note, utf8('other notes'))).toBeUndefined()
    expect((await crypto.subtle.exportKey('raw', opened.dataKey)).byteLength).toBe(32)
  })

  test('two vaults of the same phrase have nothing in common', async () => {
    const [one, other] = await Promise.all([anasVault(), anasVault()].map(async (vault) => decodeRecord((await vault).record)))
    expect(one?.kdf.salt).not.toEqual(other?.kdf.salt)
    expect(one?.wrappedKey).not.toEqual(other?.wrappedKey)
    expect(one?.sealedSecret).not.toEqual(other?.sealedSecret)
  })

  test('a record is as long for 12 words as for 24', async () => {
    const [short, long] = await Promise.all(
      [16, 32].map((length) =>
        sealVault({ ...ana, phrase: entropyToMnemonic(randomBytes(length), spanish), revision: 1 }, cheapKdf),
      ),
    )
    expect(short?.record.length).toBe(long?.record.length)
  })

  test('a phrase with a wrong checksum is not sealed', async () => {
    const phrase = anasPhrase.replace('yellow', 'year')
    await expect(sealVault({ ...ana, phrase, revision: 1 }, cheapKdf)).rejects.toThrow('not a valid BIP-39 phrase')
  })
})

describe('a vault keeps the length of the PIN that it was made with', () => {
  test.each(['2718', '271828', '27182818'])('%s', async (pin) => {
    const { record } = await sealVault({ ...ana, pin, phrase: anasPhrase, revision: 1 }, cheapKdf)
    expect((await decodeRecord(record)).pinLength).toBe(pin.length)
    expect(await openVault(record, { ...ana, pin }, cheapKdf)).toMatchObject({ phrase: anasPhrase, record })
  })

  test('six digits are not said, as in every record before there was a length, and never anything else of the PIN', async () => {
    for (const { record } of golden) expect((await decodeRecord(record)).pinLength).toBe(6)
    expect((await anasVault()).record).not.toContain('pinLength')
    const { record } = await sealVault({ ...ana, pin: '27182818', phrase: anasPhrase, revision: 1 }, cheapKdf)
    expect(record).toContain('"pinLength":8,"wrappedKey"')
    expect(record).not.toContain('2718')
  })

  test('the length is authenticated: under another one nothing opens', async () => {
    const { record } = await sealVault({ ...ana, pin: '27182818', phrase: anasPhrase, revision: 1 }, cheapKdf)
    const [body = ''] = record.split('.')
    for (const forged of [body.replace('"pinLength":8', '"pinLength":9'), body.replace('"pinLength":8,', '')]) {
      const opening = openVault(await withChecksum(forged), { ...ana, pin: '27182818' }, cheapKdf)
      await expect(opening).rejects.toMatchObject(refusal('wrong-credentials'))
    }
  })

  test.each([0, 6, 13, 1e9, -1, '"8"', 'null'])('a length of %s is no record of ours', async (length) => {
    const { record } = await sealVault({ ...ana, pin: '27182818', phrase: anasPhrase, revision: 1 }, cheapKdf)
    const [body = ''] = record.split('.')
    const forged = await withChecksum(body.replace('"pinLength":8', `"pinLength":${length}`))
    await expect(decodeRecord(forged)).rejects.toMatchObject(refusal('damaged'))
  })
})

describe('golden: vaults of version 1 open for ever', () => {
  test.each(golden)('revision $revision, PIN $pin', async ({ pin, password, phrase, address, revision, record }) => {
    const before = await decodeRecord(record)
    expect(before.revision).toBe(revision)
    const opened = await openVault(record, { pin, password }, { derive: argon2InWasm, today: before.kdf })
    expect(opened).toMatchObject({ phrase, address, revision, record })
    expect(await encodeRecord(before)).toBe(record)
  })
})

describe('PIN and password', () => {
  test.each([
    ['another PIN', { ...ana, pin: '271829' }],
    ['another password', { ...ana, password: 'correcto caballo bateria grapa' }],
    ['a space more', { ...ana, password: `${ana.password} ` }],
    ['both exchanged', { pin: ana.password, password: ana.pin }],
    ['a digit moved from one to the other', { pin: '27182', password: `8${ana.password}` }],
    ['nothing', { pin: '', password: '' }],
  ])('%s opens nothing', async (_, credentials) => {
    const { record } = await anasVault()
    await expect(openVault(record, credentials, cheapKdf)).rejects.toMatchObject(refusal('wrong-credentials'))
  })

  test('no two pairs give the same KDF input, however they are split', async () => {
    const inputs: string[] = []
    const derive = async (input: Uint8Array) => {
      inputs.push(String(input))
      return randomBytes(32)
    }
    const { record } = await anasVault()
    const pairs = ['1|23', '12|3', '|123', '123|', '1","2|3', '1|2","3'].map((pair) => pair.split('|'))
    for (const [pin = '', password = ''] of pairs) {
      await expect(openVault(record, { pin, password }, { ...cheapKdf, derive })).rejects.toMatchObject(
        refusal('wrong-credentials'),
      )
    }
    expect(new Set(inputs).size).toBe(pairs.length)
  })

  test('an accent is the same from every keyboard', async () => {
    const password = 'contraseña más difícil'
    const { record } = await sealVault(
      { pin: '000000', password: password.normalize('NFD'), phrase: anasPhrase, revision: 1 },
      cheapKdf,
    )
    const opened = await openVault(record, { pin: '000000', password: password.normalize('NFC') }, cheapKdf)
    expect(opened.phrase).toBe(anasPhrase)
  })
})

describe('a record that is not what was written', () => {
  test('is refused as damaged whichever of its bytes is flipped, and however', { tags: 'long' }, async () => {
    const { record } = await anasVault()
    for (let place = 0; place < record.length; place++) {
      for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
        const flipped = record.slice(0, place) + String.fromCharCode(record.charCodeAt(place) ^ bit) + record.slice(place + 1)
        await expect(openVault(flipped, ana, cheapKdf), `byte ${place}, bit ${bit}`).rejects.toMatchObject(refusal('damaged'))
      }
    }
  })

  test('is refused as damaged wherever it is cut off, and with anything after it', async () => {
    const { record } = await anasVault()
    for (let length = 0; length < record.length; length++) {
      await expect(openVault(record.slice(0, length), ana, cheapKdf)).rejects.toMatchObject(refusal('damaged'))
    }
    for (const more of [' ', '.', '\0', record, 'x'.repeat(1_000_000)]) {
      await expect(openVault(record + more, ana, cheapKdf)).rejects.toMatchObject(refusal('damaged'))
    }
  })

  test('is refused as damaged if it is any other text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        await expect(decodeRecord(text)).rejects.toMatchObject(refusal('damaged'))
      }),
    )
  })
})

describe('a record that was changed and given a valid checksum', () => {
  /** A record with a changed body and a valid checksum. */
  const forge = async (change: (body: string) => string) => {
    const { record } = await anasVault()
    return withChecksum(change(record.slice(0, record.lastIndexOf('.'))))
  }

  test.each([
    ['a higher revision', (body: string) => body.replace('"revision":1', '"revision":2')],
    ['other passes', (body: string) => body.replace('"passes":1', '"passes":2')],
    ['other memory', (body: string) => body.replace('"memoryKiB":8', '"memoryKiB":9')],
    ['another salt', (body: string) => body.replace(/"salt":"..../, '"salt":"AAAA')],
    ['another wrapped key', (body: string) => body.replace(/"wrappedKey":"..../, '"wrappedKey":"AAAA')],
  ])('does not open: %s', async (_, change) => {
    await expect(openVault(await forge(change), ana, cheapKdf)).rejects.toMatchObject(refusal('wrong-credentials'))
  })

  test('does not open with the header of another vault, though that has the same PIN and password', async () => {
    const [one, other] = [await decodeRecord((await anasVault()).record), await decodeRecord((await anasVault()).record)]
    const swapped = await encodeRecord({ ...one, revision: other.revision, kdf: other.kdf })
    await expect(openVault(swapped, ana, cheapKdf)).rejects.toMatchObject(refusal('wrong-credentials'))
  })

  test('is damaged where the key opens and the secret does not', async () => {
    const one = await decodeRecord((await anasVault()).record)
    const other = await decodeRecord((await anasVault()).record)
    const swapped = await encodeRecord({ ...one, sealedSecret: other.sealedSecret })
    await expect(openVault(swapped, ana, cheapKdf)).rejects.toMatchObject(refusal('damaged'))
  })

  test.each<[string, (body: string) => string]>([
    ['a field more', (body) => body.replace('{', '{"x":1,')],
    ['fields in another order', (body) => body.replace('"version":1,"revision":1', '"revision":1,"version":1')],
    ['a blank', (body) => body.replace(':', ': ')],
    ['a number in another notation', (body) => body.replace('"passes":1', '"passes":1e0')],
    ['a revision that is not one', (body) => body.replace('"revision":1', '"revision":"1"')],
    ['revision 0', (body) => body.replace('"revision":1', '"revision":0')],
    ['a revision beyond the last', (body) => body.replace('"revision":1', '"revision":2147483648')],
    ['more lanes', (body) => body.replace('"parallelism":1', '"parallelism":2')],
    ['another KDF', (body) => body.replace('argon2id', 'argon2i')],
    ['no KDF', (body) => body.replace(/"kdf":\{.*?\}/, '"kdf":null')],
    ['a salt too short', (body) => body.replace(/"salt":"..../, '"salt":"')],
    ['no secret', (body) => body.replace(/"sealedSecret":".*?"/, '"sealedSecret":""')],
    ['a secret that is not text', (body) => body.replace(/"sealedSecret":".*?"/, '"sealedSecret":[]')],
    ['no object', () => '[]'.slice(0, 0)],
  ])('is damaged: %s', async (_, change) => {
    await expect(openVault(await forge(change), ana, cheapKdf)).rejects.toMatchObject(refusal('damaged'))
  })

  test.each([
    ['a version to come', (body: string) => body.replace('"version":1', '"version":2')],
    ['another format', (body: string) => body.replace('entrepares-vault', 'entrepares-other')],
    ['an array', () => '[]'],
  ])('is unsupported: %s', async (_, change) => {
    await expect(openVault(await forge(change), ana, cheapKdf)).rejects.toMatchObject(refusal('unsupported'))
  })

  test.each([
    ['memory', '"memoryKiB":8', '"memoryKiB":262145'],
    ['memory beyond measure', '"memoryKiB":8', '"memoryKiB":9007199254740991'],
    ['too little memory', '"memoryKiB":8', '"memoryKiB":7'],
    ['passes', '"passes":1', '"passes":13'],
  ])('is refused before the KDF runs, so that it cannot hang the page: %s', async (_, from, to) => {
    const derive = () => Promise.reject(new Error('The KDF was run'))
    const record = await forge((body) => body.replace(from, to))
    await expect(openVault(record, ana, { ...cheapKdf, derive })).rejects.toMatchObject(refusal('unsupported'))
  })

  test('is damaged if its address is not that of its phrase', async () => {
    const record = await sealBy(cheapKdf.today, async () =>
      encodeSecret({ ...(await entropyOf(anasPhrase)), address: '0x000000000000000000000000000000000000dEaD' }),
    )
    await expect(openVault(record, ana, cheapKdf)).rejects.toMatchObject(refusal('damaged'))
  })

  test.each([
    ['of no known language', 0, 2],
    ['of no known length', 1, 17],
  ])('is damaged if its secret is %s', async (_, place, byte) => {
    const record = await sealBy(cheapKdf.today, async () =>
      encodeSecret({ ...(await entropyOf(anasPhrase)), address: '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25' }).with(place, byte),
    )
    await expect(openVault(record, ana, cheapKdf)).rejects.toMatchObject(refusal('damaged'))
  })
})

describe('a vault that is weaker than those of today', () => {
  const stronger = { derive: argon2InWasm, today: { memoryKiB: 16, passes: 2 } }

  test('is sealed anew when it is opened, with the same data key', async () => {
    const { record, dataKey } = await sealVault({ ...ana, phrase: luisPhrase, revision: 4 }, cheapKdf)
    const opened = await openVault(record, ana, stronger)
    expect(opened).toMatchObject({ phrase: luisPhrase, language: 'spanish', revision: 5 })
    expect(await decodeRecord(opened.record)).toMatchObject({ revision: 5, kdf: { memoryKiB: 16, passes: 2 } })

    const again = await openVault(opened.record, ana, stronger)
    expect(again).toMatchObject({ phrase: luisPhrase, record: opened.record })
    const note = await seal(dataKey, utf8('una nota'), utf8('notes'))
    expect(await unseal(again.dataKey, note, utf8('notes'))).toEqual(utf8('una nota'))
  })

  test.each([
    ['less memory', { memoryKiB: 15, passes: 2 }, true],
    ['fewer passes', { memoryKiB: 16, passes: 1 }, true],
    ['more memory and fewer passes', { memoryKiB: 32, passes: 1 }, true],
    ['the same', { memoryKiB: 16, passes: 2 }, false],
    ['more of both', { memoryKiB: 17, passes: 3 }, false],
  ])('%s than today', (_, kdf, weaker) => {
    expect(isWeaker(kdf, stronger.today)).toBe(weaker)
  })

  test('a stronger one is left as it is', async () => {
    const { record } = await sealVault({ ...ana, phrase: anasPhrase, revision: 4 }, stronger)
    expect(await openVault(record, ana, cheapKdf)).toMatchObject({ record, revision: 4 })
  })
})

test('the bytes of password and key are wiped once they were used', async () => {
  const seen: Uint8Array[] = []
  const derive: typeof argon2InWasm = async (input, salt, cost) => {
    const key = await argon2InWasm(input, salt, cost)
    seen.push(input, key)
    return key
  }
  const { record } = await sealVault({ ...ana, phrase: anasPhrase, revision: 1 }, { ...cheapKdf, derive })
  await openVault(record, ana, { ...cheapKdf, derive })
  expect(seen).toHaveLength(4)
  for (const bytes of seen) expect(bytes.every((byte) => byte === 0)).toBe(true)
})

test('the bytes of every imported key are wiped: when sealing, opening, failing to open and sealing anew', async () => {
  const imported: ArrayBufferView[] = []
  const { importKey } = crypto.subtle
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...args: Parameters<typeof importKey>) => {
    if (ArrayBuffer.isView(args[1])) imported.push(args[1])
    return importKey.apply(crypto.subtle, args)
  })
  const { record } = await anasVault()
  await openVault(record, ana, cheapKdf)
  await expect(openVault(record, { ...ana, pin: '000000' }, cheapKdf)).rejects.toMatchObject(refusal('wrong-credentials'))
  await openVault(record, ana, { derive: argon2InWasm, today: { memoryKiB: 16, passes: 2 } })
  expect(imported).not.toHaveLength(0)
  for (const { buffer } of imported) expect(new Uint8Array(buffer).every((byte) => byte === 0)).toBe(true)
})

test('a record holds neither phrase, nor entropy, nor address, nor PIN, nor password in the clear', async () => {
  const { record } = await anasVault()
  const { entropy } = await entropyOf(anasPhrase)
  const words = anasPhrase.split(' ')
  const secrets = [
    // Short ones only in pairs: a single one may be in a record by chance.
    ...words.filter(({ length }) => length > 4),
    ...words.slice(1).map((word, i) => `${words[i]} ${word}`),
    toBase64Url(entropy),
    Buffer.from(entropy).toString('hex'),
    '58a57ed9',
    ana.pin,
    ana.password,
  ]
  for (const secret of secrets) expect(record.toLowerCase()).not.toContain(secret.toLowerCase())
})

async function withChecksum(body: string): Promise<string> {
  return `${body}.${toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(body))))}`
}

/** A valid record around any secret. */
async function sealBy(cost: KdfParameters, secret: () => Promise<Uint8Array>): Promise<string> {
  const header = { revision: 1, kdf: { ...cost, salt: randomBytes(16) }, pinLength: ana.pin.length }
  const input = utf8(JSON.stringify([ana.pin, ana.password]))
  const rawKey = randomBytes(32)
  return encodeRecord({
    ...header,
    wrappedKey: await seal(await sealingKey(await argon2InWasm(input, header.kdf.salt, cost)), rawKey, headerBytes(header)),
    sealedSecret: await seal(await sealingKey(rawKey), new Uint8Array(await secret()), headerBytes(header)),
  })
}
