import type { StorageProblem } from '../device/storage.ts'
import { keyFor } from '../phrase/keyFor.ts'
import type { AccessParts } from './access.ts'
import { seal, unseal } from './aead.ts'
import type { BackupPart } from './backupParts.ts'
import { type Bytes, fromBase64Url, toBase64Url, utf8 } from './bytes.ts'
import { type Copy, candidates, readCopies, stateOf, writeCopies } from './copies.ts'
import { type Credentials, type OpenedVault, opensAll, openVault, openWithKey } from './vault.ts'
import { VaultError } from './vaultError.ts'
import { decodeRecord } from './vaultRecord.ts'

/*
 * The backup is a JSON file: the vault's record as it is, under the PIN and password of that day, and what else belongs to the
 * wallet (see backupParts.ts), each part sealed with a key from the seed. Neither the outbox nor the passkey: both are of one
 * device.
 */

type Wallet = { phrase: string; address: `0x${string}` }
type Parts = Pick<AccessParts, 'stores' | 'passkey' | 'exclusively' | 'throttle' | 'askToPersist' | 'kdf'> & {
  backupParts: (wallet: Wallet) => readonly BackupPart[]
}

export type OpenedBackup = Wallet & {
  dataKey: CryptoKey
  record: string
  /** By name, unsealed. Undefined: damaged. */
  parts: ReadonlyMap<string, string | undefined>
}

/** `missing`: the names of the parts that could not be read. */
export type WrittenBackup = { text: string; missing: readonly string[] }

export type Restored =
  /** `missing`: the names of the parts that are damaged in the file, or that this device could not take. */
  | { kind: 'kept'; missing: readonly string[] }
  /** There is a vault, and `replace` was not set. `isThisOne`: this wallet's, under another PIN and password. */
  | { kind: 'exists'; isThisOne: boolean }
  | { kind: 'not-written'; reason: StorageProblem | 'unreliable' }

export type NotRestored =
  /** `foreign`: no backup of this app. `unsupported`: of a later version. */
  'too-large' | 'foreign' | 'damaged' | 'unsupported' | 'invalid'

const FORMAT = 'entrepares-backup'
const VERSION = 1
/** Above what tens of thousands of contacts take. */
const MAX_BYTES = 2 ** 23

export function createBackup({ stores, passkey, exclusively, throttle, askToPersist, kdf, backupParts }: Parts) {
  return {
    /** Undefined where the vault of this wallet is no longer on the device. What else cannot be read is left out. */
    write: async ({ dataKey, ...wallet }: Wallet & { dataKey: CryptoKey }): Promise<WrittenBackup | undefined> => {
      const vault = await exclusively(async () => ownRecord(await readCopies(stores()), wallet.address, dataKey))
      if (vault === undefined) return undefined
      const key = await keyFor('backup', wallet.phrase)
      const parts: Record<string, string> = {}
      const missing: string[] = []
      for (const { name, read } of backupParts(wallet)) {
        try {
          const text = await read()
          if (text !== undefined) parts[name] = toBase64Url(await seal(key, utf8(text), partLabel(name)))
        } catch {
          missing.push(name)
        }
      }
      return { text: JSON.stringify({ format: FORMAT, version: VERSION, vault, parts }), missing }
    },

    /** Facts that can be told without PIN and password: how many digits the PIN has, or why the file is no backup to open. */
    inspect: async (file: Pick<Blob, 'size' | 'text'>): Promise<{ pinLength: number } | NotRestored> => {
      const fields = file.size > MAX_BYTES ? 'too-large' : fieldsOf(await file.text())
      if (typeof fields === 'string') return fields
      try {
        const { pinLength } = await decodeRecord(fields.vault)
        return { pinLength }
      } catch (error) {
        return error instanceof VaultError && error.kind === 'unsupported' ? 'unsupported' : 'damaged'
      }
    },

    /** Opens the file, and changes nothing on the device. The rate limit is that of the vault here, and does not apply. */
    open: async (file: Pick<Blob, 'size' | 'text'>, credentials: Credentials): Promise<OpenedBackup | NotRestored> => {
      if (file.size > MAX_BYTES) return 'too-large'
      const fields = fieldsOf(await file.text())
      if (typeof fields === 'string') return fields
      let vault: OpenedVault
      try {
        vault = await openVault(fields.vault, credentials, kdf)
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        return error.kind === 'wrong-credentials' ? 'invalid' : error.kind
      }
      const { phrase, address, dataKey, record } = vault
      const key = await keyFor('backup', phrase)
      const parts = new Map<string, string | undefined>()
      for (const [name, sealed] of fields.parts) {
        const plain = sealed && (await unseal(key, sealed, partLabel(name)))
        parts.set(name, plain && new TextDecoder().decode(plain))
      }
      return { phrase, address, dataKey, record, parts }
    },

    /** Keeps what was opened on this device. Another vault is replaced only with `replace`. */
    restore: ({ record, parts, dataKey, ...wallet }: OpenedBackup, { replace = false } = {}) =>
      exclusively(async (): Promise<Restored> => {
        const textStores = stores()
        const copies = await readCopies(textStores)
        const present = copies.filter(({ kind }) => kind === 'whole' || kind === 'unsupported')
        const isSame = present.length > 0 && present.every((copy) => copy.kind === 'whole' && copy.text === record)
        const isThisOne = isSame || (present.every(({ kind }) => kind === 'whole') && (await isOf(dataKey, copies)))
        if (stateOf(copies) !== 'none' && !isSame && !replace) return { kind: 'exists', isThisOne }
        const unread = copies.find((copy) => copy.kind === 'unreachable')
        if (unread?.kind === 'unreachable') return { kind: 'not-written', reason: unread.problem }
        const written = await writeCopies(textStores, record)
        if (written.kind === 'failed') return { kind: 'not-written', reason: written.reason }
        if (!isSame) {
          throttle.reset()
          // Void with another vault. With this one, PIN and password have changed, and nobody was asked whether it stays.
          await passkey()
            .remove()
            .catch(() => {})
        }
        askToPersist()
        const missing = new Set([...parts.keys()].filter((name) => parts.get(name) === undefined))
        for (const { name, write } of backupParts(wallet)) {
          const text = parts.get(name)
          // The wallet is kept by now: a part that cannot be written does not undo that.
          if (text !== undefined) await write(text).catch(() => missing.add(name))
        }
        return { kind: 'kept', missing: [...missing] }
      }),
  }
}

/** Whether there are copies, and all of them are of the vault with this data key. */
async function isOf(dataKey: CryptoKey, copies: readonly Copy[]): Promise<boolean> {
  const records = candidates(copies)
  const rawKey = new Uint8Array(await crypto.subtle.exportKey('raw', dataKey))
  try {
    return records.length > 0 && (await opensAll(rawKey, records))
  } finally {
    rawKey.fill(0)
  }
}

async function ownRecord(copies: readonly Copy[], address: string, dataKey: CryptoKey) {
  for (const text of candidates(copies)) {
    const rawKey = new Uint8Array(await crypto.subtle.exportKey('raw', dataKey))
    const vault = await openWithKey(text, rawKey).catch(() => undefined)
    if (vault?.address === address) return text
  }
  return undefined
}

/** As associated data: no part opens in the place of another. */
function partLabel(name: string) {
  return utf8(JSON.stringify([FORMAT, VERSION, name]))
}

/** A part that is not even base64 is undefined. */
type Fields = { vault: string; parts: [name: string, sealed: Bytes | undefined][] }

function fieldsOf(text: string): Fields | 'foreign' | 'damaged' | 'unsupported' {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    return text.startsWith(`{"format":"${FORMAT}"`) ? 'damaged' : 'foreign'
  }
  if (typeof fields !== 'object' || fields === null) return 'foreign'
  const { format, version, vault, parts } = fields as Record<string, unknown>
  if (format !== FORMAT) return 'foreign'
  if (version !== VERSION) return Number(version) > VERSION ? 'unsupported' : 'damaged'
  if (typeof vault !== 'string' || typeof parts !== 'object' || parts === null) return 'damaged'
  return { vault, parts: Object.entries(parts).map(([name, sealed]) => [name, bytesOf(sealed)]) }
}

function bytesOf(sealed: unknown): Bytes | undefined {
  try {
    return fromBase64Url(String(sealed))
  } catch {
    return undefined
  }
}
