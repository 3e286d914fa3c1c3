// npm run bench: benchmarks of the app, compared with alternatives. `npm run bench -- unlock` runs a single one.
import { requireChromium } from '../scripts/browser.ts'
import { manyLoans } from './reading/manyLoans.ts'
import { manyOffers } from './reading/manyOffers.ts'
import { requests } from './reading/requests.ts'
import { wholeDay } from './reading/wholeDay.ts'
import { commands } from './sending/commands.ts'
import { replay } from './starting/replay.ts'
import { unlock } from './unlock/unlock.ts'

/** A table row: what was measured, and its figures by column. */
export type Row = { what: string } & Record<string, string | number>

const BENCHES: Record<string, () => Promise<Row[]>> = { unlock, requests, manyOffers, manyLoans, commands, replay, wholeDay }

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: choose from ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}

requireChromium()
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  printTable(await bench())
}

function printTable(rows: Row[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)))
  for (const line of lines) {
    console.log(line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '))
  }
}
