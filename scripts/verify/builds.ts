// Builds the committed app in two clones, under paths of different length, and compares all files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function builds(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-builds-'))
  try {
    const [one, two] = ['a', 'another-clone'].map((name) => filesOfBuildIn(join(folder, name)))
    const names = new Set([...Object.keys(one ?? {}), ...Object.keys(two ?? {})])
    const different = [...names].filter((name) => one?.[name] !== two?.[name])
    console.log(`${names.size} files, ${different.length} of them different`, ...different)
    return names.size > 0 && different.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Clones and builds. Returns the hash of each file by its name. */
function filesOfBuildIn(clone: string): Record<string, string> {
  execFileSync('git', ['clone', '--quiet', root, clone])
  symlinkSync(`${root}node_modules`, `${clone}/node_modules`)
  execFileSync('npm', ['run', 'build'], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] })
  const entries = readdirSync(`${clone}/dist`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [file.slice(clone.length), createHash('sha256').update(readFileSync(file)).digest('hex')]
    }),
  )
}
