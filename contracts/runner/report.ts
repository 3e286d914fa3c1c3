// What a person reads about a failed test: the reason, the counterexample, what it logged, and the calls that led there.
import { stripVTControlCharacters } from 'node:util'
import type {
  BaseCounterExample,
  CallTrace,
  DecodedTraceParameters,
  LogTrace,
  SuiteResult,
  TestResult,
} from '@nomicfoundation/edr'
import { CallKind } from '@nomicfoundation/edr'
import { bytesToHex } from 'viem'

const TRACE_LINES_AT_MOST = 200
const LINE_AT_MOST = 500

export function describeSuite({ id, durationNs, testResults, warnings }: SuiteResult): string {
  const passed = testResults.filter(({ status }) => status === 'Success').length
  const seconds = (Number(durationNs) / 1e9).toFixed(1)
  const failed = passed < testResults.length ? `, ${testResults.length - passed} FAILED` : ''
  return [`${id.name}: ${passed} passed${failed} in ${seconds} s`, ...warnings.map((warning) => `  ${warning}`)].join('\n')
}

export function describeFailure(suite: SuiteResult, result: TestResult): string {
  const { name, status, reason, counterexample, decodedLogs } = result
  const lines = [`\n${status === 'Skipped' ? 'SKIPPED' : 'FAILED'} ${suite.id.name}.${name}`, `  ${reason ?? 'no reason given'}`]
  if (counterexample) lines.push(...describeCounterexample(counterexample))
  lines.push(...decodedLogs.map((log) => `  log: ${log}`))
  lines.push(...shorten(result.callTraces().flatMap((trace) => describeTrace(trace, 1))))
  return `${lines.map(trim).join('\n')}\n`
}

function describeCounterexample(counterexample: NonNullable<TestResult['counterexample']>): string[] {
  if (!('sequence' in counterexample)) return [`  counterexample: ${describeCall(counterexample)}`]
  const { sequence, originalSequenceSize } = counterexample
  const head = `  counterexample, ${sequence.length} of ${originalSequenceSize} calls:`
  return [head, ...sequence.map((call) => `    ${describeCall(call)}`)]
}

function describeCall({ contractName, signature, args, calldata, sender }: BaseCounterExample): string {
  const name = signature?.slice(0, signature.indexOf('('))
  const target = contractName ? `${contractName.split(':').at(-1)}.` : ''
  const call = name ? `${target}${name}(${args ?? ''})` : bytesToHex(calldata)
  return sender ? `${call} from ${bytesToHex(sender)}` : call
}

function describeTrace(trace: CallTrace | LogTrace, depth: number): string[] {
  const indent = '  '.repeat(depth)
  if ('parameters' in trace) return [`${indent}emit ${describeParameters(trace.parameters)}`]
  const { kind, success, contract, address, inputs, outputs, gasUsed, children } = trace
  const target = contract?.split(':').at(-1) ?? address
  const call = kind === CallKind.Create ? `new ${target}` : `${target}.${describeParameters(inputs)}`
  const answer =
    typeof outputs === 'string' ? outputs : kind === CallKind.Create ? '' : outputs.length > 0 ? bytesToHex(outputs) : ''
  const end = [success ? '' : 'REVERTED', answer].filter(Boolean).join(' ')
  return [`${indent}[${gasUsed}] ${call}${end && ` → ${end}`}`, ...children.flatMap((child) => describeTrace(child, depth + 1))]
}

function describeParameters(parameters: DecodedTraceParameters | Uint8Array | Uint8Array[]): string {
  if ('name' in parameters) return `${parameters.name}(${parameters.arguments.join(', ')})`
  return Array.isArray(parameters) ? parameters.map((part) => bytesToHex(part)).join(' ') : bytesToHex(parameters)
}

// EDR colours numbers; and an answer may be a whole contract.
function trim(line: string): string {
  const plain = stripVTControlCharacters(line)
  return plain.length > LINE_AT_MOST ? `${plain.slice(0, LINE_AT_MOST)}…` : plain
}

// A loop of a thousand calls would bury the reason; how it begins and how it ends says most.
function shorten(lines: string[]): string[] {
  if (lines.length <= TRACE_LINES_AT_MOST) return lines
  const half = TRACE_LINES_AT_MOST / 2
  return [...lines.slice(0, half), `  … ${lines.length - 2 * half} lines …`, ...lines.slice(-half)]
}
