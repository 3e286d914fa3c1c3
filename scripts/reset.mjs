// Throws the kept state of the embedded chain away: the next `npm start` begins anew.
import { rmSync } from 'node:fs'

rmSync(new URL('../.chain', import.meta.url), { recursive: true, force: true })
console.log('The embedded chain will begin anew.')
