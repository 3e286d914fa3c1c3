import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { foundryBinary } from '../scripts/foundry.mjs'

/** Compiles contracts/src into contracts/out; quick when nothing changed. */
export async function buildContracts(signal?: AbortSignal): Promise<void> {
  const forge = spawn(foundryBinary('forge'), ['build', '--skip', 'test'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    ...(signal && { signal }),
  })
  let output = ''
  for (const stream of [forge.stdout, forge.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const [code] = await once(forge, 'exit')
  if (code !== 0) throw new Error(`The contracts do not compile.\n${output}`)
}
