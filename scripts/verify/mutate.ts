// Mutation operators for Solidity: each mutant is the whole source with one small change.

/** `before` and `after`: the changed line. */
export type Mutant = { line: number; before: string; after: string; source: string }
type Span = { start: number; end: number }
type Edit = Span & { text: string }

export function mutate(source: string): Mutant[] {
  const code = blank(source)
  const edits = [
    ...swappedOperators(code),
    ...shiftedNumbers(code),
    ...forcedConditions(code),
    ...swappedBranches(code),
    ...swappedArguments(code),
    ...replacedWords(code),
    ...removedStatements(code),
  ]
  const mutants = edits.map((edit) => apply(source, edit)).filter((mutant) => mutant.before !== mutant.after)
  const unique = new Map(mutants.map((mutant) => [mutant.source, mutant]))
  return [...unique.values()].sort((a, b) => a.line - b.line)
}

function apply(source: string, { start, end, text }: Edit): Mutant {
  const from = source.lastIndexOf('\n', start) + 1
  const to = source.indexOf('\n', end)
  const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()
  return {
    line: source.slice(0, start).split('\n').length,
    before: collapse(source.slice(from, to)),
    after: collapse(source.slice(from, start) + text + source.slice(end, to)),
    source: source.slice(0, start) + text + source.slice(end),
  }
}

// Replaces comments, strings, imports and interfaces by spaces, which keeps all positions.
function blank(source: string): string {
  const notCode =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|\b(?:pragma|import|using)\b[^;]*;|\binterface \w+ \{[\s\S]*?\n\}/g
  return source.replace(notCode, (text) => text.replace(/[^\n]/g, ' '))
}

const OPERATORS: Record<string, string[]> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>=', '!='],
  '<=': ['<', '>', '=='],
  '>': ['>=', '<=', '!='],
  '>=': ['>', '<', '=='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['/'],
  '<<': ['>>'],
  '>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&', '|'],
  '++': ['--'],
  '--': ['++'],
  '+=': ['-=', '='],
  '-=': ['+=', '='],
  '|=': ['&=', '='],
  '&=': ['|=', '='],
  '^=': ['|=', '&=', '='],
  '<<=': ['>>='],
  '>>=': ['<<='],
  '!': [''],
  '=>': [],
  '=': [],
}

function swappedOperators(code: string): Edit[] {
  const operators = /<<=|>>=|=>|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\|=|&=|\^=|<<|>>|[<>+\-*/%&|^!=]/g
  const loops = [...code.matchAll(/\b(?:for|while) \(/g)].map(({ 0: head, index }) => inside(code, index + head.length - 1))
  return [...code.matchAll(operators)].flatMap(({ 0: operator, index }) => {
    const inLoop = loops.some(({ start, end }) => start < index && index < end)
    // A loop that counts up to a number also ends there with `!=`.
    const others = (OPERATORS[operator] ?? []).filter((other) => !(inLoop && operator === '<' && other === '!='))
    return others.map((text) => ({ start: index, end: index + operator.length, text }))
  })
}

function shiftedNumbers(code: string): Edit[] {
  return [...code.matchAll(/\b(?:0x[0-9a-fA-F]+|\d[\d_]*(?:e\d+)?)\b/g)].flatMap(({ 0: number, index }) => {
    const [digits = '', zeros = '0'] = number.startsWith('0x') ? [number] : number.replaceAll('_', '').split('e')
    const value = BigInt(digits) * 10n ** BigInt(zeros)
    const neighbours = value === 0n ? [1n] : [value + 1n, value - 1n]
    return neighbours.map((other) => ({ start: index, end: index + number.length, text: `${other}` }))
  })
}

// Replaces the condition of `if (…)`, of `… ? a : b` and of `require(…, Error())` by true and false, and that of `while (…)` and
// `for (…; …; …)` by false: with true they would not end.
function forcedConditions(code: string): Edit[] {
  const ifs = [...code.matchAll(/\bif \(/g)].map(({ index }) => inside(code, index + 3))
  const choices = choicesIn(code).map(({ condition }) => condition)
  const requires = [...code.matchAll(/\brequire\(/g)].flatMap(({ index }) => argumentsIn(code, index + 7).slice(0, 1))
  const loops = [...code.matchAll(/\bwhile \(/g)].map(({ index }) => inside(code, index + 6))
  const fors = [...code.matchAll(/\bfor \(/g)].flatMap(({ index }) => conditionOfFor(code, index + 4))
  return [
    ...[...ifs, ...choices, ...requires].flatMap((span) => ['true', 'false'].map((text) => ({ ...span, text }))),
    ...[...loops, ...fors].map((span) => ({ ...span, text: 'false' })),
  ]
}

function conditionOfFor(code: string, open: number): Span[] {
  const { start, end } = inside(code, open)
  const [first, second] = [...code.slice(start, end).matchAll(/;/g)].map(({ index }) => start + index)
  return first !== undefined && second !== undefined ? [{ start: first + 2, end: second }] : []
}

// `… ? a : b` becomes `… ? b : a`, and `if (…) a; else b;` becomes `if (…) b; else a;`.
function swappedBranches(code: string): Edit[] {
  const choices = choicesIn(code).map(({ yes, no }) => swap(code, yes, no))
  const elses = [...code.matchAll(/\bif \(/g)].flatMap(({ index }) => {
    const yes = statementAt(code, closing(code, index + 3) + 1)
    const no = yes && /^\s*else\b/.exec(code.slice(yes.end))
    const other = no && statementAt(code, yes.end + no[0].length)
    return other ? [swap(code, yes, other)] : []
  })
  return [...choices, ...elses]
}

type Choice = { condition: Span; yes: Span; no: Span }

function choicesIn(code: string): Choice[] {
  return [...code.matchAll(/\s\? /g)].flatMap(({ 0: mark, index }) => {
    const condition = { start: beginning(code, index), end: index }
    const colon = endOf(code, index + mark.length, ':')
    if (code.charAt(colon) !== ':') return []
    const end = endOf(code, colon + 2, ',;')
    return [{ condition, yes: trim(code, index + mark.length, colon), no: trim(code, colon + 2, end) }]
  })
}

// Where an expression ends: at one of the characters, or at the bracket that closes around it. Inner choices are skipped.
function endOf(code: string, start: number, characters: string): number {
  let depth = 0
  let choices = 0
  for (let i = start; i < code.length; i++) {
    const character = code.charAt(i)
    if ('([{'.includes(character)) depth++
    if (')]}'.includes(character) && depth-- === 0) return i
    if (depth > 0) continue
    if (character === '?') choices++
    else if (character === ':' && choices > 0) choices--
    else if (characters.includes(character)) return i
  }
  return code.length
}

/** A block, a controlled statement or a simple one. */
function statementAt(code: string, from: number): Span | undefined {
  const start = from + code.slice(from).search(/\S/)
  if (code.charAt(start) === '{') return { start, end: endOf(code, start + 1, '') + 1 }
  if (/^(if|for|while) /.test(code.slice(start))) return undefined
  const end = endOf(code, start, ';')
  return code.charAt(end) === ';' ? { start, end: end + 1 } : undefined
}

function swap(code: string, left: Span, right: Span): Edit {
  const [first, between, second] = [
    code.slice(left.start, left.end),
    code.slice(left.end, right.start),
    code.slice(right.start, right.end),
  ]
  return { start: left.start, end: right.end, text: second + between + first }
}

// Not in assembly's `add` and `mul`, which are commutative.
function swappedArguments(code: string): Edit[] {
  const calls = [...code.matchAll(/(?:\w+ )?\b\w+\(/g)].filter(
    ([head]) => !/^(function|error|event|modifier) |\b(require|add|mul)\($/.test(head),
  )
  return calls.flatMap(({ 0: head, index }) => {
    const parts = argumentsIn(code, index + head.length - 1)
    return parts.flatMap((left, i) => (parts[i + 1] ? [swap(code, left, parts[i + 1] as Span)] : []))
  })
}

const WORDS: [RegExp, string | ((text: string) => string)][] = [
  [/\bdays\b/g, 'weeks'],
  [/\bhours\b/g, 'days'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bnonReentrant\b/g, ''],
  [/\bmsg\.sender\b/g, 'tx.origin'],
  [/\bblock\.timestamp\b/g, '(block.timestamp + 1)'],
  [/\btype\(\w+\)\.max\b/g, (text) => `(${text} - 1)`],
  [/\bffs\b/g, 'fls'],
  [/\bfls\b/g, 'ffs'],
  [/\.min\b/g, '.max'],
  [/\bdivUp\b/g, 'rawDiv'],
]

function replacedWords(code: string): Edit[] {
  return WORDS.flatMap(([word, replacement]) =>
    [...code.matchAll(word)].map(({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
      text: typeof replacement === 'string' ? replacement : replacement(text),
    })),
  )
}

// Removes one statement with an effect: a require, an assignment, an emit, a call or a return.
function removedStatements(code: string): Edit[] {
  const edits: Edit[] = []
  let begin = 0
  let depth = 0
  for (let i = 0; i < code.length; i++) {
    if (code.charAt(i) === '(') depth++
    if (code.charAt(i) === ')') depth--
    if (depth > 0 || !'{};'.includes(code.charAt(i))) continue
    const start = afterHeads(code, begin, i)
    if (code.charAt(i) === ';' && isAction(code.slice(start, i))) edits.push({ start, end: i + 1, text: '{}' })
    begin = i + 1
  }
  return edits
}

// Skips `else`, `if (…)`, `for (…)` and `while (…)`, to the statement that they control.
function afterHeads(code: string, begin: number, end: number): number {
  let start = begin
  while (start < end && /\s/.test(code.charAt(start))) start++
  if (code.startsWith('else ', start)) return afterHeads(code, start + 5, end)
  const head = /^(if|for|while) \(/.exec(code.slice(start, end))
  return head ? afterHeads(code, closing(code, start + head[0].length - 1) + 1, end) : start
}

function isAction(statement: string): boolean {
  if (/^(event|error|return$|function|modifier|constructor)\b/.test(statement)) return false
  const declaration =
    /^(?:mapping\b.*|(?!return\b|emit\b|delete\b|revert\b)[A-Za-z]\w*(?:\[\w*\])?(?:\s+(?:storage|memory|calldata|public|private|internal|constant|immutable))*\s+\w+)(?:\s*=[\s\S]*)?$/
  return statement !== '' && !declaration.test(statement)
}

function inside(code: string, open: number): Span {
  return { start: open + 1, end: closing(code, open) }
}

function argumentsIn(code: string, open: number): Span[] {
  return splitArguments(code, open + 1, closing(code, open))
}

function trim(code: string, start: number, end: number): Span {
  const text = code.slice(start, end)
  return { start: start + text.search(/\S/), end: start + text.trimEnd().length }
}

function closing(code: string, open: number): number {
  let depth = 0
  for (let i = open; i < code.length; i++) {
    if (code.charAt(i) === '(') depth++
    if (code.charAt(i) === ')' && --depth === 0) return i
  }
  throw new Error(`The bracket at ${open} is never closed`)
}

// The start of the condition before a `?`: after `return`, an assignment, a comma or an opening bracket.
function beginning(code: string, end: number): number {
  let depth = 0
  for (let i = end - 1; i > 0; i--) {
    if (code.charAt(i) === ')') depth++
    if (code.charAt(i) === '(' && depth-- === 0) return i + 1
    if (depth > 0) continue
    if (
      /[,;{}]/.test(code.charAt(i)) ||
      (code.charAt(i) === '=' && !/[=!<>]/.test(code.charAt(i - 1)) && code.charAt(i + 1) !== '=')
    )
      return i + 2
    if (code.startsWith('return ', i)) return i + 7
  }
  return 0
}

function splitArguments(code: string, start: number, end: number): Span[] {
  const parts: Span[] = []
  let depth = 0
  let from = start
  for (let i = start; i <= end; i++) {
    if (i === end || (code.charAt(i) === ',' && depth === 0)) {
      const text = code.slice(from, i)
      if (text.trim()) parts.push(trim(code, from, i))
      from = i + 1
    } else if ('([{'.includes(code.charAt(i))) depth++
    else if (')]}'.includes(code.charAt(i))) depth--
  }
  return parts
}
