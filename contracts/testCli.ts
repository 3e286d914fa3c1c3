// `npm run contracts` runs the Solidity tests; `-- --match Repay` only those whose `Contract.function` matches.
// `-- --update-snapshots` writes the measured gas to contracts/snapshots.
import { parseArgs } from 'node:util'
import { runContractTests } from './runTests.ts'

const OPTIONS = {
  match: { type: 'string' },
  exclude: { type: 'string' },
  profile: { type: 'string' },
  'update-snapshots': { type: 'boolean' },
} as const

try {
  const { values } = parseArgs({ args: process.argv.slice(2), options: OPTIONS })
  const { failed } = await runContractTests({
    match: values.match === undefined ? undefined : new RegExp(values.match),
    exclude: values.exclude === undefined ? undefined : new RegExp(values.exclude),
    profile: values.profile,
    updateSnapshots: values['update-snapshots'],
  })
  if (failed > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
