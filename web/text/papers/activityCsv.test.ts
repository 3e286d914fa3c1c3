import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Activity } from '../../loans/activity.ts'
import { DOLLAR, type TakenLoan } from '../../loans/loan.ts'
import { activityCsv, csvName } from './activityCsv.ts'
import { csvOf } from './csv.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LUIS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const AT = Math.floor(new Date(2026, 10, 14, 18, 20, 5).getTime() / 1000)

const loan: TakenLoan = {
  id: 31n,
  status: 'active',
  principal: 600n * DOLLAR,
  apr: 800,
  duration: 86_400,
  instalments: 3,
  note: 'Para la moto',
  demo: false,
  lender: ANA,
  borrower: LUIS,
  startedAt: 1,
  dueAt: 86_401,
  repaid: 202_640_000n,
  noted: 0n,
}

const received: Activity = {
  key: '1',
  block: 1n,
  hash: `0x${'ab'.repeat(32)}`,
  at: AT,
  kind: 'received',
  person: LUIS,
  amount: 202_640_001n,
  flow: 'in',
  loan,
  left: 405n * DOLLAR,
  instalments: { first: 1, last: 1 },
}

/** By a spreadsheet in Mexico. */
const MEXICO = 'es-MX'

function read(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true })
}

test('a table in Spanish, with whole addresses, hashes and amounts to the last digit', () => {
  const text = activityCsv(
    [received, { ...received, kind: 'sent', flow: 'out', loan: undefined, instalments: undefined }],
    MEXICO,
  )
  expect(text.startsWith('\ufeffFecha,Qué,Persona,')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(read(text)).toEqual([
    {
      Fecha: '2026-11-14 18:20:05',
      Qué: 'Te pagó',
      Persona: LUIS,
      'Entra o sale (USD)': '202.640001',
      'Monto (USD)': '202.640001',
      'Entra o sale (ETH)': '',
      Préstamo: '31',
      Cuota: 'cuota 1 de 3',
      Nota: 'Para la moto',
      Transacción: received.hash,
    },
    {
      Fecha: '2026-11-14 18:20:05',
      Qué: 'Le enviaste',
      Persona: LUIS,
      'Entra o sale (USD)': '-202.640001',
      'Monto (USD)': '202.640001',
      'Entra o sale (ETH)': '',
      Préstamo: '',
      Cuota: '',
      Nota: '',
      Transacción: received.hash,
    },
  ])
})

test('ether has a column of its own, to the last wei, and none in dollars', () => {
  const ether = { ...received, amount: 250_000_000_000_000_001n, unit: 'wei', loan: undefined } as const
  const text = activityCsv(
    [
      { ...ether, kind: 'sent', flow: 'out' },
      { ...ether, kind: 'arrived', flow: 'in' },
    ],
    MEXICO,
  )
  const inDollars = { 'Entra o sale (USD)': '', 'Monto (USD)': '' }
  expect(read(text)).toMatchObject([
    { Qué: 'Le enviaste', ...inDollars, 'Entra o sale (ETH)': '-0.250000000000000001' },
    { Qué: 'Te envió', ...inDollars, 'Entra o sale (ETH)': '0.250000000000000001' },
  ])
})

test('what moved no dollars has no sign, and is not summed', () => {
  const [row] = read(activityCsv([{ ...received, kind: 'noted', flow: undefined }], MEXICO))
  expect([row?.['Entra o sale (USD)'], row?.['Monto (USD)']]).toEqual(['', '202.640001'])
})

test.each(['=HYPERLINK("http://evil","Pulsa")', '+1+1', '-2+3', '@SUM(A1:A9)', '\t=1+1', '\r=1+1', '\n=1+1', '  =1+1', '＝1+1'])(
  'a note that begins like a formula (%j) is text, and whole',
  (note) => {
    const [row] = read(activityCsv([{ ...received, loan: { ...loan, note } }], MEXICO))
    expect(row?.Nota).toMatch(/^'/)
    expect(row?.Nota?.replaceAll("'", '')).toBe(note)
  },
)

test('whatever is written in a note or a name, the table keeps its cells and no cell begins a formula', () => {
  const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[=+\-@\t\r\n "',;]{0,6}$/))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(',', ';'),
      (cells, separator) => {
        const rows: string[][] = parse(csvOf([['a', 'b'], ...cells], separator), {
          bom: true,
          delimiter: separator,
          record_delimiter: '\r\n',
          skip_empty_lines: false,
        })
        expect(rows).toHaveLength(cells.length + 1)
        for (const [index, row] of rows.slice(1).entries()) {
          expect(row.map((cell) => cell.replaceAll("'", ''))).toEqual(cells[index]?.map((cell) => cell.replaceAll("'", '')))
          for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
          // As a spreadsheet in Spanish cuts it.
          // Quotes too: who reads it with another separator may find them at the beginning of a cell, and drop them.
          for (const cell of row.flatMap((text) => text.split(/[;,\t\r\n]/))) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/)
        }
      },
    ),
  )
})

test.each(['es-ES', 'es-AR', 'pt-BR'])('where decimals have a comma (%s), semicolons stand between columns', (language) => {
  const text = activityCsv([{ ...received, flow: 'out', loan: { ...loan, note: 'dos; tres' } }], language)
  const [row] = parse<Record<string, string>>(text, { bom: true, columns: true, delimiter: ';' })
  expect(row).toMatchObject({
    'Entra o sale (USD)': '-202,640001',
    'Monto (USD)': '202,640001',
    Préstamo: '31',
    Nota: 'dos; tres',
  })
})

test.each(['es-MX', 'es', 'en-US'])('by the signs of %s', (language) => {
  expect(activityCsv([], language).includes(';')).toBe(language === 'es')
})

test('the file is called by its day', () => {
  expect(csvName(AT)).toBe('entrepares-actividad-2026-11-14.csv')
})
