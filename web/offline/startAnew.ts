import { pathOf } from '../routes.ts'
import { exclusively, OUTBOX_LOCK } from '../wallet/device/storage.ts'
import { withLimit } from '../wallet/device/withLimit.ts'
import { holdsDraft } from './holdsDraft.ts'

/** Whatever holds a lock for longer is stuck; what was signed is stored by then. */
const LIMIT_MS = 30_000

/**
 * Loads the newer version, after what is being signed, sent or sealed in any tab. Resolves to whether it stays instead: something was
 * typed meanwhile that this would lose.
 */
export async function startAnew(): Promise<'typed' | undefined> {
  let wasTyped = false
  const note = () => {
    wasTyped = true
  }
  addEventListener('input', note)
  const done = async () => {
    await exclusively(async () => {}, OUTBOX_LOCK)
    await exclusively(async () => {})
  }
  await withLimit(done(), LIMIT_MS, () => new Error('Something is still under way')).catch(() => {})
  removeEventListener('input', note)
  if (wasTyped && holdsDraft()) return 'typed'
  // Not in place: /seed would show another phrase, which could be taken for the one that was written down.
  location.replace(pathOf('/login'))
  return undefined
}
