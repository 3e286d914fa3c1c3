// The real forge and anvil. Foundry's npm wrappers exit with 0 whatever happened, so nothing here goes through them.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** @param {'forge' | 'anvil'} tool */
export function foundryBinary(tool) {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/${tool}-${process.platform}-${processor}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${tool}`)
  } catch {
    throw new Error(`There is no ${tool} for this machine: the package ${name} is not installed. Run "npm install".`)
  }
}

// `npm run forge -- <arguments>` runs forge and keeps its exit code.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status } = spawnSync(foundryBinary('forge'), process.argv.slice(2), { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
