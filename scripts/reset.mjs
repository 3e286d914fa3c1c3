// npm run reset: deletes the persisted state of the embedded chain; the next `npm start` creates a new one.
import { rmSync } from 'node:fs'

rmSync(new URL('../.chain', import.meta.url), { recursive: true, force: true })
console.log('The embedded chain will begin anew.')
