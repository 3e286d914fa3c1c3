import { beforeEach, expect, test, vi } from 'vitest'
import golden from '../golden/backupOfVersion1.json' with { type: 'json' }
import vaults from '../golden/vaultsOfVersion1.json' with { type: 'json' }
import { type AccessParts, createAccess } from './access.ts'
import { argon2InWasm } from './argon2InWasm.ts'
import { createBackup, type OpenedBackup } from './backup.ts'
import { type BackupPart, settingsPart } from './backupParts.ts'
import { changeCredentials } from './changeCredentials.ts'
import { KDF_TODAY } from './kdfParameters.ts'
import { ana, anasPhrase, cheapKdf, luisPhrase, memoryStore, memoryThrottle, smallMemoryStore } from './vault.testing.ts'
import type { Kdf } from './vault.ts'

const wrong = { ...ana, pin: '000000' }
const anew = { pin: '161803', password: 'tortuga enero violín lámpara' }
const SETTINGS = '{"examplesHidden":true,"lockAfterMinutes":15}'

function device(kdf: Kdf = cheapKdf, settings?: string) {
  const stores = [memoryStore(), memoryStore()] as const
  const passkey = memoryStore('what a passkey wraps')
  const preferences = smallMemoryStore(settings)
  const parts: AccessParts = {
    stores: () => stores,
    passkey: () => passkey,
    throttle: memoryThrottle(),
    exclusively: (work) => work(),
    askToPersist: () => {},
    kdf,
  }
  /** Stands for the contacts: what they hold, and whether they can be read and written. */
  const contacts: { text: string | undefined; isDamaged: boolean } = { text: undefined, isDamaged: false }
  const contactsPart = (): BackupPart => ({
    name: 'contacts',
    read: async () => {
      if (contacts.isDamaged) throw new Error('damaged')
      return contacts.text
    },
    write: async (text) => {
      if (contacts.isDamaged) throw new Error('damaged')
      contacts.text = text
    },
  })
  const backup = createBackup({ ...parts, backupParts: () => [settingsPart(preferences), contactsPart()] })
  const texts = () => stores.map(({ text }) => text)
  return { stores, passkey, preferences, contacts, parts, access: createAccess(parts), backup, texts }
}

let old: ReturnType<typeof device>
let wallet: { phrase: string; address: `0x${string}`; dataKey: CryptoKey }
let file: string
beforeEach(async () => {
  old = device(cheapKdf, SETTINGS)
  const kept = await old.access.keep({ ...ana, phrase: anasPhrase })
  if (kept.kind !== 'kept') throw new Error('The vault was not kept')
  wallet = { ...kept, phrase: anasPhrase }
  old.passkey.text = 'what a passkey wraps'
  old.contacts.text = '{"Luis":1}'
  file = (await old.backup.write(wallet))?.text ?? ''
})

const blob = (text: string) => new Blob([text])
async function opened(on: ReturnType<typeof device>, text = file): Promise<OpenedBackup> {
  const result = await on.backup.open(blob(text), ana)
  if (typeof result === 'string') throw new Error(result)
  return result
}

test('the form learns from the file how long its PIN is, or that it is none to open', async () => {
  const { backup } = device()
  expect(await backup.inspect(blob(file))).toEqual({ pinLength: 6 })
  expect(await backup.inspect(blob('{}'))).toBe('foreign')
  expect(await backup.inspect(blob(file.slice(0, -9)))).toBe('damaged')
  expect(await backup.inspect(blob(file.replace('argon2id', 'argon2iu')))).toBe('damaged')
  expect(await backup.inspect(blob(file.replace('"version":1', '"version":2')))).toBe('unsupported')
})

test('what is restored on another device is what was there: phrase, address, settings, contacts', async () => {
  const other = device()
  const backup = await opened(other)
  expect(backup).toMatchObject({ phrase: anasPhrase, address: wallet.address })
  expect(other.texts()).toEqual([undefined, undefined])
  expect(await other.backup.restore(backup)).toEqual({ kind: 'kept', missing: [] })
  expect(other.texts()).toEqual(old.texts())
  expect(other.contacts.text).toBe(old.contacts.text)
  expect(JSON.parse(other.preferences.read() ?? '')).toEqual(JSON.parse(SETTINGS))
  expect(await other.access.unlock(ana)).toMatchObject({ kind: 'opened', phrase: anasPhrase, address: wallet.address })
})

test('neither the passkey nor the settings in the clear are in the file', () => {
  expect(file).not.toContain('passkey')
  expect(file).not.toContain('examplesHidden')
  expect(Object.keys(JSON.parse(file))).toEqual(['format', 'version', 'vault', 'parts'])
})

test('ten thousand contacts fit in a backup that opens again', async () => {
  const name = 'x'.repeat(40)
  const names = Array.from({ length: 10_000 }, (_, place) => [`0x${String(place).padStart(40, '0')}`, name])
  old.contacts.text = JSON.stringify(Object.fromEntries(names))
  const written = await old.backup.write(wallet)
  expect((await opened(old, written?.text)).parts.get('contacts')).toBe(old.contacts.text)
})

test('contacts that cannot be read: a backup is made of the rest, and what is missing is said', async () => {
  old.contacts.isDamaged = true
  const written = await old.backup.write(wallet)
  expect(written?.missing).toEqual(['contacts'])
  const other = device()
  expect(await other.backup.restore(await opened(other, written?.text))).toEqual({ kind: 'kept', missing: [] })
  expect(JSON.parse(other.preferences.read() ?? '')).toEqual(JSON.parse(SETTINGS))
})

test('contacts that this device cannot take: the wallet is kept, and what is missing is said', async () => {
  const other = device()
  other.contacts.isDamaged = true
  expect(await other.backup.restore(await opened(other))).toEqual({ kind: 'kept', missing: ['contacts'] })
  expect(await other.access.unlock(ana)).toMatchObject({ kind: 'opened', phrase: anasPhrase })
})

test('contacts that are damaged in the file do not take the wallet with them', async () => {
  const fields = JSON.parse(file)
  const kept: string = fields.parts.contacts
  for (const contacts of [`${kept.startsWith('A') ? 'B' : 'A'}${kept.slice(1)}`, fields.parts.settings, 'not base64', '', 7]) {
    const other = device()
    const backup = await opened(other, JSON.stringify({ ...fields, parts: { ...fields.parts, contacts } }))
    expect(await other.backup.restore(backup)).toEqual({ kind: 'kept', missing: ['contacts'] })
    expect(other.contacts.text).toBeUndefined()
    expect(other.texts()).toEqual(old.texts())
  }
})

test('that the passkey was offered is a fact of one device: it is not in the file, nor taken from one of before', async () => {
  old = device(cheapKdf, '{"wasPasskeyOffered":true,"lockAfterMinutes":15}')
  const kept = await old.access.keep({ ...ana, phrase: anasPhrase })
  if (kept.kind !== 'kept') throw new Error('The vault was not kept')
  const written = await old.backup.write({ ...kept, phrase: anasPhrase })
  const other = device()
  const backup = await opened(other, written?.text)
  expect(backup.parts.get('settings')).toBe('{"lockAfterMinutes":15}')
  const before = new Map([['settings', '{"wasPasskeyOffered":true,"lockAfterMinutes":60}']])
  await other.backup.restore({ ...backup, parts: before })
  expect(other.preferences.read()).toBe('{"lockAfterMinutes":60}')
})

test('a backup made before a change of PIN and password opens with the old ones, and asks before they come back', async () => {
  expect(await changeCredentials({ address: wallet.address, from: ana, to: anew, keepsPasskey: true }, old.parts)).toEqual({
    kind: 'changed',
  })
  const changed = old.texts()
  expect(await old.backup.open(blob(file), anew)).toBe('invalid')
  const backup = await opened(old)
  expect(await old.backup.restore(backup)).toEqual({ kind: 'exists', isThisOne: true })
  expect(old.texts()).toEqual(changed)
  expect(old.passkey.text).toBeDefined()

  expect(await old.backup.restore(backup, { replace: true })).toEqual({ kind: 'kept', missing: [] })
  expect(await old.access.unlock(anew)).toEqual({ kind: 'invalid' })
  expect(await old.access.unlock(ana)).toMatchObject({ kind: 'opened', phrase: anasPhrase })
  // Whoever changed PIN and password may have kept it; now they change again, and nobody is asked.
  expect(old.passkey.text).toBeUndefined()
})

test('a wrong password is as slow as at the door, and counts nothing on this device', async () => {
  const derive = vi.fn(argon2InWasm)
  const other = device({ ...cheapKdf, derive })
  for (let attempt = 0; attempt < 6; attempt++) expect(await other.backup.open(blob(file), wrong)).toBe('invalid')
  expect(derive).toHaveBeenCalledTimes(6)
  expect(other.access.waitLeft()).toBe(0)
})

test('a vault in one of the two places only is another vault, too', async () => {
  const other = device()
  await other.access.keep({ ...wrong, phrase: luisPhrase })
  const [inDatabase] = other.texts()
  const backup = await opened(other)
  const [, second] = other.stores
  if (second) second.text = backup.record
  expect(await other.backup.restore(backup)).toEqual({ kind: 'exists', isThisOne: false })
  expect(other.texts()).toEqual([inDatabase, backup.record])
})

test('another vault is replaced only if told so, and its passkey goes with it', async () => {
  const other = device()
  await other.access.keep({ ...wrong, phrase: luisPhrase })
  other.passkey.text = 'what a passkey wraps'
  const before = other.texts()
  const backup = await opened(other)
  expect(await other.backup.restore(backup)).toEqual({ kind: 'exists', isThisOne: false })
  expect(other.texts()).toEqual(before)
  expect(other.preferences.read()).toBeUndefined()
  expect(other.passkey.text).toBeDefined()
  expect(await other.backup.restore(backup, { replace: true })).toEqual({ kind: 'kept', missing: [] })
  expect(other.passkey.text).toBeUndefined()
  expect(await other.access.unlock(ana)).toMatchObject({ phrase: anasPhrase })
})

test('on the device that it is of, nothing is asked, and the passkey stays', async () => {
  expect(await old.backup.restore(await opened(old))).toEqual({ kind: 'kept', missing: [] })
  expect(old.passkey.text).toBeDefined()
})

test.each(['full', 'blocked', 'busy'] as const)('storage that is %s: said, and nothing of it stays', async (reason) => {
  const other = device()
  const backup = await opened(other)
  other.stores[1].fails = reason
  expect(await other.backup.restore(backup)).toEqual({ kind: 'not-written', reason })
  expect(other.texts()).toEqual([undefined, undefined])
  expect(other.preferences.read()).toBeUndefined()
})

test('a wallet whose vault another tab replaced has no backup', async () => {
  await old.access.keep({ ...ana, phrase: luisPhrase }, { replace: true })
  expect(await old.backup.write(wallet)).toBeUndefined()
})

test('a file with any one character changed is not taken for whole, and opens as nothing else', async () => {
  const other = device()
  const vaultEnds = file.indexOf('"parts"')
  for (let place = 0; place < file.length; place += 11) {
    const damaged = file.slice(0, place) + (file[place] === 'A' ? 'B' : 'A') + file.slice(place + 1)
    const result = await other.backup.open(blob(damaged), ana)
    if (typeof result === 'string') expect(['damaged', 'foreign'], `character ${place}`).toContain(result)
    else {
      expect(place).toBeGreaterThan(vaultEnds)
      expect(result).toMatchObject({ phrase: anasPhrase, record: old.texts()[0] })
      expect([...result.parts.values()], `character ${place}`).toContain(undefined)
    }
  }
  expect(other.texts()).toEqual([undefined, undefined])
})

test('a file that ends too early, wherever that is, is damaged', async () => {
  for (let length = 60; length < file.length; length += 13) {
    expect(await old.backup.open(blob(file.slice(0, length)), ana), `${length} characters`).toBe('damaged')
  }
})

test('a file of 50 MB, or of a little more than 8 MB, is refused by its size, without being read', async () => {
  const text = vi.fn()
  for (const size of [2 ** 23 + 1, 50 * 2 ** 20]) expect(await old.backup.open({ size, text }, ana)).toBe('too-large')
  expect(text).not.toHaveBeenCalled()
})

test('a vault of a later version in a file of this one', async () => {
  const fields = JSON.parse(file)
  const body = fields.vault.slice(0, fields.vault.lastIndexOf('.')).replace('"version":1', '"version":2')
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))).toString('base64url')
  expect(await old.backup.open(blob(JSON.stringify({ ...fields, vault: `${body}.${digest}` })), ana)).toBe('unsupported')
})

test.each([
  ['', 'foreign'],
  ['hola', 'foreign'],
  ['null', 'foreign'],
  ['{"format":"other"}', 'foreign'],
  ['{"format":"entrepares-backup","version":1}', 'damaged'],
  ['{"format":"entrepares-backup","ver', 'damaged'],
  ['{"format":"entrepares-backup","version":2,"anything":true}', 'unsupported'],
])('a file that is none (%s): %s', async (text, problem) => {
  expect(await device().backup.open(blob(text), ana)).toBe(problem)
})

test('settings that cannot be are not taken over', async () => {
  const other = device()
  const backup = await opened(other)
  const forged = new Map([['settings', '{"lockAfterMinutes":100000,"examplesHidden":true,"what":1}']])
  await other.backup.restore({ ...backup, parts: forged })
  expect(JSON.parse(other.preferences.read() ?? '')).toEqual({ lockAfterMinutes: 5, examplesHidden: true })
})

test('golden: a file of version 1 opens', async () => {
  const [vault] = vaults
  const other = device({ derive: argon2InWasm, today: KDF_TODAY })
  const backup = await opened(other, JSON.stringify(golden))
  expect(backup).toMatchObject({ phrase: vault?.phrase, address: vault?.address })
  expect(backup.parts.get('settings')).toBe(SETTINGS)
})
