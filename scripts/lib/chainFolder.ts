import { fileURLToPath } from 'node:url'

/** Where `npm start` keeps the embedded chain and the build that it serves. */
export const chainFolder = fileURLToPath(new URL('../../.chain', import.meta.url))

/** The journals of the chain with contracts, and of the one without. */
export const journals = { loans: `${chainFolder}/loans.jsonl`, demo: `${chainFolder}/demo.jsonl` }
