import { exclusively, OUTBOX_LOCK } from '../wallet/device/storage.ts'
import { withLimit } from '../wallet/device/withLimit.ts'

/** Whatever holds a lock for longer is stuck; what was signed is stored by then. */
const LIMIT_MS = 30_000

/** Loads the newer version, after what is being signed, sent or sealed in any tab. */
export async function startAnew(): Promise<void> {
  const done = async () => {
    await exclusively(async () => {}, OUTBOX_LOCK)
    await exclusively(async () => {})
  }
  await withLimit(done(), LIMIT_MS, () => new Error('Something is still under way')).catch(() => {})
  // Not in place: /seed would show another phrase, which could be taken for the one that was written down.
  location.replace('/login')
}
