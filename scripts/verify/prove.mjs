// solc's model checker with z3: proves the asserts under contracts/test/proof for every sequence of calls, however long.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import solc from 'solc'

const PROOFS = [
  { file: 'LoanRules.sol', engine: 'chc', targets: ['assert'] },
  { file: 'Interest.sol', engine: 'bmc', targets: ['assert', 'overflow', 'divByZero'] },
]
const SECONDS_PER_QUESTION = 300
// What solc gives to a z3 of its own, without its limit.
const Z3 = ['-smt2', 'rewriter.pull_cheap_ite=true', 'fp.spacer.q3.use_qgen=true', 'fp.spacer.mbqi=false', 'fp.spacer.ground_pobs=false']

export function prove() {
  if (spawnSync('z3', ['--version']).status !== 0) {
    console.error('The proof needs the solver z3, and it is not installed: install it with "apt install z3" or "brew install z3".')
    return false
  }
  return PROOFS.map(proveFile).every(Boolean)
}

function proveFile({ file, engine, targets }) {
  const source = readFileSync(new URL(`../../contracts/test/proof/${file}`, import.meta.url), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: {
      modelChecker: {
        engine,
        targets,
        solvers: ['smtlib2'],
        showProvedSafe: true,
        showUnproved: true,
        timeout: 0,
      },
    },
  }
  const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver: askZ3 }))
  for (const error of errors) console.log(error.formattedMessage)
}

function askZ3(question) {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'))
  try {
    const file = join(folder, 'question.smt2')
    writeFileSync(file, question)
    const start = Date.now()
    const { stdout } = spawnSync('z3', [...Z3, `-T:${SECONDS_PER_QUESTION}`, file], { encoding: 'utf8', maxBuffer: 2 ** 30 })
    console.error(Date.now()-start, stdout.slice(0, 200), question.length)
    return { contents: stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
