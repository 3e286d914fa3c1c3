import { argon2, type DeriveKey } from './argon2.ts'
import type { Bytes } from './bytes.ts'
import type { KdfParameters } from './kdfParameters.ts'
import { vaultWorkerUrl } from './workerUrl.ts'

export type KdfQuestion = { input: Bytes; salt: Bytes; parameters: KdfParameters }
export type KdfAnswer = { key: Bytes } | { failure: string }

/** Argon2id in a worker, which leaves the page free. Where no worker is to be had: the same here, after the page was painted. */
export const deriveKey: DeriveKey = async (input, salt, parameters) => {
  try {
    return await askWorker({ input, salt, parameters })
  } catch {
    await painted()
    return argon2(input, salt, parameters)
  }
}

async function askWorker(question: KdfQuestion): Promise<Bytes> {
  const worker = new Worker(vaultWorkerUrl(), { type: 'module' })
  try {
    const answer = await new Promise<KdfAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<KdfAnswer>) => resolve(data)
      worker.onmessageerror = () => reject(new Error("The vault's worker gave an answer that cannot be read"))
      worker.onerror = (event) => {
        event.preventDefault()
        reject(new Error(`The vault's worker failed: ${event.message}`))
      }
      worker.postMessage(question)
    })
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.key
  } finally {
    // With it go its 64 MiB and every trace of the password in them.
    worker.terminate()
  }
}

/** Two frames at 60 Hz. Not requestAnimationFrame, which waits for as long as the tab is hidden. */
function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 34))
}
