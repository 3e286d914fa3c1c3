import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const map = mapIn(readme)

test('every path of the map exists', () => {
  expect(map.filter((path) => !existsSync(root + path))).toEqual([])
})

test('every folder of the app, and every top-level folder, is on the map', () => {
  // `npm run deploy` creates deployments/.
  const ignored = ['deployments/', ...readFileSync(`${root}.gitignore`, 'utf8').split('\n')]
  const top = foldersIn('').filter((folder) => !folder.startsWith('.') && !ignored.includes(folder))
  const expected = [...top, ...foldersIn('web/', { recursive: true })]
  expect(expected).toContain('web/screens/dashboard/market/')
  expect(expected.filter((folder) => !map.includes(folder))).toEqual([])
})

test('every link leads to a file', () => {
  const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(10)
  expect(targets.filter((target) => !existsSync(root + target))).toEqual([])
})

test('every decision and every page of docs/ is linked', () => {
  const pages = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
  expect(pages).toContain('docs/decisions/outbox.md')
  expect(pages.filter((page) => !readme.includes(`(${page})`))).toEqual([])
})

test('every npm command is in the README, and no other', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const named = new Set([...readme.matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name))
  expect([...named, 'start', 'test'].sort()).toEqual(Object.keys(scripts).sort())
})

/** The paths of the code block below 'Where things are', put together from its indentation. */
function mapIn(text: string): string[] {
  const block = /## Where things are\n+```\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const parents: string[] = []
  return block
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? []
      const depth = indent.length / 2
      parents[depth] = name
      return parents.slice(0, depth + 1).join('')
    })
}

function foldersIn(path: string, { recursive = false } = {}): string[] {
  return readdirSync(root + path, { recursive, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${relative(root, join(entry.parentPath, entry.name))}/`)
}
