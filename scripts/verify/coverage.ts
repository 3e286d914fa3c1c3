// Statement coverage of the contracts. EDR does not measure branch coverage; mutation testing forces each condition to true and
// false instead.
import {
  addStatementCoverageInstrumentation,
  COVERAGE_LIBRARY_FILE_NAME,
  latestSupportedSolidityVersion,
} from '@nomicfoundation/edr'
import { bytesToHex } from 'viem'
import { type Contracts, compileSources, compileTests, readSources } from '../../contracts/compile.ts'
import { runSuites } from '../../contracts/runner/engine.ts'
import { findSuites } from '../../contracts/runner/suites.ts'

type Statement = { tag: string; line: number; text: string }
type Instrumented = { source: string; statements: Statement[] }

export async function coverage(): Promise<boolean> {
  const instrumented = Object.entries(readSources('contracts/src')).map(
    ([path, { content }]) => [path, instrument(path, content)] as const,
  )
  const sources = {
    ...Object.fromEntries(instrumented.map(([path, { source }]) => [path, { content: source }])),
    [COVERAGE_LIBRARY_FILE_NAME]: { content: LIBRARY },
  }
  const contracts = { ...(await compileTests()), ...(await compileSources(sources, Object.keys(sources))) }
  const { reached, ok } = await runTests(contracts)
  return instrumented.map(([path, { statements }]) => report(path, statements, reached)).every(Boolean) && ok
}

function instrument(path: string, content: string): Instrumented {
  // The parser of the instrumentation supports no newer Solidity; our contracts use no newer syntax.
  const { source, metadata } = addStatementCoverageInstrumentation(content, path, latestSupportedSolidityVersion())
  const statements = metadata.map(({ tag, startUtf16, endUtf16 }) => {
    const text = content.slice(startUtf16, endUtf16)
    const line = content.slice(0, startUtf16 + text.search(/\S/)).split('\n').length
    return { tag: bytesToHex(tag), line, text: text.trim() }
  })
  return { source, statements }
}

async function runTests(contracts: Contracts): Promise<{ reached: Set<string>; ok: boolean }> {
  const reached = new Set<string>()
  let ok = true
  const suites = findSuites(contracts)
  const onCoverage = async (tags: Uint8Array[]) => {
    for (const tag of tags) reached.add(bytesToHex(tag))
  }
  await runSuites({ contracts, suites, onCoverage }, ({ id, testResults }) => {
    for (const { name, reason } of testResults.filter(({ status }) => status !== 'Success')) {
      // Instrumentation changes gas and size, so tests of them count only for what they reach.
      if (/Gas|CodeSize/.test(`${id.name}.${name}`)) continue
      console.log(`${id.name}.${name} fails: ${reason}`)
      ok = false
    }
  })
  return { reached, ok }
}

function report(path: string, statements: Statement[], reached: Set<string>): boolean {
  const missed = statements.filter(({ tag }) => !reached.has(tag))
  console.log(`${path}: ${statements.length - missed.length} of ${statements.length} statements reached`)
  for (const { line, text } of missed) console.log(`  ${path}:${line}  ${text.split('\n')[0]}`)
  return missed.length === 0
}

// Every instrumented statement calls `sendHit` first. EDR records the calls to this address.
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
