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

const COLUMNS = ['what', 'unit', 'EntrePares', 'beside', 'its figure', 'ratio', 'goal', 'reached'] as const
const FIRST_NUMBER = COLUMNS.indexOf('EntrePares')

/** GitHub's Markdown, with aligned columns, so that it reads well in a terminal too. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    row.unit,
    numeral(row.ours),
    row.peer?.name ?? '',
    row.peer ? numeral(row.peer.figure) : '',
    row.peer ? numeral(ratioOf(row)) : '',
    row.goal ? wordsOf(row.goal) : '',
    row.goal ? (isReached(row) ? 'yes' : '**no**') : '',
  ])
  const widths = COLUMNS.map((column, at) => Math.max(column.length, ...lines.map((line) => line[at]?.length ?? 0)))
  const isText = (at: number) => at < FIRST_NUMBER || COLUMNS[at] === 'beside'
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (isText(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(COLUMNS), line(rule), ...lines.map(line)].join('\n')
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
