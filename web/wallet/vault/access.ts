import { loadScript, ScriptError } from '../device/loadScript.ts'
import {
  askToPersist,
  exclusively,
  passkeyStore,
  type StorageProblem,
  smallStore,
  type TextStore,
  vaultStores,
} from '../device/storage.ts'
import { type Copy, candidates, highestRevision, readCopies, repairCopies, stateOf, writeCopies } from './copies.ts'
import { createThrottle, type Throttle } from './throttle.ts'
import type { Credentials, Kdf } from './vault.ts'
import { VaultError } from './vaultError.ts'
import { decodeRecord, LAST_REVISION } from './vaultRecord.ts'

export type VaultState = 'none' | 'present' | 'damaged' | 'unsupported'

type Opened = { kind: 'opened'; phrase: string; address: `0x${string}`; dataKey: CryptoKey }

export type NotOpened =
  | { kind: 'invalid' }
  | { kind: 'wait'; seconds: number }
  /** No vault: another tab may have deleted it. */
  | { kind: 'none' }
  | { kind: 'damaged' }
  /** Written by a newer version of the app, or with KDF parameters out of bounds. */
  | { kind: 'unsupported' }
  /** PIN and password were not tried: this page or this device failed. */
  | { kind: 'failed'; reason: 'script' | 'memory' | 'unknown' }

export type Kept =
  /** `wasThere`: the vault of this wallet was on the device already, under this PIN and password. */
  | { kind: 'kept'; address: `0x${string}`; dataKey: CryptoKey; wasThere: boolean }
  | { kind: 'visit-only'; reason: StorageProblem | 'unreliable' }
  /** There is a vault, and `replace` was not set. Another wallet's, or this one's under another PIN and password, or damaged. */
  | { kind: 'exists' }

/** The vault's interface to the rest of the app. */
export type Access = {
  hasVault(): Promise<VaultState>
  /** Digits of the PIN of the newest copy; undefined: there is no readable one. */
  pinLength(): Promise<number | undefined>
  /** Rate-limited: after repeated failures it answers `wait`. */
  unlock(credentials: Credentials): Promise<Opened | NotOpened>
  /** Verifies PIN and password without handing out the phrase. Shares the rate limit with `unlock`. */
  checkCredentials(credentials: Credentials): Promise<{ kind: 'right'; address: `0x${string}` } | NotOpened>
  /** Seconds until the next attempt is allowed, rounded up. */
  waitLeft(): number
  /**
   * Seals the phrase on this device. A vault that is already there, damaged or not, is replaced only with `replace`; without
   * it, PIN and password are tried on that vault, which counts towards the rate limit. Never rejects: any failure (a script that cannot be fetched, out of memory) is 'visit-only'.
   */
  keep(secret: Credentials & { phrase: string }, options?: { replace?: boolean }): Promise<Kept>
}

export type AccessParts = {
  stores: () => readonly TextStore[]
  passkey: () => TextStore
  throttle: Throttle
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  askToPersist: () => void
  /** For tests, which use cheap parameters. */
  kdf?: Kdf
}

export function createAccess(parts: AccessParts): Access {
  const { stores, passkey, throttle, exclusively, askToPersist, kdf } = parts
  const waitLeft = () => secondsLeft(throttle)

  const hasVault = async () => {
    const state = stateOf(await readCopies(stores()))
    // Prefetch while the user types. If it fails, unlock() imports it again.
    if (state === 'present') loadVault().catch(() => {})
    return state
  }

  const pinLength = async () => {
    const [newest] = candidates(await readCopies(stores()))
    return newest === undefined ? undefined : (await decodeRecord(newest)).pinLength
  }

  const unlock = (credentials: Credentials) =>
    exclusively(async (): Promise<Opened | NotOpened> => {
      const tried = await tryCopies(parts, ({ openVault }, record) => openVault(record, credentials, kdf))
      if (tried.kind !== 'found') return tried
      await repairCopies(tried.textStores, tried.copies, tried.value)
      const { phrase, address, dataKey } = tried.value
      return { kind: 'opened', phrase, address, dataKey }
    })

  const checkCredentials = async (credentials: Credentials) => {
    const outcome = await unlock(credentials)
    return outcome.kind === 'opened' ? ({ kind: 'right', address: outcome.address } as const) : outcome
  }

  const keep = async (secret: Credentials & { phrase: string }, { replace = false } = {}): Promise<Kept> => {
    try {
      const kept = await exclusively(() => sealAndWrite(secret, replace))
      return kept.kind === 'exists' ? await recognise(secret) : kept
    } catch {
      return { kind: 'visit-only', reason: 'unreliable' }
    }
  }

  /** The record does not say whose it is: only opening it tells. */
  const recognise = async (secret: Credentials & { phrase: string }): Promise<Kept> => {
    const found = await unlock(secret)
    if (found.kind !== 'opened' || found.phrase !== secret.phrase) return { kind: 'exists' }
    return { kind: 'kept', address: found.address, dataKey: found.dataKey, wasThere: true }
  }

  const sealAndWrite = async (secret: Credentials & { phrase: string }, replace: boolean): Promise<Kept> => {
    const textStores = stores()
    const copies = await readCopies(textStores)
    if (stateOf(copies) !== 'none' && !replace) return { kind: 'exists' }
    // An unreadable copy may be another vault, which must not be overwritten without a question.
    const unread = copies.find((copy) => copy.kind === 'unreachable' && copy.problem !== 'absent')
    if (unread?.kind === 'unreachable') return { kind: 'visit-only', reason: unread.problem }

    const { sealVault } = await loadVault()
    const revision = Math.min(highestRevision(copies) + 1, LAST_REVISION)
    const { record, address, dataKey } = await sealVault({ ...secret, revision }, kdf)
    const written = await writeCopies(textStores, record)
    if (written.kind === 'failed') return { kind: 'visit-only', reason: written.reason }
    throttle.reset()
    // It wraps the data key of the vault that was there before: void.
    await passkey()
      .remove()
      .catch(() => {})
    askToPersist()
    return { kind: 'kept', address, dataKey, wasThere: false }
  }

  return { hasVault, pinLength, unlock, checkCredentials, waitLeft, keep }
}

export const browserParts: AccessParts = {
  stores: vaultStores,
  passkey: passkeyStore,
  throttle: createThrottle({ store: smallStore('throttle'), clock: () => Date.now() }),
  exclusively,
  askToPersist,
}

export const access: Access = createAccess(browserParts)

type Found<T> = { kind: 'found'; value: T; textStores: readonly TextStore[]; copies: readonly Copy[] }

/**
 * Tries PIN and password on the copies, from the highest revision down, within the rate limit. `open` throws a VaultError
 * where they do not open the record. To be called exclusively.
 */
export async function tryCopies<T>(
  { stores, throttle }: Pick<AccessParts, 'stores' | 'throttle'>,
  open: (vault: typeof import('./vault.ts'), record: string, copies: readonly Copy[]) => Promise<T>,
): Promise<Found<T> | NotOpened> {
  const textStores = stores()
  const copies = await readCopies(textStores)
  const state = stateOf(copies)
  if (state !== 'present') return { kind: state }
  const seconds = secondsLeft(throttle)
  if (seconds > 0) return { kind: 'wait', seconds }

  throttle.countFailure()
  let refusal: { kind: 'invalid' | 'damaged' | 'unsupported' } = { kind: 'invalid' }
  try {
    const vault = await loadVault()
    for (const record of candidates(copies)) {
      try {
        const value = await open(vault, record, copies)
        throttle.reset()
        return { kind: 'found', value, textStores, copies }
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        if (error.kind !== 'wrong-credentials') refusal = { kind: error.kind }
      }
    }
  } catch (error) {
    // The credentials were not tested: not a failed attempt.
    throttle.takeBack()
    return { kind: 'failed', reason: reasonOf(error) }
  }
  if (refusal.kind !== 'invalid') throttle.takeBack()
  return refusal
}

function secondsLeft(throttle: Throttle): number {
  return Math.ceil(throttle.waitLeft() / 1000)
}

// Code splitting: ciphers, curves and word lists stay out of the first bundle.
function loadVault() {
  return loadScript(() => import('./vault.ts'))
}

function reasonOf(error: unknown): 'script' | 'memory' | 'unknown' {
  if (error instanceof ScriptError) return 'script'
  // RangeError: thrown by a failed allocation, in JavaScript and in WebAssembly.
  return error instanceof RangeError ? 'memory' : 'unknown'
}
