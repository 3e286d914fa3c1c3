import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { generateFiles } from './generateFiles.ts'

test('the generated files are what the contracts compile to; after a change "npm run abi" writes them anew', async () => {
  for (const [file, source] of await generateFiles()) {
    expect(readFileSync(file, 'utf8'), relative('.', file)).toBe(source)
  }
})
