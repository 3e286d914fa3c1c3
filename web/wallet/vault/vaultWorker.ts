// Web worker that runs Argon2id off the main thread. One request, one response; the caller terminates it.
import { argon2 } from './argon2.ts'
import type { KdfRequest, KdfResponse } from './kdf.ts'

addEventListener('message', async ({ data: { input, salt, parameters } }: MessageEvent<KdfRequest>) => {
  postMessage(
    await argon2(input, salt, parameters).then(
      (key): KdfResponse => ({ key }),
      (error): KdfResponse => ({ failure: String(error) }),
    ),
  )
})
