#!/usr/bin/env node
// Stands in for contracts/solc.mjs in the copies that mutants are tested in: what was asked before, in any of them, is
// not compiled again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const question = process.argv.includes('--version') ? 'version' : readFileSync(0, 'utf8')
const folder = fileURLToPath(new URL('../../memory', import.meta.url))
const memory = join(folder, createHash('sha256').update(question).digest('hex'))
if (!existsSync(memory)) {
  mkdirSync(folder, { recursive: true })
  const { default: solc } = await import('solc')
  const version = () => `solc, the solidity compiler\nVersion: ${solc.version()}`
  writeFileSync(memory, question === 'version' ? version() : solc.compile(question))
}
console.log(readFileSync(memory, 'utf8'))
