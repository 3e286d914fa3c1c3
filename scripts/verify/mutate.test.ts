import { expect, test } from 'vitest'
import { mutate } from './mutate.ts'

const of = (statement: string) =>
  mutate(`contract A {\n    function f() external {\n        ${statement}\n    }\n}\n`).map(({ after }) => after)

test('operators are swapped, and numbers shifted', () => {
  expect(of('total = a <= 3;')).toEqual(
    expect.arrayContaining(['total = a < 3;', 'total = a > 3;', 'total = a <= 4;', 'total = a <= 2;']),
  )
})

test('conditions are forced to true and false', () => {
  expect(of('if (a && f(b)) c = 1;')).toEqual(expect.arrayContaining(['if (true) c = 1;', 'if (false) c = 1;']))
  expect(of('return (a) ? b : c;')).toEqual(expect.arrayContaining(['return true ? b : c;', 'return false ? b : c;']))
})

test('arguments are swapped', () => {
  expect(of('g(a, h(b, c));')).toEqual(expect.arrayContaining(['g(h(b, c), a);', 'g(a, h(c, b));']))
})

test('a statement with an effect is removed, a declaration is not', () => {
  expect(of('token.transfer(to);')).toContain('{}')
  expect(of('uint256 a = b;')).toEqual([])
})

test('comments, strings and imports are not mutated', () => {
  const source = `import {A} from "./a<b.sol";\n// 1 + 1\ncontract A {\n    /* a == b */\n    string s = "a + b";\n}\n`
  expect(mutate(source)).toEqual([])
})

test('each mutant is the whole source with one change, and has its line number', () => {
  const source = 'contract A {\n    uint256 a = b + c;\n}\n'
  expect(mutate(source)).toEqual([
    { line: 2, before: 'uint256 a = b + c;', after: 'uint256 a = b - c;', source: source.replace('+', '-') },
  ])
})
