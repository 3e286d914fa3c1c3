import { expect, test } from 'vitest'
import { type ActiveLoan, DAY, DOLLAR } from '../../loans/loan.ts'
import { planOf } from '../../loans/plan.ts'
import { loanCalendar } from './loanCalendar.ts'
import { planRows } from './planRows.ts'

const START = Date.UTC(2025, 10, 3, 16, 32) / 1000
const NOW = Date.UTC(2025, 10, 8, 9, 15, 7) / 1000
const book = { chainId: 31337, address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }
const loan: ActiveLoan = {
  status: 'active',
  id: 14n,
  lender: '0xAAAAaaaAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa',
  borrower: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
  principal: 600n * DOLLAR,
  apr: 800,
  duration: 60 * DAY,
  instalments: 1,
  note: '',
  demo: false,
  startedAt: START,
  dueAt: START + 60 * DAY,
  repaid: 200n * DOLLAR,
  noted: 0n,
}

test('X2 one payment is the file that it always was, byte by byte', () => {
  expect(loanCalendar(loan, book, NOW)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//EntrePares//ES',
      'BEGIN:VEVENT',
      'UID:prestamo-14-31337-0x5fbdb2315678afecb367f032d93f642f64180aa3@entrepares',
      'DTSTAMP:20251108T091507Z',
      'DTSTART:20260102T163200Z',
      'SUMMARY:Vence tu préstamo n.º 14 ($ 607.90)',
      'DESCRIPTION:Al guardar esta fecha faltaban $ 407.90 por devolver a 0xAAAAaa',
      ' aAAAaAaaAaAaAAaAAAaAaAaaAaaAaaAaAa. Puedes pagar por partes y antes de la ',
      ' fecha\\; el total no cambia.',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Vence tu préstamo n.º 14 ($ 607.90)',
      'TRIGGER:-P3D',
      'END:VALARM',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Vence tu préstamo n.º 14 ($ 607.90)',
      'TRIGGER:-P1D',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

const valuesOf = (file: string, name: string) =>
  file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []))

test('each instalment that is not paid is an event of its own, with its date, its amount and an alarm three days before', () => {
  // 607.890411 in three: 202.64, which is paid, 202.63 and 202.63.
  const file = loanCalendar({ ...loan, instalments: 3, repaid: 210n * DOLLAR }, book, NOW)

  expect(valuesOf(file, 'BEGIN').filter((part) => part === 'VEVENT')).toHaveLength(2)
  expect(valuesOf(file, 'DTSTART')).toEqual(['20251213T163200Z', '20260102T163200Z'])
  expect(valuesOf(file, 'SUMMARY')).toEqual([
    'Vence la cuota 2 de 3 de tu préstamo n.º 14 ($ 202.63)',
    'Vence la cuota 3 de 3 de tu préstamo n.º 14 ($ 202.63)',
  ])
  expect(valuesOf(file, 'DESCRIPTION')[0]).toContain(
    'faltaban $ 195.27 de esta cuota\\, y $ 397.90 en total\\, por devolver a 0xAAAA',
  )
  expect(valuesOf(file, 'TRIGGER').filter((when) => when === '-P3D')).toHaveLength(2)
  expect(new Set(valuesOf(file, 'UID')).size).toBe(2)
})

test('the calendar says of each instalment what the plan says', () => {
  const plan = { ...loan, principal: 300n * DOLLAR, apr: 1000, duration: 30 * DAY, instalments: 3, repaid: 0n }
  const amounts = valuesOf(loanCalendar(plan, book, NOW), 'SUMMARY').map((summary) => /\((.*)\)/.exec(summary)?.[1])
  expect(amounts).toEqual(['$ 100.83', '$ 100.82', '$ 100.82'])
  expect(amounts).toEqual(planRows(planOf(plan, NOW)).map(({ amount }) => amount))
})

test('an instalment keeps its identity when more time is given, so that the calendar moves it', () => {
  const plan = { ...loan, instalments: 3 }
  const extended = { ...plan, dueAt: plan.dueAt + 30 * DAY }
  expect(valuesOf(loanCalendar(extended, book, NOW), 'UID')).toEqual(valuesOf(loanCalendar(plan, book, NOW), 'UID'))
  expect(valuesOf(loanCalendar(extended, book, NOW), 'DTSTART').at(-1)).toBe('20260201T163200Z')
})
