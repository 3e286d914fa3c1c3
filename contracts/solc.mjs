#!/usr/bin/env node
// Lets forge compile with the solc of package.json: it asks for the version, then sends standard JSON to stdin.
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) console.log(`solc, the solidity compiler\nVersion: ${solc.version()}`)
else console.log(solc.compile(readFileSync(0, 'utf8')))
