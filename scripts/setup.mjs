// Makes `npm start`, `npm test` and the like work in a fresh clone: installs the dependencies, then runs the script that is its
// first argument. Plain Node, because nothing is installed yet. Not a `pre` script, because `--ignore-scripts` skips those.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MIN_NODE = [20, 19]
const ENGINE = 'node_modules/@nomicfoundation/edr-'
const root = fileURLToPath(new URL('..', import.meta.url))

refuseOldNode()
installPackages()
installEngine()
await runScript()

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor = 0, minMinor = 0] = MIN_NODE
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  stop(
    `EntrePares needs Node ${MIN_NODE.join('.')} or newer, and this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  )
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  const stamp = `${root}node_modules/.installed-lock`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return

  // `npm ci` would delete the contents of the link's target.
  if (lstatSync(`${root}node_modules`, { throwIfNoEntry: false })?.isSymbolicLink())
    stop('node_modules is a link to packages of another lockfile. Remove the link, or install where it leads.')

  console.log('Installing packages (about a minute the first time) …')
  if (!npm('ci')) stop('The packages could not be installed: npm says why above. Check the network and run the command again.')
  writeFileSync(stamp, lock)
}

/**
 * The embedded chain's engine runs on Node 20, but its binary declares Node 22, and npm silently skips an optional package that
 * does. So this fetches the binary from npm's registry and verifies it against the lockfile.
 */
function installEngine() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
  const path = Object.keys(packages).find((name) => name.startsWith(ENGINE) && isForThisMachine(packages[name]))
  // The engine itself reports a machine that it does not support.
  if (!path || existsSync(`${root}${path}`)) return

  const name = `${path.slice('node_modules/'.length)}@${packages[path].version}`
  console.log(`Fetching ${name}, which npm skips on Node ${process.versions.node} …`)
  const folder = `${root}node_modules/.engine`
  // An interrupted run may have left it.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const problem = unpack(name, packages[path].integrity, folder)
  if (!problem) renameSync(`${folder}/package`, `${root}${path}`)
  rmSync(folder, { recursive: true, force: true })
  if (problem) stop(problem)
}

/**
 * Returns a sentence for the user if it failed.
 * @param {string} name @param {string} integrity @param {string} folder
 */
function unpack(name, integrity, folder) {
  const isPacked = npm('pack', name, '--silent', '--prefer-offline', '--pack-destination', folder)
  const [file] = readdirSync(folder)
  if (!isPacked || !file) return `${name} could not be fetched. Check the network and run the command again.`
  const digest = createHash('sha512').update(readFileSync(`${folder}/${file}`))
  if (`sha512-${digest.digest('base64')}` !== integrity) return `${name} is not the package that package-lock.json names.`
  const { status } = spawnSync('tar', ['-xzf', file], { cwd: folder, stdio: 'inherit' })
  return status === 0 ? undefined : `${name} could not be unpacked. Install tar, or Node 22, and run the command again.`
}

/** @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry */
function isForThisMachine({ os = [], cpu = [], libc }) {
  if (!os.includes(process.platform) || !cpu.includes(process.arch)) return false
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return !libc || libc.includes(report.header.glibcVersionRuntime ? 'glibc' : 'musl')
}

async function runScript() {
  const [script = '', ...args] = process.argv.slice(2)
  const path = `${root}scripts/${script}`
  process.argv = [process.execPath, path, ...args]
  const { register } = await import('tsx/esm/api')
  register()
  await import(path)
}

/** @param {string[]} args */
function npm(...args) {
  const { status } = spawnSync('npm', [...args, '--ignore-scripts', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['inherit', args[0] === 'pack' ? 'ignore' : 'inherit', 'inherit'],
  })
  return status === 0
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}
