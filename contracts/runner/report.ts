// What a person reads about a failed test: the reason, the counterexample, what it logged, and the calls that led there.
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

const LINES_AT_MOST = 60
const LENGTH_AT_MOST = 300

export function describeSuite({ id, durationNs, testResults, warnings }: SuiteResult): string {
  const passed = testResults.filter(({ status }) => status === 'Success').length
  const seconds = (Number(durationNs) / 1e9).toFixed(1)
  const failed = passed < testResults.length ? `, ${testResults.length - passed} FAILED` : ''
  return [`${id.name}: ${passed} passed${failed} in ${seconds} s`, ...warnings.map((warning) => `  ${warning}`)].join('\n')
}

export function describeFailure(suite: SuiteResult, result: TestResult): string {
  const { name, status, reason, counterexample, decodedLogs } = result
  // The first trace is that of setUp, which only matters if it is what failed.
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

// Of an invariant. That of a fuzz test is a single call, the first line of its trace.
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

// How it begins and how it ends says most; a loop of a thousand calls would bury the reason.
function shorten(lines: string[]): string[] {
  if (lines.length <= LINES_AT_MOST) return lines
  const half = LINES_AT_MOST / 2
  return [...lines.slice(0, half), `  … ${lines.length - LINES_AT_MOST} lines …`, ...lines.slice(-half)]
}

// EDR writes `luis: [0xa2A1…]` and `300000000 [3e8]`, in colours, and a contract's code in full.
function simplify(line: string): string {
  const plain = stripVTControlCharacters(line)
    .replace(/(\w+): \[0x[0-9a-fA-F]{40}\]/g, '$1')
    .replace(/ \[\d+(\.\d+)?e\d+\]/g, '')
  return plain.length > LENGTH_AT_MOST ? `${plain.slice(0, LENGTH_AT_MOST)}…` : plain
}
