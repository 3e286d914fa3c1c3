// One production build for all workers. Each copies it, and puts the address of its own node where the build has a placeholder.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buildPages, discardBuild, finishBuild } from '../../scripts/lib/app.ts'
import { testDoor } from './door.ts'

/** The node of the shared build: nobody listens there. */
const PLACEHOLDER = 'http://127.0.0.1:65535'
/** The variable that tells workers the folder of the shared build. */
const SHARED = 'ENTREPARES_E2E_BUILD'

/** Playwright's global setup: makes the shared build. Returns the teardown. */
export default async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-e2e-'))
  process.env[SHARED] = outDir
  process.env.REACT_APP_ALCHEMY_URL = PLACEHOLDER
  await buildPages(outDir, { plugins: [testDoor()] })
  return () => discardBuild(outDir)
}

/**
 * Copies the shared build for a node, with the service worker of that copy. Returns its folder. `isNext`: all assets have other
 * names, as those of a later version have.
 */
export async function buildFor(nodeUrl: string, { isNext = false } = {}): Promise<string> {
  const shared = process.env[SHARED]
  if (!shared) throw new Error('There is no shared build.')
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-e2e-'))
  cpSync(shared, outDir, { recursive: true })
  const texts = new Map([[PLACEHOLDER, nodeUrl]])
  if (isNext) for (const name of readdirSync(join(outDir, 'assets'))) texts.set(name, renameAsset(outDir, name))
  replaceIn(outDir, texts)
  await finishBuild(outDir)
  return outDir
}

function renameAsset(outDir: string, name: string): string {
  const extension = extname(name)
  const renamed = `${name.slice(0, -extension.length)}next${extension}`
  renameSync(join(outDir, 'assets', name), join(outDir, 'assets', renamed))
  return renamed
}

/** Replaces texts in the files of a build; files that have none of them, as fonts, stay as they are. */
function replaceIn(outDir: string, texts: Map<string, string>): void {
  const missing = new Set(texts.keys())
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const found = [...texts].filter(([from]) => bytes.includes(from))
    if (found.length === 0) continue
    for (const [from] of found) missing.delete(from)
    writeFileSync(
      path,
      found.reduce((text, [from, to]) => text.replaceAll(from, to), bytes.toString()),
    )
  }
  if (missing.size > 0) throw new Error(`The build does not contain ${[...missing].join()}.`)
}
