// Formal verification with solc's model checker (SMTChecker) and z3: proves every assert in contracts/test/proof. The engine CHC
// does so for any sequence of calls. BMC does so for each function, on arbitrary storage, which is enough where the contract
// states its own induction, and takes much less time. `npm run verify -- prove Plan` proves one file.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import solc from 'solc'

const PROOFS = [
  { file: 'Interest.sol', engine: 'chc', targets: ['assert', 'overflow', 'divByZero'] },
  { file: 'Plan.sol', engine: 'bmc', targets: ['assert', 'overflow', 'divByZero'] },
  { file: 'LoanRules.sol', engine: 'bmc', targets: ['assert'] },
  { file: 'Debts.sol', engine: 'bmc', targets: ['assert'] },
  { file: 'Tally.sol', engine: 'bmc', targets: ['assert'] },
]
const [only = ''] = process.argv.slice(2)
const QUERY_TIMEOUT_SECONDS = 600
// The options that solc itself passes to z3, without its time limit of 10 s.
const Z3_OPTIONS = [
  '-smt2',
  'rewriter.pull_cheap_ite=true',
  'fp.spacer.q3.use_qgen=true',
  'fp.spacer.mbqi=false',
  'fp.spacer.ground_pobs=false',
]

type Finding = { message: string; formattedMessage: string; sourceLocation: { start: number; end: number } }

if (spawnSync('z3', ['--version']).status !== 0) {
  console.error('The proof needs the solver z3, which is not on this machine: install your system\'s package "z3".')
  process.exitCode = 1
} else if (
  !PROOFS.filter(({ file }) => file.includes(only))
    .map(proveFile)
    .every(Boolean)
)
  process.exitCode = 1

function proveFile({ file, engine, targets }: (typeof PROOFS)[number]): boolean {
  const content = readFileSync(new URL(`../../contracts/test/proof/${file}`, import.meta.url), 'utf8')
  const modelChecker = { engine, targets, solvers: ['smtlib2'], showProvedSafe: true, showUnproved: true, timeout: 0 }
  const input = { language: 'Solidity', sources: { [file]: { content } }, settings: { modelChecker } }
  const { errors }: { errors: Finding[] } = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver: solve }))

  const proven = errors.filter(({ message }) => message.endsWith('check is safe!'))
  const unproven = errors.filter(
    (error) => !proven.includes(error) && !error.message.includes('engine of the SMTChecker is deprecated'),
  )
  for (const { message, sourceLocation } of proven) {
    const [what] = message.replace(/^(CHC|BMC): /, '').split(/ \(| check/)
    const line = content.slice(0, sourceLocation.start).split('\n').length
    console.log(
      `never: ${what}  ${file}:${line}  ${content.slice(sourceLocation.start, sourceLocation.end).replace(/\s+/g, ' ')}`,
    )
  }
  for (const { formattedMessage } of unproven) console.error(formattedMessage)

  const asserts = content.match(/^ +assert\(/gm)?.length
  const assertsProven = proven.filter(({ message }) => message.includes('Assertion violation')).length
  console.log(`${file}: ${assertsProven} of ${asserts} asserts proven`)
  return unproven.length === 0 && assertsProven === asserts
}

function solve(query: string): { contents: string } {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'))
  try {
    const file = join(folder, 'query.smt2')
    writeFileSync(file, query)
    const args = [...Z3_OPTIONS, `-T:${QUERY_TIMEOUT_SECONDS}`, file]
    return { contents: spawnSync('z3', args, { encoding: 'utf8', maxBuffer: 2 ** 30 }).stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
