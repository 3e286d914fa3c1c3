// The check of built files for what is newer than the oldest browsers, on files that are known to have it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newerThanTarget } from '../../build/newer.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'entrepares-newer-'))
  for (const name of ['a.js', 'b.js', 'c.css']) writeFileSync(join(folder, name), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

const found = async (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return newerThanTarget(folder)
}

test.each([
  ['a.js', 'URL.canParse(e)'],
  ['a.js', 'let n=e.toSorted((e,t)=>e-t)'],
  ['a.js', 'let n=new Map(e).values().map(e=>e+1)'],
  ['a.js', 'const s={"&:has(b)":{color:0}}'],
  ['a.js', 'let r=/[\\p{L}--[a-z]]/v'],
  ['a.js', 'async function f(){await using x=y()}'],
  ['c.css', '.a:has(>.b){color:red}'],
  ['c.css', '.a{color:color-mix(in srgb,red,blue)}'],
])('what the oldest browsers do not have is found: %s %s', async (name, text) => {
  expect(await found(name, text)).toHaveLength(1)
})

test('what they have is not, nor what is used only where it exists', async () => {
  const text =
    'class A{static #b=1;static{A.c=#b in A}}const d=e?.at(-1)??structuredClone(f);`requestIdleCallback`in window?requestIdleCallback(g):g()'
  expect(await found('a.js', text)).toEqual([])
})
