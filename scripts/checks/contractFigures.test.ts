// Every gas figure in the tables of docs/contract.md is the one of the snapshots.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSnapshots } from '../../contracts/runner/snapshots.ts'
import { estimatedDollars } from '../../web/loans/balance.ts'

const page = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')
const { LoanLens = {}, Amsterdam = {}, Osaka = {} } = readSnapshots()

type Figures = Record<string, string>
const naive = (figures: Figures, name: string) => figures[`naive book: ${name}`]
const ratio = (figures: Figures, name: string) => (Number(figures[name]) / Number(naive(figures, name))).toFixed(2)
const wei = (name: string, gwei: bigint) => BigInt(Amsterdam[name] ?? 0) * gwei * 10n ** 9n
const dollars = (name: string, gwei: bigint) => (Number(estimatedDollars(wei(name, gwei))) / 1e6).toFixed(2)

/** The columns that have figures, by their heading, and where they come from. */
const COLUMNS: Record<string, (name: string) => string | undefined> = {
  LoanBook: (name) => Amsterdam[name],
  'naive book': (name) => naive(Amsterdam, name),
  ratio: (name) => ratio(Amsterdam, name),
  'LoanBook, Osaka': (name) => Osaka[name],
  'naive book, Osaka': (name) => naive(Osaka, name),
  'ratio, Osaka': (name) => ratio(Osaka, name),
  'ether at 1 gwei': (name) => (Number(wei(name, 1n)) / 1e18).toFixed(6),
  'dollars at 1 gwei': (name) => dollars(name, 1n),
  'dollars at 2 gwei': (name) => dollars(name, 2n),
  dashboard: (name) => Amsterdam[name],
  'the call': (name) => LoanLens[name],
}

const figures = tablesIn(page).flatMap(({ headings, rows }) =>
  rows.flatMap(([name = '', ...cells]) =>
    cells.flatMap((cell, i) => {
      const heading = headings[i + 1] ?? ''
      return COLUMNS[heading] ? [{ name: keyOf(name), heading, cell }] : []
    }),
  ),
)

test('every figure in a table is measured', () => {
  expect(figures.length).toBeGreaterThan(60)
  const wrong = figures.filter(({ name, heading, cell }) => cell.replaceAll(',', '') !== COLUMNS[heading]?.(name))
  expect(wrong).toEqual([])
})

test('every number of gas in a table stands in a column that is compared', () => {
  const numbers = tablesIn(page).flatMap(({ rows }) =>
    rows.flatMap((row) => row.slice(1).filter((cell) => /^[\d.,]+$/.test(cell))),
  )
  expect(numbers).toHaveLength(figures.length)
})

test('the parts of a life add up to it', () => {
  const gas = (name: string) => Number(Amsterdam[name])
  const sum = (...names: string[]) => names.map(gas).reduce((a, b) => a + b)
  expect(sum('createOffer', 'acceptOffer', 'repay, in full')).toBe(gas('life'))
  for (const [life, suffix] of [
    ['life, with permits', ''],
    ['life of two newcomers, with permits', ", a newcomer's"],
  ] as const) {
    const parts = ['permit and createOfferFor', 'acceptOfferWithTerms', 'permit and repayLoan'].map((name) => name + suffix)
    expect(sum(...parts)).toBe(gas(life))
  }
})

test('the scale of a hundred million loans uses the measured gas of a life', () => {
  const scale = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
  const life = Number(Amsterdam['life, with permits'])
  const blocks = Math.round((life * 1e8) / 60e6)
  const figures = [life, Number(Osaka['life, with permits']), blocks].map((figure) => figure.toLocaleString('en-US'))
  expect(figures.filter((figure) => !scale.includes(figure))).toEqual([])
})

/** A name in bold may be explained after it, and the parts of a life begin with a dash. */
function keyOf(name: string): string {
  return /^\*\*(.+)\*\*/.exec(name)?.[1] ?? name.replace(/^– /, '')
}

function tablesIn(text: string): { headings: string[]; rows: string[][] }[] {
  return [...text.matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) => {
    const [headings = [], , ...rows] = table
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      )
    return { headings, rows }
  })
}
