import { expect, test } from 'vitest'
import { isReached, linesIn, linesOf, type Row, tableOf } from './table.ts'

const row: Row = { what: 'accept', unit: 'gas', ours: 50_000, peer: { name: 'naive', figure: 100_000 }, goal: { mostRatio: 0.5 } }
const start: Row = { what: 'start', unit: 's', ours: 8.76543 }

test('a line shows our figure, that of the peer, the ratio, and whether the goal was reached; a page gives it back', () => {
  const lines = [...linesOf('gas', 'today', [row]), ...linesOf('npm', 'then', [start])]
  const table = tableOf(lines)
  expect(table).toBe(
    [
      '| bench | what   | unit | EntrePares | beside | its figure | ratio |        goal | reached | measured |',
      '| ----- | ------ | ---- | ---------: | ------ | ---------: | ----: | ----------: | ------: | -------- |',
      '| gas   | accept | gas  |     50,000 | naive  |    100,000 |   0.5 | ratio ≤ 0.5 |     yes | today    |',
      '| npm   | start  | s    |       8.77 |        |            |       |             |         | then     |',
    ].join('\n'),
  )
  expect(linesIn(`# Page\n\nWords.\n\n${table}\n`)).toEqual(lines)
})

test('a goal is a most, a least or a most of the ratio, each reached at its bound', () => {
  const figure = { what: 'cards', unit: '', ours: 60 }
  expect([{ most: 60 }, { least: 60 }].map((goal) => isReached({ ...figure, goal }))).toEqual([true, true])
  expect([{ most: 59 }, { least: 61 }].map((goal) => isReached({ ...figure, goal }))).toEqual([false, false])
  expect([0.5, 0.49].map((mostRatio) => isReached({ ...row, goal: { mostRatio } }))).toEqual([true, false])
  expect(linesOf('', '', [{ ...figure, goal: { most: 59 } }])[0]).toContain('**no**')
})
