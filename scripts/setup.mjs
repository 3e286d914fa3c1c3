// Makes `npm start`, `npm test` and the like work in a fresh clone: installs the dependencies, then runs the script that is its
// first argument. Plain Node, because nothing is installed yet. Not a `pre` script, because `--ignore-scripts` skips those.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MIN_NODE = [20, 19]
const root = fileURLToPath(new URL('..', import.meta.url))

refuseOldNode()
installPackages()
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
    stdio: 'inherit',
  })
  return status === 0
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}
