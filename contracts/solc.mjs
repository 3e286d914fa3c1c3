#!/usr/bin/env node
// solc-js from package.json, with two interfaces: forge runs this file as its compiler (first with --version, then with
// standard JSON on stdin), and compile.ts starts it as a worker thread.
import { readFileSync } from 'node:fs'
import { isMainThread, parentPort } from 'node:worker_threads'
import solc from 'solc'

cacheFunctionTable()

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

/**
 * Emscripten looks up every function that may throw in the module's table, each time it is called: a quarter of the compiler's time.
 * There is one table in this thread.
 */
function cacheFunctionTable() {
  const { get, set } = WebAssembly.Table.prototype
  /** @type {unknown[]} */
  const functions = []
  WebAssembly.Table.prototype.get = function (index) {
    functions[index] ??= get.call(this, index)
    return functions[index]
  }
  WebAssembly.Table.prototype.set = function (index, value) {
    delete functions[index]
    set.call(this, index, value)
  }
}
