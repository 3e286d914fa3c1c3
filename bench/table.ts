/** One line of the table: a figure of EntrePares, a peer's where there is one, and what we aim at. */
export type Row = {
  what: string
  unit: string
  ours: number
  /** Its ratio is ours divided by it: below 1 is better than the peer, except where the goal is a least figure. */
  peer?: { name: string; figure: number }
  goal?: Goal
}

/** A bound of our figure or, for those that depend on the machine, of its ratio to the peer's. */
export type Goal = { most: number } | { least: number } | { mostRatio: number }

/** A line as it is kept: which bench measured it, when and where, and the row. */
export type Line = readonly string[]

const COLUMNS = ['bench', 'what', 'unit', 'EntrePares', 'beside', 'its figure', 'ratio', 'goal', 'reached', 'measured']
const NUMBERS = new Set(['EntrePares', 'its figure', 'ratio', 'goal', 'reached'])

export function linesOf(bench: string, measured: string, rows: readonly Row[]): Line[] {
  return rows.map((row) => [
    bench,
    row.what,
    row.unit,
    numeral(row.ours),
    row.peer?.name ?? '',
    row.peer ? numeral(row.peer.figure) : '',
    row.peer ? numeral(ratioOf(row)) : '',
    row.goal ? wordsOf(row.goal) : '',
    row.goal ? (isReached(row) ? 'yes' : '**no**') : '',
    measured,
  ])
}

/** GitHub's Markdown, with aligned columns, so that it reads well in a terminal too. */
export function tableOf(lines: readonly Line[]): string {
  const widths = COLUMNS.map((column, at) => Math.max(column.length, ...lines.map((line) => line[at]?.length ?? 0)))
  const isNumber = (at: number) => NUMBERS.has(COLUMNS[at] ?? '')
  const print = (cells: Line) =>
    `| ${cells.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [COLUMNS, rule, ...lines].map(print).join('\n')
}

/** The lines of the table in a page, without its heading. */
export function linesIn(page: string): Line[] {
  const lines = page.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

export function isReached({ goal, ...row }: Row): boolean {
  if (!goal) return true
  if ('mostRatio' in goal) return ratioOf(row) <= goal.mostRatio
  return 'most' in goal ? row.ours <= goal.most : row.ours >= goal.least
}

function ratioOf({ ours, peer }: Row): number {
  if (!peer) throw new Error('A ratio needs a peer.')
  return ours / peer.figure
}

function wordsOf(goal: Goal): string {
  if ('mostRatio' in goal) return `ratio ≤ ${goal.mostRatio}`
  return 'most' in goal ? `≤ ${numeral(goal.most)}` : `≥ ${numeral(goal.least)}`
}

/** Three significant digits below 100, whole numbers from there on. */
export function numeral(figure: number): string {
  const digits = Math.abs(figure) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }
  return figure.toLocaleString('en-US', digits)
}
