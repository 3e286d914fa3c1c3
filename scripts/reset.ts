// npm run reset: deletes the persisted state of the embedded chain; the next `npm start` creates a new one.
import { rmSync } from 'node:fs'
import { lock } from '../devchain/lock.ts'
import { chainFolder, journals } from './lib/chainFolder.ts'

try {
  // Refused while a chain is running: the build that it serves is in the folder too.
  for (const journal of Object.values(journals)) await lock(journal)
  rmSync(chainFolder, { recursive: true, force: true })
  console.log('The embedded chain will begin anew.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
