// npm run abi: writes web/chain/abi.ts after a change of the contracts.
import { writeFileSync } from 'node:fs'
import { abiFile, generateAbi } from '../devchain/generateAbi.ts'

writeFileSync(abiFile, await generateAbi())
console.log(`Wrote ${abiFile}.`)
