// npm run bench: every figure that we keep, beside those of peers, as one table in docs/bench.md.
// `npm run bench -- unlock` measures one part and only prints it.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { requireChromium } from '../scripts/browser.ts'
import { gas } from './gas/gas.ts'
import { lighthouse } from './loading/lighthouse.ts'
import { manyLoans } from './reading/manyLoans.ts'
import { manyOffers } from './reading/manyOffers.ts'
import { requests } from './reading/requests.ts'
import { wholeDay } from './reading/wholeDay.ts'
import { commands } from './sending/commands.ts'
import { start, tests } from './starting/npm.ts'
import { replay } from './starting/replay.ts'
import { isReached, type Row, tableOf } from './table.ts'
import { unlock } from './unlock/unlock.ts'

const BENCHES: Record<string, () => Promise<Row[]>> = {
  gas,
  requests,
  commands,
  lighthouse,
  manyOffers,
  manyLoans,
  wholeDay,
  unlock,
  replay,
  start,
  tests,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: choose from ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}

requireChromium()
const rows: Row[] = []
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`${name} …`)
  rows.push(...(await bench()))
}

const table = tableOf(rows)
console.log(`\n${table}`)
if (wanted.length === 0) writeFileSync(new URL('../docs/bench.md', import.meta.url), pageOf(table))
if (!rows.every(isReached)) process.exitCode = 1

function pageOf(text: string): string {
  const machine = `${process.platform} ${process.arch}, ${cpus().length} processors, Node ${process.versions.node}`
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, on ${machine}. Gas, requests and bytes are exact. Times are
medians and depend on the machine: compare ratios, whose two figures come from the same run. Gas of peers was measured once, on
their published sources (\`bench/gas/peers.ts\`). In \`ratio\`, below 1 means that EntrePares needs less.

${text}
`
}
