import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// Who may import whom, by folder or by file. `(types)`: types alone, nothing at run time. A command has three rows: its rules go
// to where it is sent, its words to every card, its dialog to neither.
const ALLOWED: Record<string, string[]> = {
  loans: ['loans', 'routes.ts', 'viem (types)'],
  people: ['people', 'store.ts', 'loans', 'chain', 'wallet', 'session', 'react', 'viem (types)'],
  signed: ['signed', 'store.ts', 'loans', 'chain', 'wallet', 'session', 'react', 'viem (types)'],
  wallet: ['wallet', 'routes.ts', 'viem (types)', 'viem/accounts', '@scure/bip39', '@noble/hashes', 'hash-wasm'],
  chain: [
    'chain',
    'loans',
    'commands: rules',
    'wallet/vault/bytes.ts',
    'chains.ts',
    'config.ts',
    'viem',
    'viem/accounts',
    'viem/actions',
  ],
  board: [
    'board',
    'chain',
    'people',
    'signed',
    'loans',
    'commands: rules',
    'session',
    'wallet',
    'chains.ts',
    'store.ts',
    'react',
    'wouter',
    '@tanstack/react-query',
    '@tanstack/query-core',
    'viem (types)',
  ],
  session: [
    'session',
    'routes.ts',
    'store.ts',
    'wallet',
    'people',
    'signed',
    'chain',
    'react',
    'react-dom',
    'wouter',
    'viem (types)',
  ],
  'commands: rules': [
    'commands: rules',
    'loans',
    'chain/send/call.ts',
    'chain/signed/typedData.ts',
    'chain/outbox/fields.ts',
    'viem (types)',
  ],
  'commands: words': ['commands: words', 'commands: rules (types)', 'text', 'chain (types)'],
  commands: [
    'commands',
    'commands: rules',
    'commands: words',
    'chain',
    'board',
    'people',
    'signed',
    'loans',
    'session',
    'wallet',
    'chains.ts',
    'store.ts',
    'text',
    'ui',
    'theme.ts',
    'react',
    '@mui/material',
    '@mdi/js',
    '@tanstack/react-query',
    'viem (types)',
  ],
  text: [
    'text',
    'chains.ts',
    'pinLength.ts',
    'loans',
    'people',
    'signed (types)',
    'board (types)',
    'chain (types)',
    'wallet (types)',
    'viem (types)',
  ],
  ui: [
    'ui',
    'text',
    'pinLength.ts',
    'routes.ts',
    'loans (types)',
    'people (types)',
    'theme.ts',
    'tokens.ts',
    'react',
    '@mui/material',
    '@mdi/js',
    'lean-qr',
  ],
  offline: ['offline', 'routes.ts', 'wallet', 'text', 'theme.ts', 'react', 'react-dom/client', 'wouter', '@mui/material'],
  screens: [
    'board',
    'session',
    'commands',
    'commands: rules',
    'commands: words',
    'people',
    'signed',
    'loans',
    'chain (types)',
    'wallet (types)',
    'chains.ts',
    'pinLength.ts',
    'routes.ts',
    'text',
    'config.ts',
    'ui',
    'theme.ts',
    'tokens.ts',
    'react',
    'wouter',
    '@mui/material',
    '@mdi/js',
    '@tanstack/react-query',
    '@tanstack/react-virtual',
    'viem (types)',
  ],
}

const web = fileURLToPath(new URL('.', import.meta.url))
/** Tests and what they share. */
const OF_TESTS = /^testing\/|\.(test|testing)\.tsx?$/
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file))
  .map((file) => ({ file, source: readFileSync(`${web}${file}`, 'utf8') }))

describe.each(Object.entries(ALLOWED))('web/%s', (folder, allowed) => {
  test(`imports nothing but ${allowed.join(', ')}`, () => {
    const forbidden = files
      .filter(({ file }) => rowOf(file) === folder)
      .flatMap(({ file, source }) => importsOf(source).map((found) => ({ file, ...found, layer: layerOf(file, found.from) })))
      .filter(({ file, from, layer, typeOnly }) => {
        const ways = [layer, targetOf(file, from)]
        return !ways.some((way) => allowed.includes(way) || (typeOnly && allowed.includes(`${way} (types)`)))
      })
    expect(forbidden).toEqual([])
  })
})

test.each([
  ['the settings', /import\.meta\.env/, ['config.ts', 'routes.ts']],
  ["the browser's storage", /localStorage|sessionStorage|indexedDB/, ['wallet/device/storage.ts']],
  ['viem clients', /create(Public|Wallet|Test)?Client\b/, ['chain/node/clients.ts']],
])('%s are touched in one place', (_, pattern, places) => {
  const users = files.filter(({ source }) => pattern.test(source)).map(({ file }) => file)
  expect(users.filter((file) => !places.includes(file))).toEqual([])
})

test('nothing of the tests is part of the app', () => {
  const users = files.filter(({ file, source }) => importsOf(source).some(({ from }) => OF_TESTS.test(targetOf(file, from))))
  expect(users.map(({ file }) => file)).toEqual([])
})

test('loans and text know no clock', () => {
  const users = files.filter(
    ({ file, source }) => /^(loans|text)\//.test(file) && /Date\.now|new Date\(\)|performance\.now/.test(source),
  )
  expect(users).toEqual([])
})

test('no circles of imports, those of types included', () => {
  const importsBy = new Map(files.map(({ file, source }) => [file, importsOf(source).map(({ from }) => targetOf(file, from))]))
  const done = new Set<string>()
  const circlesFrom = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' → ')]
    if (done.has(file)) return []
    const found = (importsBy.get(file) ?? []).flatMap((next) => circlesFrom(next, [...path, file]))
    done.add(file)
    return found
  }
  expect(files.flatMap(({ file }) => circlesFrom(file, []))).toEqual([])
})

test.each(['web', 'e2e', 'scripts', 'contracts/src', 'contracts/test', 'build', 'devchain', 'bench'])(
  'no folder of %s holds more than 30 files',
  (root) => {
    const entries = readdirSync(resolve(web, '..', root), { recursive: true, withFileTypes: true })
    const folders = entries.filter((entry) => entry.isFile()).map(({ parentPath }) => relative(resolve(web, '..'), parentPath))
    const crowded = [...new Set(folders)].filter((folder) => folders.filter((other) => other === folder).length > 30)
    expect(crowded).toEqual([])
  },
)

test('the table sees imports of every form', () => {
  expect(importsOf(`import { a } from './a.ts'`)).toEqual([{ from: './a.ts', typeOnly: false }])
  expect(importsOf(`import type { B } from 'viem'`)).toEqual([{ from: 'viem', typeOnly: true }])
  expect(importsOf(`export { c } from '../c.ts'`)).toEqual([{ from: '../c.ts', typeOnly: false }])
  expect(importsOf(`import './d.css'`)).toEqual([{ from: './d.css', typeOnly: false }])
  expect(importsOf(`const e = await import('../chain/e.ts')`)).toEqual([{ from: '../chain/e.ts', typeOnly: false }])
  expect(layerOf('screens/login/LoginScreen.tsx', '../seed/Words.tsx')).toBe('screens/seed')
  expect(layerOf('ui/Brand.tsx', '../theme.ts')).toBe('theme.ts')
  expect(layerOf('chain/send/prepare.ts', '../../commands/repay/repay.ts')).toBe('commands: rules')
  expect(layerOf('commands/repay/RepayDialog.tsx', './words.ts')).toBe('commands: words')
  expect(layerOf('screens/dashboard/Dialogs.tsx', '../../commands/repay/RepayDialog.tsx')).toBe('commands')
  expect(layerOf('ui/Brand.tsx', '@mui/material/styles')).toBe('@mui/material')
})

function importsOf(source: string): { from: string; typeOnly: boolean }[] {
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"();]*?from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  )
  return [...statements].map(([, type, from, dynamic]) => ({ from: from ?? dynamic ?? '', typeOnly: type !== undefined }))
}

/** The folder that an import leads to. A screen's own files count as nothing else; another screen's folder is its own layer. */
function layerOf(file: string, from: string): string {
  if (from.startsWith('@mui/')) return '@mui/material'
  if (from.startsWith('wouter/')) return 'wouter'
  if (from.startsWith('lean-qr/')) return 'lean-qr'
  if (from.startsWith('@scure/') || from.startsWith('@noble/')) return from.split('/', 2).join('/')
  if (!from.startsWith('.')) return from
  const target = targetOf(file, from)
  const [folder, screen = ''] = target.split('/')
  if (folder !== 'screens') return rowOf(target)
  return file.startsWith(`screens/${screen}/`) ? 'ui' : `screens/${screen}`
}

function targetOf(file: string, from: string): string {
  return relative(web, resolve(dirname(`${web}${file}`), from))
}

const RULES = /^commands\/(command|rules|kept(?:Loan|Signed)|whatBecameOf|publish\/published|(\w+)\/\2)\.ts$/
const WORDS = /^commands\/(\w+\/)?(words|dialogWords|commandWords)\.ts$/

/** The row of the table that a file belongs to. */
function rowOf(file: string): string {
  if (RULES.test(file)) return 'commands: rules'
  return WORDS.test(file) ? 'commands: words' : (file.split('/')[0] ?? '')
}
