// Formats a failed test: reason, counterexample, logs and call traces.
import { stripVTControlCharacters } from 'node:util'
import type {
  BaseCounterExample,
  CallTrace,
  CounterExampleSequence,
  DecodedTraceParameters,
  LogTrace,
  SuiteResult,
  TestResult,
} from '@nomicfoundation/edr'
import { CallKind } from '@nomicfoundation/edr'
import { bytesToHex } from 'viem'

const MAX_LINES = 60
const MAX_LINE_LENGTH = 300

export function describeSuite({ id, durationNs, testResults, warnings }: SuiteResult): string {
  const passed = testResults.filter(({ status }) => status === 'Success').length
  const seconds = (Number(durationNs) / 1e9).toFixed(1)
  const failed = passed < testResults.length ? `, ${testResults.length - passed} FAILED` : ''
  return [`${id.name}: ${passed} passed${failed} in ${seconds} s`, ...warnings.map((warning) => `  ${warning}`)].join('\n')
}

export function describeFailure(suite: SuiteResult, result: TestResult): string {
  const { name, status, reason, counterexample, decodedLogs } = result
  // The first trace is of setUp, which is shown only if it failed.
  const traces = result.callTraces().filter(({ inputs, success }) => !('name' in inputs && inputs.name === 'setUp' && success))
  const lines = [
    `\n${status === 'Skipped' ? 'SKIPPED' : 'FAILED'} ${suite.id.name}.${name}`,
    `  ${reason ?? 'no reason given'}`,
    ...(counterexample && 'sequence' in counterexample ? describeSequence(counterexample) : []),
    ...decodedLogs.map((log) => `  log: ${log}`),
    ...shorten(traces.flatMap((trace) => describeTrace(trace, 1))),
  ]
  return `${lines.map(simplify).join('\n')}\n`
}

// For invariant tests. The counterexample of a fuzz test is a single call, which is the first line of its trace.
function describeSequence({ sequence, originalSequenceSize }: CounterExampleSequence): string[] {
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
  const isCreation = kind === CallKind.Create
  const call = isCreation ? `new ${target}` : `${target}.${describeParameters(inputs)}`
  const answer = typeof outputs === 'string' ? outputs : isCreation || outputs.length === 0 ? '' : bytesToHex(outputs)
  const end = [success ? '' : 'REVERTED', answer].filter(Boolean).join(' ')
  return [`${indent}[${gasUsed}] ${call}${end && ` → ${end}`}`, ...children.flatMap((child) => describeTrace(child, depth + 1))]
}

function describeParameters(parameters: DecodedTraceParameters | Uint8Array | Uint8Array[]): string {
  if ('name' in parameters) return `${parameters.name}(${parameters.arguments.join(', ')})`
  return Array.isArray(parameters) ? parameters.map((part) => bytesToHex(part)).join(' ') : bytesToHex(parameters)
}

// Keeps the start and the end: a loop of a thousand calls would bury the reason.
function shorten(lines: string[]): string[] {
  if (lines.length <= MAX_LINES) return lines
  const half = MAX_LINES / 2
  return [...lines.slice(0, half), `  … ${lines.length - MAX_LINES} lines …`, ...lines.slice(-half)]
}

// EDR prints `luis: [0xa2A1…]` and `300000000 [3e8]`, with colour codes, and bytecode in full.
function simplify(line: string): string {
  const plain = stripVTControlCharacters(line)
    .replace(/(\w+): \[0x[0-9a-fA-F]{40}\]/g, '$1')
    .replace(/ \[\d+(\.\d+)?e\d+\]/g, '')
  return plain.length > MAX_LINE_LENGTH ? `${plain.slice(0, MAX_LINE_LENGTH)}…` : plain
}
