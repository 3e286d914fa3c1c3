import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Of tests and groups of them, but not of those that are left to `npm run verify`. */
const VITEST_TITLE = /(?:\btest|\bdescribe|\))\(\s*(['`])((?:(?!\1)[^\\]|\\.)+)\1(?!,\s*\{\s*tags: 'long')/g
const ID = /\b([RLSCHMPXKT])(\d+)\b/g

test('every clause is named by a test that `npm test` runs', () => {
  const promised = clausesOf(readFileSync(`${root}docs/clauses.md`, 'utf8'))
  expect(promised.length).toBeGreaterThan(60)
  const proven = new Set(
    ['web', 'devchain', 'scripts', 'build']
      .flatMap((folder) => titlesIn(folder, /\.test\.tsx?$/, VITEST_TITLE))
      .concat(titlesIn('e2e', /\.spec\.ts$/, /\btest\(\s*'((?:[^'\\]|\\.)+)',\s*\{\s*tag: '@journey'/g))
      .concat(titlesIn('contracts/test', /\.t\.sol$/, /\/\/\/ @notice (.*)/g))
      .flatMap((title) => [...title.matchAll(ID)].map(([id]) => id)),
  )
  expect(promised.filter((id) => !proven.has(id))).toEqual([])
})

test('ranges and lists of clauses are read whole', () => {
  expect(clausesOf('| X1, X2 | a |\n| C1–C3 | b |\n| K5     | c |\n| id | promise |')).toEqual([
    'X1',
    'X2',
    'C1',
    'C2',
    'C3',
    'K5',
  ])
})

/** The ids in the first column of the tables, `C1–C3` as three. */
function clausesOf(page: string): string[] {
  return [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(',').flatMap((part) => {
      const [from, to = from] = [...part.matchAll(ID)].map(([, , number]) => Number(number))
      const letter = part.trim()[0]
      return from === undefined || to === undefined
        ? []
        : Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`)
    }),
  )
}

/** The last group of `title`, of every place where it matches. By folder: those of packages have tens of thousands of files. */
function titlesIn(folder: string, files: RegExp, title: RegExp): string[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => files.test(path))
    .map((path) => readFileSync(`${root}${folder}/${path}`, 'utf8'))
    .filter((source) => !source.includes('@module-tag long'))
    .flatMap((source) => [...source.matchAll(title)].map((match) => match.at(-1) ?? ''))
}
