// Builds the committed app in two clones, under paths of different length, and compares all files, and what a host serves with them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files that some hosts read instead of serving them, and the list that only the build itself needs. */
const NOT_SERVED = /^\.\/(_headers|vercel\.json|\.vite\/)/

/** `host`: the address of a deployed build, to be compared too. The settings in the environment must be those that it was made with. */
export async function builds(host?: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'entrepares-builds-'))
  try {
    const [one, two] = ['a', 'another-clone'].map((name) => filesOfBuildIn(join(folder, name)))
    const names = new Set([...Object.keys(one ?? {}), ...Object.keys(two ?? {})])
    const different = [...names].filter((name) => one?.[name] !== two?.[name])
    console.log(`${names.size} files, ${different.length} of them different`, ...different)
    console.log(`digest of the whole folder: ${digestOf(one ?? {})}`)
    const isSame = names.size > 0 && different.length === 0
    return (host === undefined || (await isServed(one ?? {}, host))) && isSame
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Clones and builds. Returns the hash of each file by its name. */
function filesOfBuildIn(clone: string): Record<string, string> {
  execFileSync('git', ['clone', '--quiet', root, clone])
  // Not a link: names of chunks follow from where their modules lie.
  cpSync(`${root}node_modules`, `${clone}/node_modules`, { recursive: true, verbatimSymlinks: true })
  execFileSync('npm', ['run', 'build'], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] })
  const outDir = `${clone}/dist`
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(files.map((file) => [`./${relative(outDir, file)}`, hashOf(readFileSync(file))]))
}

/** As `find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum` prints it in the folder. */
function digestOf(files: Record<string, string>): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${files[name]}  ${name}\n`)
  return hashOf(lines.join(''))
}

/** Whether a host serves each file as it was built. */
async function isServed(files: Record<string, string>, host: string): Promise<boolean> {
  const served = Object.keys(files).filter((name) => !NOT_SERVED.test(name))
  const others: string[] = []
  for (const name of served) {
    const path = name.slice(2).replace(/(^index)?\.html$/, '')
    const answer = await fetch(new URL(path, host.endsWith('/') ? host : `${host}/`))
    if (hashOf(new Uint8Array(await answer.arrayBuffer())) !== files[name]) others.push(name)
  }
  console.log(`${host} serves ${served.length} files, ${others.length} of them not as they were built`, ...others)
  return others.length === 0
}

function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
