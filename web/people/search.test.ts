import { describe, expect, test } from 'vitest'
import { DAY, DOLLAR, type Offer } from '../loans/loan.ts'
import { hasName, searchFor } from './search.ts'

const offer: Offer = {
  status: 'open',
  id: 7n,
  lender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  borrower: undefined,
  principal: 300n * DOLLAR,
  apr: 1000,
  duration: 30 * DAY,
  instalments: 1,
  openUntil: undefined,
  note: 'Para la Matrícula de mi niño, 2.º año',
  demo: false,
}

describe('an offer is found by', () => {
  test.each([
    ['nothing typed', '  '],
    ['a word of its note without accents', 'matricula'],
    ['a word of its note with accents', 'MATRÍCULA'],
    ['a word whose accents stand apart', 'matri\u0301cula'],
    ['the beginning of a word', 'matr'],
    ['words in any order', 'nino para'],
    ['its amount', '300'],
    ['its amount as the card says it', '$ 300.00'],
    ['its amount with a comma', '300,00'],
    ['a part of its lender’s address', '0c7d01B5'],
    ['the start of its lender’s address', '0x7099'],
    ['its lender’s short address', '0x7099…79C8'],
    ['its lender’s whole address', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ['amount, person and word together', '300 79c8 matricula'],
  ])('%s', (_, typed) => {
    expect(searchFor(typed)(offer)).toBe(true)
  })
})

describe('an offer is not found by', () => {
  test.each([
    ['a word that it lacks, beside one that it has', 'matricula moto'],
    ['a part of its amount', '30'],
    ['an amount with more digits', '3000'],
    ['a part of an address that is too short to mean anybody', '997'],
    ['another short address', '0x7099…79C9'],
    ['what only a regular expression would find', '.*'],
  ])('%s', (_, typed) => {
    expect(searchFor(typed)(offer)).toBe(false)
  })
})

test('an offer is found by my own name for its publisher, word by word, and by nobody else’s', () => {
  const names = new Map([[offer.lender.toLowerCase(), 'alvaro nunez']])
  for (const typed of ['Álvaro', 'nuñez alv', 'alvaro matricula']) expect(searchFor(typed, names)(offer)).toBe(true)
  expect(searchFor('alvaro ruiz', names)(offer)).toBe(false)
  expect(searchFor('alvaro', new Map([['0x00', 'alvaro nunez']]))(offer)).toBe(false)
  expect(searchFor('alvaro')(offer)).toBe(false)
})

test('a search is about a name where one of its words is in one', () => {
  const names = new Map([['0x00', 'alvaro nunez']])
  expect(['Álv', 'matrícula NÚÑ', 'matrícula', ' ', ''].map((typed) => hasName(typed, names))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
