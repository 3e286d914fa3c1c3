import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DEFAULT_PORT } from '../lib/ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const map = mapIn(readme)

test('the README names the port where the app is served', () => {
  expect(readme).toContain(`http://localhost:${DEFAULT_PORT},`)
  expect(readme).toMatch(new RegExp(`^\\| \`PORT\` .*\\| ${DEFAULT_PORT} `, 'm'))
})

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

const pages = readdirSync(root, { encoding: 'utf8' })
  .concat(readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`))
  .filter((file) => file.endsWith('.md'))

test.each(pages)('every link of %s leads to a file, and every npm command exists', (page) => {
  const text = readFileSync(root + page, 'utf8')
  const targets = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target)
  const local = targets.filter((target) => !target.startsWith('https:'))
  expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([])
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

test.each(pages)('every path that %s names exists', (page) => {
  const text = readFileSync(root + page, 'utf8')
  const paths = [...text.matchAll(/`((?:bench|contracts|devchain|docs|e2e|scripts|web)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  )
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
})

test('every label that the guide names is a text of the app, and every picture is there', () => {
  const guide = readFileSync(`${root}docs/guia.md`, 'utf8').replaceAll(/\s+/g, ' ')
  const texts = readdirSync(`${root}web`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`${root}web/${file}`, 'utf8'))
  const labels = [...guide.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label)
  expect(labels.length).toBeGreaterThan(60)
  const unknown = labels.filter((label) => !texts.some((text) => text.includes(`'${label}'`)))
  // Emphasis, not a label.
  expect(unknown).toEqual(['no valen nada'])
  const pictures = [...guide.matchAll(/src="([^"]+)"/g)].map(([, path = '']) => path)
  expect(pictures.length).toBeGreaterThan(5)
  expect(pictures.filter((path) => !existsSync(`${root}docs/${path}`))).toEqual([])
})

test('every decision and every page is linked', () => {
  expect(pages).toContain('docs/decisions/outbox.md')
  const others = pages.filter((page) => page !== 'README.md')
  expect(others.filter((page) => !readme.includes(`(${page})`))).toEqual([])
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
