// Adds to package-lock.json the platform packages that npm left out because the registry at hand lacks them.
// Without their entries `npm ci` refuses the lockfile on every other platform. Run it after a change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const known = new Set(Object.keys(lock.packages).map((key) => key.slice(key.lastIndexOf('node_modules/') + 13)))

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32']
/** @type {Record<string, string>} */
const PROCESSORS = {
  arm64: 'arm64',
  arm: 'arm',
  x64: 'x64',
  amd64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
}

for (const owner of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    if (known.has(name)) continue
    lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), dev: true, optional: true }
    console.log(`added ${name} ${version}`)
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)

/** @param {string} name */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const system = words.find((word) => SYSTEMS.includes(word))
  const processor = words.map((word) => PROCESSORS[word]).find((found) => found)
  if (!processor) throw new Error(`${name} does not say its platform`)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return { ...(system && { os: [system] }), cpu: [processor], ...(libc && { libc: [libc] }) }
}
