import { beforeEach, expect, test, vi } from 'vitest'
import golden from '../golden/backupOfVersion1.json' with { type: 'json' }
import vaults from '../golden/vaultsOfVersion1.json' with { type: 'json' }
import { type AccessParts, createAccess } from './access.ts'
import { argon2InWasm } from './argon2InWasm.ts'
import { createBackup, type OpenedBackup } from './backup.ts'
import { settingsPart } from './backupParts.ts'
import { KDF_TODAY } from './kdfParameters.ts'
import { ana, anasPhrase, cheapKdf, luisPhrase, memoryStore, smallMemoryStore } from './testing.ts'
import { createThrottle } from './throttle.ts'
import type { Kdf } from './vault.ts'

const wrong = { ...ana, pin: '000000' }
const SETTINGS = '{"examplesHidden":true,"lockAfterMinutes":15}'

function device(kdf: Kdf = cheapKdf, settings?: string) {
  const stores = [memoryStore(), memoryStore()] as const
  const passkey = memoryStore('what a passkey wraps')
  const preferences = smallMemoryStore(settings)
  const parts: AccessParts = {
    stores: () => stores,
    passkey: () => passkey,
    throttle: createThrottle(smallMemoryStore(), Date.now),
    exclusively: (work) => work(),
    askToPersist: () => {},
    kdf,
  }
  const backup = createBackup({ ...parts, backupParts: () => [settingsPart(preferences)] })
  return { stores, passkey, preferences, access: createAccess(parts), backup, texts: () => stores.map(({ text }) => text) }
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
  file = (await old.backup.write(wallet)) ?? ''
})

const blob = (text: string) => new Blob([text])
async function opened(on: ReturnType<typeof device>, text = file): Promise<OpenedBackup> {
  const result = await on.backup.open(blob(text), ana)
  if (typeof result === 'string') throw new Error(result)
  return result
}

test('what is restored on another device is what was there: phrase, address, settings', async () => {
  const other = device()
  const backup = await opened(other)
  expect(backup).toMatchObject({ phrase: anasPhrase, address: wallet.address })
  expect(other.texts()).toEqual([undefined, undefined])
  expect(await other.backup.restore(backup)).toEqual({ kind: 'kept' })
  expect(other.texts()).toEqual(old.texts())
  expect(JSON.parse(other.preferences.read() ?? '')).toEqual(JSON.parse(SETTINGS))
  expect(await other.access.unlock(ana)).toMatchObject({ kind: 'opened', phrase: anasPhrase, address: wallet.address })
})

test('neither the passkey nor the settings in the clear are in the file', () => {
  expect(file).not.toContain('passkey')
  expect(file).not.toContain('examplesHidden')
  expect(Object.keys(JSON.parse(file))).toEqual(['format', 'version', 'vault', 'parts'])
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
  expect(await other.backup.restore(backup)).toEqual({ kind: 'exists' })
  expect(other.texts()).toEqual([inDatabase, backup.record])
})

test('another vault is replaced only if told so, and its passkey goes with it', async () => {
  const other = device()
  await other.access.keep({ ...wrong, phrase: luisPhrase })
  other.passkey.text = 'what a passkey wraps'
  const before = other.texts()
  const backup = await opened(other)
  expect(await other.backup.restore(backup)).toEqual({ kind: 'exists' })
  expect(other.texts()).toEqual(before)
  expect(other.preferences.read()).toBeUndefined()
  expect(other.passkey.text).toBeDefined()
  expect(await other.backup.restore(backup, { replace: true })).toEqual({ kind: 'kept' })
  expect(other.passkey.text).toBeUndefined()
  expect(await other.access.unlock(ana)).toMatchObject({ phrase: anasPhrase })
})

test('on the device that it is of, nothing is asked, and the passkey stays', async () => {
  expect(await old.backup.restore(await opened(old))).toEqual({ kind: 'kept' })
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

test('a file with any one character changed does not open as something else', async () => {
  const other = device()
  for (let place = 0; place < file.length; place += 11) {
    const damaged = file.slice(0, place) + (file[place] === 'A' ? 'B' : 'A') + file.slice(place + 1)
    expect(['damaged', 'foreign'], `character ${place}`).toContain(await other.backup.open(blob(damaged), ana))
  }
  expect(other.texts()).toEqual([undefined, undefined])
})

test.each([
  ['', 'foreign'],
  ['hola', 'foreign'],
  ['null', 'foreign'],
  ['{"format":"other"}', 'foreign'],
  ['{"format":"entrepares-backup","version":1}', 'damaged'],
  ['{"format":"entrepares-backup","ver', 'damaged'],
  ['{"format":"entrepares-backup","version":2,"anything":true}', 'unsupported'],
  ['x'.repeat(2 ** 20 + 1), 'too-large'],
])('a file that is none (%.40s): %s', async (text, problem) => {
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
