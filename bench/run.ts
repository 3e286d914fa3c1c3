// npm run bench: every figure that we keep, beside those of peers, as one table in docs/bench.md.
// `npm run bench -- unlock` measures one part again and leaves the lines of the others as they are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { requireChromium } from '../scripts/lib/browser.ts'
import { gas } from './gas/gas.ts'
import { lighthouse } from './loading/lighthouse.ts'
import { manyLoans } from './reading/manyLoans.ts'
import { manyOffers } from './reading/manyOffers.ts'
import { requests } from './reading/requests.ts'
import { wholeDay } from './reading/wholeDay.ts'
import { commands } from './sending/commands.ts'
import { start, tests } from './starting/npm.ts'
import { replay } from './starting/replay.ts'
import { isReached, type Line, linesIn, linesOf, type Row, tableOf } from './table.ts'
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
const page = new URL('../docs/bench.md', import.meta.url)
const measured = `${new Date().toISOString().slice(0, 10)}, ${process.platform} ${process.arch}, ${cpus().length} cores`
const before = existsSync(page) ? linesIn(readFileSync(page, 'utf8')) : []
const lines: Line[] = []
let areAllReached = true
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) {
    lines.push(...before.filter(([kept]) => kept === name))
    continue
  }
  console.log(`${name} …`)
  const rows = await bench()
  areAllReached &&= rows.every(isReached)
  lines.push(...linesOf(name, measured, rows))
}

const table = tableOf(lines)
console.log(`\n${table}`)
writeFileSync(page, pageOf(table))
if (!areAllReached) process.exitCode = 1

function pageOf(text: string): string {
  return `# Benchmarks

Written by \`npm run bench\`. Gas, requests and bytes are exact. Times are medians and depend on the machine: compare ratios, whose
two figures come from the same run. Gas of peers was measured once, under Osaka's rules (\`bench/gas/peers.ts\`). A ratio
below 1 means that EntrePares needs less.

${text}
`
}
