// Argon2id off the page's thread. One question, one answer; whoever asked ends the worker.
import { argon2 } from './argon2.ts'
import type { KdfAnswer, KdfQuestion } from './kdf.ts'

addEventListener('message', async ({ data: { input, salt, parameters } }: MessageEvent<KdfQuestion>) => {
  postMessage(
    await argon2(input, salt, parameters).then(
      (key): KdfAnswer => ({ key }),
      (error): KdfAnswer => ({ failure: String(error) }),
    ),
  )
})
