import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

const rows = [...read('docs/security.md').matchAll(/^\|.*\| `(?<file>[^`]+)`: (?<name>.+?) *\|$/gm)].map(({ groups }) => groups)

test('every row of docs/security.md names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(25)
  for (const row of rows) expect(read(row?.file ?? ''), row?.file).toContain(`'${row?.name}'`)
})
