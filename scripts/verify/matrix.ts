/** Outcome of each row for one engine: 'ok', a measure, or why not. */
export type Column = { title: string; cells: Record<string, string>; isPassed: boolean }

/** Steps of an engine, by name. A text that a step returns goes into the matrix instead of 'ok'. */
export type Steps = Record<string, () => Promise<unknown>>

/** Runs the steps in their order, up to the first that fails. */
export async function runSteps(title: string, steps: Steps): Promise<Column> {
  const cells: Record<string, string> = {}
  for (const [name, step] of Object.entries(steps)) {
    const began = Date.now()
    try {
      const result = await step()
      const said = typeof result === 'string' ? result : 'ok'
      cells[name] = said
      console.log(`${title}: ${name}: ${said} (${Math.round((Date.now() - began) / 1000)} s)`)
    } catch (error) {
      cells[name] = 'FAILED'
      console.error(`${title}: ${name}: FAILED\n${error instanceof Error ? error.message : error}`)
      return { title, cells, isPassed: false }
    }
  }
  return { title, cells, isPassed: true }
}

/** Engines across, steps down. */
export function printMatrix(columns: readonly Column[]): void {
  const rows = [...new Set(columns.flatMap(({ cells }) => Object.keys(cells)))]
  const table = [
    ['', ...columns.map(({ title }) => title)],
    ...rows.map((row) => [row, ...columns.map(({ cells }) => cells[row] ?? 'not checked')]),
  ]
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0)))
  console.log(`\n${table.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')}\n`)
}
