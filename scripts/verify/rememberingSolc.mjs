#!/usr/bin/env node
// Stands in for contracts/solc.mjs in the copies that mutants are tested in: what was asked before is not compiled again.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const question = process.argv.includes('--version') ? 'version' : readFileSync(0, 'utf8')
const memory = join(dirname(fileURLToPath(import.meta.url)), createHash('sha256').update(question).digest('hex'))
if (!existsSync(memory)) {
  const { default: solc } = await import('solc')
  const version = () => `solc, the solidity compiler\nVersion: ${solc.version()}`
  writeFileSync(memory, question === 'version' ? version() : solc.compile(question))
}
console.log(readFileSync(memory, 'utf8'))
