#!/usr/bin/env node
// solc-js from package.json, with two interfaces: forge runs this file as its compiler (first with --version, then with
// standard JSON on stdin), and compile.ts starts it as a worker thread.
import { readFileSync } from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'
import solc from 'solc'

if (!isMainThread) parentPort?.on('message', (input) => parentPort?.postMessage(solc.compile(input, { import: readImport })))
else if (process.argv.includes('--version')) console.log(`solc, the solidity compiler\nVersion: ${solc.version()}`)
else console.log(solc.compile(readFileSync(0, 'utf8')))

/** @param {string} path relative to the project's root, with remappings applied */
function readImport(path) {
  try {
    return { contents: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') }
  } catch {
    return { error: 'There is no such file.' }
  }
}
