import { vaultWorkerUrl } from '../device/scriptUrl.ts'
import { withLimit } from '../device/withLimit.ts'
import { argon2 } from './argon2.ts'
import type { Bytes } from './bytes.ts'
import type { DeriveKey, KdfParameters } from './kdfParameters.ts'

export type KdfRequest = { input: Bytes; salt: Bytes; parameters: KdfParameters }
export type KdfResponse = { key: Bytes } | { failure: string }

/** Far above what Argon2id takes. A worker whose script never arrives reports no error. */
const WORKER_LIMIT_MS = 30_000

/** Argon2id in a web worker. If the worker fails, on the main thread, which it blocks: so only after a paint. */
export const deriveKey: DeriveKey = async (input, salt, parameters) => {
  try {
    return await deriveInWorker({ input, salt, parameters })
  } catch {
    await afterPaint()
    return argon2(input, salt, parameters)
  }
}

async function deriveInWorker(request: KdfRequest): Promise<Bytes> {
  const worker = new Worker(vaultWorkerUrl(), { type: 'module' })
  try {
    const answered = new Promise<KdfResponse>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<KdfResponse>) => resolve(data)
      worker.onmessageerror = () => reject(new Error("The vault's worker gave an answer that cannot be read"))
      worker.onerror = (event) => {
        event.preventDefault()
        reject(new Error(`The vault's worker failed: ${event.message}`))
      }
      worker.postMessage(request)
    })
    const response = await withLimit(answered, WORKER_LIMIT_MS, () => new Error("The vault's worker did not answer in time"))
    if ('failure' in response) throw new Error(response.failure)
    return response.key
  } finally {
    // Frees the 64 MiB of Argon2id and the worker's copies of password and key, which nothing zeroises.
    worker.terminate()
  }
}

/** About two frames at 60 Hz. Not requestAnimationFrame, which never fires in a hidden tab. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 34))
}
