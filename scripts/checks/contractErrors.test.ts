// The tables of errors in docs/contract.md, compared with the syntax tree of LoanBook.
import { readFileSync } from 'node:fs'
import solc from 'solc'
import { expect, test } from 'vitest'
import { verificationInput } from '../../contracts/compile.ts'

type Node = { id: number; nodeType: string; name: string; src: string } & Partial<{
  nodes: Node[]
  arguments: Node[]
  linearizedBaseContracts: number[]
  visibility: string
  stateMutability: string
  referencedDeclaration: number
  typeDescriptions: { typeIdentifier?: string }
  errorSelector: string
  value: string
}>

/** In the tree, but no call gives them. */
const IMPOSSIBLE: Record<string, string[]> = {
  createOffer: ['AddressedToSelf'], // It is addressed to nobody.
  withdraw: ['WithdrawnToNobody'], // It goes to the caller.
  idsOf: ['IndexOutOfRange'], // A page is clamped to its list.
  getOffersByLenderIds: ['IndexOutOfRange'],
}
/** Of `divUp`, whose divisor is the number of instalments. */
const NEVER = 'DivFailed'

const page = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')
const nodes = syntaxTrees().flatMap(nodesIn)
const byId = new Map(nodes.map((node) => [node.id, node]))
const errorBySelector = new Map(nodes.map(({ errorSelector, name }) => [`0x${errorSelector}`, name]))
const functions = (contract('LoanBook').linearizedBaseContracts ?? [])
  .flatMap((id) => byId.get(id)?.nodes ?? [])
  .filter(
    ({ nodeType, name, visibility = '' }) => nodeType === 'FunctionDefinition' && /^$|external|public/.test(name && visibility),
  )

test('the table has the errors of each function, in the order of the checks', () => {
  const expected: Record<string, string[]> = {}
  for (const { name, stateMutability = '' } of functions) {
    const [given, impossible] = [errorsOf(name), IMPOSSIBLE[name] ?? []]
    expect(given, name).toEqual(expect.arrayContaining(impossible))
    const possible = given.filter((error) => error !== NEVER && !impossible.includes(error))
    if (possible.length > 0 || !['view', 'pure'].includes(stateMutability)) expected[name || 'constructor'] = possible
  }
  expect(Object.keys(expected).length).toBeGreaterThan(20)
  expect(tableOf('function')).toEqual(expected)
})

test('each error of ILoanBook has its line, and a function that gives it', () => {
  const declared = contract('ILoanBook').nodes?.filter(({ nodeType }) => nodeType === 'ErrorDefinition')
  const names = declared?.map(({ name }) => name).sort()
  expect(Object.keys(tableOf('error')).sort()).toEqual(names)
  expect([...new Set(Object.values(tableOf('function')).flat())].sort()).toEqual(names)
})

/** What functions of this name, their modifiers and all that they call name, or revert with in assembly. */
function errorsOf(name: string): string[] {
  const seen = new Set<Node>()
  const visit = ({ typeDescriptions, referencedDeclaration = 0, value = '' }: Node): string[] => {
    const declaration = byId.get(referencedDeclaration)
    if (declaration?.nodeType === 'ErrorDefinition') return [declaration.name]
    const isInternal = typeDescriptions?.typeIdentifier?.startsWith('t_function_internal')
    const called = isInternal ? 'FunctionDefinition' : 'ModifierDefinition'
    if (declaration?.nodeType !== called || seen.has(declaration)) return [errorBySelector.get(value) ?? []].flat()
    seen.add(declaration)
    return nodesIn(declaration).flatMap(visit)
  }
  const own = functions.filter((one) => one.name === name).flatMap(nodesIn)
  return [...new Set(own.flatMap(visit))]
}

/** A node and all below it, in the order of the source, but the arguments of a call before what is called. */
function nodesIn(node: Node): Node[] {
  const children = Object.values(node)
    .flat()
    .filter((child): child is Node => !!child && typeof child === 'object' && 'nodeType' in child)
  const place = (child: Node) => (node.arguments?.includes(child) ? 0 : Number.parseInt(child.src, 10))
  return [node, ...children.sort((a, b) => place(a) - place(b)).flatMap(nodesIn)]
}

function contract(name: string): Partial<Node> {
  return nodes.find((node) => node.nodeType === 'ContractDefinition' && node.name === name) ?? {}
}

function syntaxTrees(): Node[] {
  const input = JSON.parse(verificationInput())
  input.settings.outputSelection = { '*': { '': ['ast'] } }
  const { sources } = JSON.parse(solc.compile(JSON.stringify(input)))
  return Object.values<{ ast: Node }>(sources).map(({ ast }) => ast)
}

/** The names in code of the table whose first column has this heading, by the first of each row. */
function tableOf(heading: string): Record<string, string[]> {
  const [, rows = ''] = new RegExp(`^\\| ${heading} .*\\n.*\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? []
  const names = rows.split('\n').map((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  return Object.fromEntries(names.slice(0, -1).map(([name = '', ...others]) => [name, others]))
}
