import { expect, test } from 'vitest'
import type { News } from '../board/news/news.ts'
import { DAY, DOLLAR, type Row } from '../loans/loan.ts'
import { newsLine, newsNotice } from './newsLine.ts'

const LUIS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const DUE = Date.UTC(2026, 11, 3, 12) / 1000
const row: Row = { id: 7n, status: 'active', owed: 100n * DOLLAR, nextDue: DUE, dueAt: DUE + 9 * DAY }
const arrived: News = { kind: 'arrived', person: LUIS, amount: 7n * DOLLAR, hash: `0x${'ab'.repeat(32)}`, block: 1n }
const paid: News = { kind: 'paid', row, amount: 20n * DOLLAR }

const luis = { person: LUIS, name: 'Luis', principal: 120n * DOLLAR }
const unnamed = { person: LUIS, principal: 120n * DOLLAR }

test('news of a loan names the person where I gave a name, then the loan by its amount and what is left', () => {
  expect(newsLine(paid, unnamed)).toEqual({ text: 'Te pagaron $ 20.00', about: 'Préstamo de $ 120.00 · faltan $ 100.00' })
  expect(newsLine(paid, luis)).toEqual({ text: 'Te pagaron $ 20.00', about: 'Luis · Préstamo de $ 120.00 · faltan $ 100.00' })
  expect(newsLine(paid, {}).about).toBe('Préstamo n.º 7 · faltan $ 100.00')
})

test('who signed a payment is told that it was collected, and what is left', () => {
  const collected: News = { kind: 'collected', row, amount: 40_990_000n }
  expect(newsLine(collected, { ...luis, name: 'Ana' })).toEqual({
    text: 'Cobraron tu pago de $ 40.99',
    about: 'Ana · Préstamo de $ 120.00 · faltan $ 100.00',
  })
})

test('who asked for a loan is told that it came, and what is owed now', () => {
  const funded: News = { kind: 'funded', row: { ...row, owed: 100n * DOLLAR + 8_220n } }
  expect(newsNotice([funded], () => unnamed)).toBe('Te prestaron lo que pediste: debes $ 100.01. Préstamo de $ 120.00.')
})

test('the last payment is told as the end of the loan, by name or short address', () => {
  const last: News = { kind: 'paid', row: { ...row, status: 'repaid', owed: 0n }, amount: 20n * DOLLAR }
  expect(newsLine(last, luis)).toEqual({ text: 'Luis terminó de pagarte', about: 'Préstamo de $ 120.00 · ya está devuelto' })
  expect(newsNotice([last], () => unnamed)).toBe('0x3C44…93BC terminó de pagarte: préstamo de $ 120.00.')
  expect(newsNotice([last], () => ({}))).toBe('Te pagaron $ 20.00. Préstamo n.º 7.')
})

test('an offer or a request that was taken and has ended meanwhile is told as over, without a date', () => {
  const ended: Row = { ...row, status: 'repaid', owed: 0n }
  expect(newsLine({ kind: 'taken', row: ended }, unnamed)).toEqual({
    text: 'Tomaron tu oferta, y ya terminó',
    about: 'Préstamo de $ 120.00',
  })
  expect(newsLine({ kind: 'funded', row: ended }, luis)).toEqual({
    text: 'Te prestaron lo que pediste, y ya terminó',
    about: 'Luis · Préstamo de $ 120.00',
  })
})

test('dollars that came are told with the name of who sent them, or else their short address', () => {
  expect(newsLine(arrived, luis)).toEqual({ text: 'Te enviaron $ 7.00', about: 'De Luis' })
  expect(newsLine(arrived, { person: LUIS }).about).toBe('De 0x3C44…93BC')
})

test('several at once are one notice, which tells the first and counts the others', () => {
  const subjectOf = (news: News) => (news === paid ? luis : { person: LUIS })
  expect(newsNotice([], subjectOf)).toBeUndefined()
  expect(newsNotice([paid], subjectOf)).toBe('Te pagaron $ 20.00. Luis.')
  expect(newsNotice([paid], () => unnamed)).toBe('Te pagaron $ 20.00. Préstamo de $ 120.00.')
  expect(newsNotice([arrived, paid], subjectOf)).toBe('Te enviaron $ 7.00. De 0x3C44…93BC. Y 1 novedad más.')
})
