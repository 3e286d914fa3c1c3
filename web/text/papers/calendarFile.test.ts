import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFile } from './calendarFile.ts'

const event = {
  uid: 'prestamo-14-31337-0x5FbDB2315678afecb367f032d93F642f64180aa3@entrepares',
  at: Date.UTC(2025, 11, 3, 16, 32) / 1000,
  writtenAt: Date.UTC(2025, 10, 8, 9, 15, 7) / 1000,
  summary: 'Vence tu préstamo n.º 14 ($ 607.90)',
  description: 'Faltan $ 10,000.00; por partes\no antes, con \\ y ñ.',
}

test('X2 the due date is an event in UTC with reminders three days and one day before', () => {
  expect(unfolded(calendarFile([event], [3, 1]))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//EntrePares//ES',
    'BEGIN:VEVENT',
    'UID:prestamo-14-31337-0x5FbDB2315678afecb367f032d93F642f64180aa3@entrepares',
    'DTSTAMP:20251108T091507Z',
    'DTSTART:20251203T163200Z',
    'SUMMARY:Vence tu préstamo n.º 14 ($ 607.90)',
    'DESCRIPTION:Faltan $ 10\\,000.00\\; por partes\\no antes\\, con \\\\ y ñ.',
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
  ])
})

test('whatever the words, no line is above 75 octets, none is cut within a letter, and the text comes back whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (description) => {
      const file = calendarFile([{ ...event, description }], [3, 1])
      const lines = file.split('\r\n')
      expect(lines.at(-1)).toBe('')
      for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const found = unfolded(file)[8] ?? ''
      const read = found.slice('DESCRIPTION:'.length).replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign))
      expect(read).toBe(description.replace(/\r\n|\r/g, '\n'))
    }),
  )
})

function unfolded(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)
}
