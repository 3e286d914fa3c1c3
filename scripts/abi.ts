// npm run abi: writes web/chain/abi.ts after a change of the contracts.
import { writeFileSync } from 'node:fs'
import { buildContracts } from '../devchain/buildContracts.ts'
import { abiFile, generateAbi } from '../devchain/generateAbi.ts'

await buildContracts()
writeFileSync(abiFile, generateAbi())
console.log(`Wrote ${abiFile}.`)
