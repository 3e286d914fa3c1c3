// Runs a program for as long as whoever started this holds its standard input open. A parent that is killed without
// a chance to clean up closes it too, so that no chain is ever left behind.
import { spawn } from 'node:child_process'

const [program = '', ...words] = process.argv.slice(2)
const child = spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit'] })

child.on('exit', (code) => process.exit(code ?? 1))
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})

// anvil writes its state to disk on SIGINT.
process.stdin.resume().on('close', () => child.kill('SIGINT'))

// Ctrl-C reaches everything in the terminal; the parent says when it is time.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
