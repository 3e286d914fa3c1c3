// `npm run contracts` tests the contracts; `npm run contracts -- --match Repay` those tests whose `Contract.function`
// matches. `--update-snapshots` keeps the gas figures that were measured.
import { parseArgs } from 'node:util'
import { runContractTests } from './runTests.ts'

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    match: { type: 'string' },
    exclude: { type: 'string' },
    profile: { type: 'string' },
    'update-snapshots': { type: 'boolean' },
  },
})
const pattern = (text?: string) => (text === undefined ? undefined : new RegExp(text))

try {
  const { failed } = await runContractTests({
    profile: values.profile,
    match: pattern(values.match),
    exclude: pattern(values.exclude),
    updateSnapshots: values['update-snapshots'],
  })
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
