import { expect, test } from 'vitest'
import { mutate } from './mutate.ts'

const of = (statement: string) =>
  mutate(`contract A {\n    function f() external {\n        ${statement}\n    }\n}\n`).map(({ after }) => after)

test('operators are swapped, and numbers shifted', () => {
  expect(of('total = a <= 3;')).toEqual(
    expect.arrayContaining(['total = a < 3;', 'total = a > 3;', 'total = a <= 4;', 'total = a <= 2;']),
  )
})

test('a comparison also becomes one of equality', () => {
  expect(of('return a >= b;')).toEqual(expect.arrayContaining(['return a == b;', 'return a > b;', 'return a < b;']))
  expect(of('return a <= b;')).toContain('return a == b;')
  expect(of('return a < b;')).toContain('return a != b;')
  expect(of('return a > b;')).toContain('return a != b;')
  expect(of('return a == b && c != d || e;')).toEqual(
    expect.arrayContaining([
      'return a != b && c != d || e;',
      'return a == b && c == d || e;',
      'return a == b || c != d || e;',
      'return a == b && c != d && e;',
    ]),
  )
})

test('a loop is left before it begins, and a require accepts everything or nothing', () => {
  expect(of('while (a(b)) c = 1;')).toContain('while (false) c = 1;')
  const loop = of('for (uint256 i; i < n; ++i) c += i;')
  expect(loop).toContain('for (uint256 i; false; ++i) c += i;')
  expect(loop).not.toContain('for (uint256 i; i != n; ++i) c += i;')
  expect(of('require(a(b, c), Wrong(d));')).toEqual(
    expect.arrayContaining(['require(true, Wrong(d));', 'require(false, Wrong(d));', '{}']),
  )
})

test('branches are swapped', () => {
  expect(of('return a ? f(b, c) : d;')).toContain('return a ? d : f(b, c);')
  expect(of('return a ? b : c ? d : e;')).toEqual(
    expect.arrayContaining(['return a ? c ? d : e : b;', 'return a ? b : c ? e : d;']),
  )
  expect(of('g(a ? b : c, d);')).toContain('g(a ? c : b, d);')
  expect(of('if (a) b = 1; else c = 2;')).toContain('if (a) c = 2; else b = 1;')
  expect(of('if (a) { b = 1; } else { c = 2; }')).toContain('if (a) { c = 2; } else { b = 1; }')
})

test('an emit is removed', () => {
  expect(of('emit Done(id);')).toContain('{}')
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
