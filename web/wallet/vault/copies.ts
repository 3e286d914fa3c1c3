import { StorageError, type StorageProblem, type TextStore } from '../device/storage.ts'
import { VaultError } from './vaultError.ts'
import { decodeRecord } from './vaultRecord.ts'

/*
 * The vault is kept in two places. A copy can be checked for damage by itself, but its revision is proven only by opening
 * it: so copies are tried from the highest claimed revision down, and the first that opens is the vault. After that a
 * copy that is missing, damaged or older is mended from it. One that claims to be newer, or of a format that is not known
 * here, may be a vault under another password, and is left alone: nothing whole is overwritten unasked, but by its successor.
 */

export type Copy =
  | { kind: 'whole'; text: string; revision: number }
  /** There, but not to be used. */
  | { kind: 'damaged' | 'unsupported' }
  | { kind: 'missing' }
  /** The place itself cannot be read. */
  | { kind: 'unreachable' }

export async function readCopies(stores: readonly TextStore[]): Promise<Copy[]> {
  return Promise.all(stores.map(readCopy))
}

/** The different texts that may open, the best one first. */
export function candidates(copies: readonly Copy[]): string[] {
  const whole = copies.filter((copy) => copy.kind === 'whole').toSorted((a, b) => b.revision - a.revision)
  return [...new Set(whole.map(({ text }) => text))]
}

/** What the copies amount to, as long as nobody has tried to open them. */
export function stateOf(copies: readonly Copy[]): 'none' | 'present' | 'damaged' | 'unsupported' {
  const kinds = copies.map(({ kind }) => kind)
  if (kinds.includes('whole')) return 'present'
  if (kinds.includes('unsupported')) return 'unsupported'
  return kinds.includes('damaged') ? 'damaged' : 'none'
}

/** The highest revision that any copy claims; 0 without one. */
export function highestRevision(copies: readonly Copy[]): number {
  return Math.max(0, ...copies.map((copy) => (copy.kind === 'whole' ? copy.revision : 0)))
}

/**
 * Puts a record that was opened in the place of copies that are missing, damaged or older. It ends at the first place that
 * refuses: the vault is open, and a copy that could not be written now is mended at the next visit.
 */
export async function mendCopies(
  stores: readonly TextStore[],
  copies: readonly Copy[],
  { record, revision }: { record: string; revision: number },
): Promise<void> {
  for (const [place, store] of stores.entries()) {
    const copy = copies[place] ?? { kind: 'unreachable' }
    const older = copy.kind === 'whole' && copy.revision < revision
    if (!older && copy.kind !== 'missing' && copy.kind !== 'damaged') continue
    if (!(await writeAndReadBack(store, record).catch(() => false))) return
  }
}

/**
 * Writes every copy and reads it back. Where one place fails, all are put back as they were: a vault that the person was
 * told is not kept must not turn up at the next visit, nor the one that it was to replace be lost.
 */
export async function writeCopies(
  stores: readonly TextStore[],
  text: string,
): Promise<{ kind: 'kept' } | { kind: 'failed'; reason: StorageProblem | 'unreliable' }> {
  const before = await Promise.all(stores.map((store) => store.read().catch(() => undefined)))
  try {
    for (const store of stores) {
      if (!(await writeAndReadBack(store, text))) throw new Error('What was written is not what is read')
    }
    return { kind: 'kept' }
  } catch (error) {
    await Promise.all(stores.map((store, place) => putBack(store, before[place]).catch(() => {})))
    return { kind: 'failed', reason: error instanceof StorageError ? error.problem : 'unreliable' }
  }
}

/** Rejects where a copy is still there afterwards. */
export async function removeCopies(stores: readonly TextStore[]): Promise<void> {
  await Promise.all(
    stores.map(async (store) => {
      // A place that cannot even be read holds nothing that we could ever have put there.
      if ((await store.read().catch(() => undefined)) === undefined) return
      await store.remove()
      if ((await store.read()) !== undefined) throw new StorageError('blocked')
    }),
  )
}

async function writeAndReadBack(store: TextStore, text: string): Promise<boolean> {
  await store.write(text)
  return (await store.read()) === text
}

function putBack(store: TextStore, text: string | undefined): Promise<void> {
  return text === undefined ? store.remove() : store.write(text)
}

async function readCopy(store: TextStore): Promise<Copy> {
  let text: string | undefined
  try {
    text = await store.read()
  } catch {
    return { kind: 'unreachable' }
  }
  if (text === undefined) return { kind: 'missing' }
  try {
    const { revision } = await decodeRecord(text)
    return { kind: 'whole', text, revision }
  } catch (error) {
    return { kind: error instanceof VaultError && error.kind === 'unsupported' ? 'unsupported' : 'damaged' }
  }
}
