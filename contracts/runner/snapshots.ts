import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { SuiteResult } from '@nomicfoundation/edr'

const folder = new URL('../snapshots/', import.meta.url)

/** Gas that tests recorded with `vm.snapshot…` cheatcodes: by group (one file each), then by name. */
export type Snapshots = Record<string, Record<string, string>>

export function readSnapshots(): Snapshots {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(new URL(file, folder), 'utf8'))]))
}

/** Adds what a suite measured. */
export function collectSnapshots(measured: Snapshots, { testResults }: SuiteResult): void {
  for (const { name, entries } of testResults.flatMap(({ valueSnapshotGroups = [] }) => valueSnapshotGroups)) {
    measured[name] = { ...measured[name], ...Object.fromEntries(entries.map((entry) => [entry.name, entry.value])) }
  }
}

/** In forge's format: sorted by name, without a trailing newline. */
export function writeSnapshots(snapshots: Snapshots): void {
  for (const [group, figures] of Object.entries(snapshots)) {
    const sorted = Object.fromEntries(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(new URL(`${group}.json`, folder), JSON.stringify(sorted, null, 2))
  }
}

/** One sentence per difference. A snapshot that was not measured counts as a difference only in a full run. */
export function compareSnapshots(kept: Snapshots, measured: Snapshots, { isFull }: { isFull: boolean }): string[] {
  const groups = Object.keys({ ...(isFull && kept), ...measured })
  return groups.flatMap((group) => {
    const [before, now] = [kept[group] ?? {}, measured[group] ?? {}]
    return Object.keys({ ...(isFull && before), ...now }).flatMap((name) => {
      if (before[name] === now[name]) return []
      if (now[name] === undefined) return [`${group}, "${name}": ${before[name]} is kept, but no test measures it.`]
      if (before[name] === undefined) return [`${group}, "${name}": measured as ${now[name]}, but not kept.`]
      const change = Number(now[name]) - Number(before[name])
      return [`${group}, "${name}": ${now[name]} instead of ${before[name]} (${change > 0 ? '+' : ''}${change}).`]
    })
  })
}
