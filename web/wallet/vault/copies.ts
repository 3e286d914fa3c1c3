import { ignoreAbsence, StorageError, type StorageProblem, type TextStore } from '../device/storage.ts'
import { VaultError } from './vaultError.ts'
import { decodeRecord } from './vaultRecord.ts'

/*
 * The vault is stored redundantly, one copy in each of two stores. A checksum detects a damaged copy, but only decryption
 * authenticates its revision. So copies are tried from the highest claimed revision down, and the first that opens is the
 * vault. Copies that are missing, damaged or older are then repaired from it. A copy that claims a higher revision, or has
 * an unknown format, may be a vault under another password: it must not be overwritten unless the user asks for it.
 */

export type Copy =
  | { kind: 'whole'; text: string; revision: number }
  /** Present, but unusable. */
  | { kind: 'damaged' | 'unsupported' }
  | { kind: 'missing' }
  /** The store itself cannot be read, and may hold a copy, unless it is absent. */
  | { kind: 'unreachable'; problem: StorageProblem }

export async function readCopies(stores: readonly TextStore[]): Promise<Copy[]> {
  return Promise.all(stores.map(readCopy))
}

/** The distinct records to try, highest revision first. */
export function candidates(copies: readonly Copy[]): string[] {
  const whole = copies.filter((copy) => copy.kind === 'whole').sort((a, b) => b.revision - a.revision)
  return [...new Set(whole.map(({ text }) => text))]
}

/** The state of the vault before any attempt to open it. */
export function stateOf(copies: readonly Copy[]): 'none' | 'present' | 'damaged' | 'unsupported' {
  const kinds = copies.map(({ kind }) => kind)
  if (kinds.includes('whole')) return 'present'
  if (kinds.includes('unsupported')) return 'unsupported'
  return kinds.includes('damaged') ? 'damaged' : 'none'
}

/** The highest revision that any copy claims, or 0. */
export function highestRevision(copies: readonly Copy[]): number {
  return Math.max(0, ...copies.map((copy) => (copy.kind === 'whole' ? copy.revision : 0)))
}

/**
 * Overwrites copies that are missing, damaged or older with a record that was opened. Stops at the first store that fails,
 * so that an intact copy is left; the next unlock tries again. Never rejects.
 */
export async function repairCopies(
  stores: readonly TextStore[],
  copies: readonly Copy[],
  { record, revision }: { record: string; revision: number },
): Promise<void> {
  for (const [index, store] of stores.entries()) {
    const copy = copies[index] ?? { kind: 'unreachable', problem: 'absent' }
    const older = copy.kind === 'whole' && copy.revision < revision
    if (!older && copy.kind !== 'missing' && copy.kind !== 'damaged') continue
    if (!(await writeAndReadBack(store, record).catch(() => false))) return
  }
}

/**
 * Writes every copy and reads it back. If one store fails, all are rolled back: a vault reported as not kept must not turn
 * up at the next visit, and the vault that it should have replaced must not get lost.
 */
export async function writeCopies(stores: readonly TextStore[], text: string): Promise<{ kind: 'kept' } | Failed> {
  let before: (string | undefined)[]
  try {
    before = await Promise.all(stores.map((store) => store.read()))
  } catch (error) {
    // Nothing is written: an unread copy could not be rolled back.
    return failed(error, true)
  }
  try {
    for (const store of stores) {
      if (!(await writeAndReadBack(store, text))) throw new Error('What was written is not what is read')
    }
    return { kind: 'kept' }
  } catch (error) {
    const restored = await Promise.allSettled(stores.map((store, index) => restore(store, before[index])))
    return failed(
      error,
      restored.every(({ status }) => status === 'fulfilled'),
    )
  }
}

/** `isUndone`: all copies are as they were before. */
type Failed = { kind: 'failed'; reason: StorageProblem | 'unreliable'; isUndone: boolean }

function failed(error: unknown, isUndone: boolean): Failed {
  return { kind: 'failed', reason: error instanceof StorageError ? error.problem : 'unreliable', isUndone }
}

/** Tries every store, then rejects if one of them holds a copy afterwards, or may hold one because it cannot be read. */
export async function removeCopies(stores: readonly TextStore[]): Promise<void> {
  const removed = await Promise.allSettled(
    stores.map(async (store) => {
      if ((await store.read().catch(ignoreAbsence)) === undefined) return
      await store.remove()
      if ((await store.read()) !== undefined) throw new StorageError('blocked')
    }),
  )
  for (const outcome of removed) if (outcome.status === 'rejected') throw outcome.reason
}

async function writeAndReadBack(store: TextStore, text: string): Promise<boolean> {
  await store.write(text)
  return (await store.read()) === text
}

async function restore(store: TextStore, text: string | undefined): Promise<void> {
  // A full storage may refuse to write even what it holds.
  if ((await store.read().catch(() => null)) === text) return
  await (text === undefined ? store.remove() : store.write(text))
}

async function readCopy(store: TextStore): Promise<Copy> {
  let text: string | undefined
  try {
    text = await store.read()
  } catch (error) {
    return { kind: 'unreachable', problem: error instanceof StorageError ? error.problem : 'blocked' }
  }
  if (text === undefined) return { kind: 'missing' }
  try {
    const { revision } = await decodeRecord(text)
    return { kind: 'whole', text, revision }
  } catch (error) {
    return { kind: error instanceof VaultError && error.kind === 'unsupported' ? 'unsupported' : 'damaged' }
  }
}
