// Which statements of the contracts do the tests reach? Statements, not branches: whether both sides of a condition are
// tested is what the mutants show.
import {
  addStatementCoverageInstrumentation,
  COVERAGE_LIBRARY_FILE_NAME,
  latestSupportedSolidityVersion,
} from '@nomicfoundation/edr'
import { bytesToHex } from 'viem'
import { compileSources, compileTests, readSources } from '../../contracts/compile.ts'
import { runSuites } from '../../contracts/runner/engine.ts'
import { findSuites } from '../../contracts/runner/suites.ts'

type Statement = { path: string; tag: string; line: number; text: string }

// What each instrumented statement calls first: EDR notes down the calls to this address.
const LIBRARY = `pragma solidity >=0.8.0;
library __NomicFoundationCoverage {
    function sendHit(uint256 tag) internal pure {
        function(uint256) internal view send = _send;
        function(uint256) internal pure sendPurely;
        assembly { sendPurely := send }
        sendPurely(tag);
    }
    function _send(uint256 tag) private view {
        assembly ("memory-safe") {
            mstore(0, tag)
            pop(staticcall(gas(), 0xc0bEc0BEc0BeC0bEC0beC0bEC0bEC0beC0beC0BE, 0, 32, 0, 0))
        }
    }
}`

export async function coverage(): Promise<boolean> {
  const sources = readSources('contracts/src')
  const statements: Statement[] = []
  const instrumented = Object.fromEntries(
    Object.entries(sources).map(([path, { content }]) => {
      const { source, metadata } = addStatementCoverageInstrumentation(content, path, latestSupportedSolidityVersion())
      for (const { tag, startUtf16, endUtf16 } of metadata) {
        const text = content.slice(startUtf16, endUtf16)
        const line = content.slice(0, startUtf16 + text.search(/\S/)).split('\n').length
        statements.push({ path, tag: bytesToHex(tag), line, text: text.trim() })
      }
      return [path, { content: source }]
    }),
  )
  const library = { [COVERAGE_LIBRARY_FILE_NAME]: { content: LIBRARY } }
  const contracts = {
    ...(await compileTests()),
    ...(await compileSources({ ...instrumented, ...library }, Object.keys(sources))),
  }

  const reached = new Set<string>()
  let ok = true
  const suites = findSuites(contracts, (test) => !/Gas/.test(test))
  const onCoverage = async (tags: Uint8Array[]) => {
    for (const tag of tags) reached.add(bytesToHex(tag))
  }
  await runSuites({ contracts, suites, onCoverage }, ({ id, testResults }) => {
    for (const { name, status, reason } of testResults) {
      if (status === 'Success') continue
      console.log(`${id.name}.${name} fails: ${reason}`)
      ok = false
    }
  })
  for (const path of Object.keys(sources)) {
    const inFile = statements.filter((statement) => statement.path === path)
    const missed = inFile.filter(({ tag }) => !reached.has(tag))
    if (inFile.length > 0) console.log(`${path}: ${inFile.length - missed.length} of ${inFile.length} statements reached`)
    for (const { line, text } of missed) console.log(`  ${path}:${line}  ${text.split('\n')[0]}`)
    if (missed.length > 0) ok = false
  }
  return ok
}
