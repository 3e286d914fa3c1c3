// Checks of the production files: gzipped JavaScript that each route loads, against its budget in weight.json; no door for tests;
// nothing newer than the oldest browsers have.
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { buildApp, discardBuild } from '../scripts/lib/app.ts'
import type { Route } from '../web/routes.ts'
import { DOOR } from './door.ts'
import { newerThanTarget } from './newer.ts'
import { TARGET } from './target.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Loaded with every screen but /login. */
const THEMED = 'ui/Themed.tsx'
/** Modules that a route loads beside the entry, also later but by itself. /login is in the entry itself. */
const SCREENS: Record<Route, string[]> = {
  '/login': [],
  '/seed': ['screens/seed/SeedScreen.tsx'],
  '/seed/confirm': ['screens/confirm/ConfirmScreen.tsx'],
  '/dashboard': ['screens/dashboard/DashboardScreen.tsx', 'screens/dashboard/news/News.tsx'],
}

/** Prints a line per check, and counts those that hold as passed. */
export async function weigh(): Promise<{ passed: number; failed: number }> {
  const budgets: Record<string, number> = JSON.parse(readFileSync(`${root}build/weight.json`, 'utf8'))
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-weight-'))
  await buildApp(outDir)
  const manifest: Manifest = JSON.parse(readFileSync(`${outDir}/.vite/manifest.json`, 'utf8'))

  const count = { passed: 0, failed: 0 }
  for (const [route, modules] of Object.entries(SCREENS)) {
    const files = filesFor(manifest, ['index.html', ...modules, ...(route === '/login' ? [] : [THEMED])])
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`${outDir}/${file}`), { level: 9 }).length, 0)
    const budget = budgets[route] ?? 0
    count[bytes <= budget ? 'passed' : 'failed']++
    console.log(`${bytes <= budget ? 'ok  ' : 'OVER'} ${route.padEnd(14)} ${bytes} of ${budget} bytes`)
  }
  const withDoor = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter(
    (file) => statSync(join(outDir, file)).isFile() && readFileSync(join(outDir, file)).includes(DOOR),
  )
  count[withDoor.length === 0 ? 'passed' : 'failed']++
  console.log(withDoor.length === 0 ? 'ok   no door for tests' : `OPEN the door for tests is in ${withDoor.join(', ')}`)
  const newer = await newerThanTarget(outDir)
  count[newer.length === 0 ? 'passed' : 'failed']++
  console.log(newer.length === 0 ? `ok   nothing newer than ${TARGET.join(', ')}` : `NEW  ${newer.join('\nNEW  ')}`)
  await discardBuild(outDir)
  return count
}

/** The chunks that these entries of the manifest need, their imports included. */
export function filesFor(manifest: Manifest, entries: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return files
}
