import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { abiFile, generateAbi } from './generateAbi.ts'

test('web/chain/abi.ts is what the contracts compile to; after a change "npm run abi" writes it anew', async () => {
  expect(readFileSync(abiFile, 'utf8')).toBe(await generateAbi())
})
