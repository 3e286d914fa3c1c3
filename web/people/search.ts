import { parseAmount } from '../loans/decimal.ts'
import { type Proposal, proposerOf } from '../loans/loan.ts'

/** A shorter part of an address is in so many addresses that it finds nobody. */
const MIN_ADDRESS_PART = 4

/** My own names for people, as `plain` makes them, by address in lower case. */
export type PlainNames = ReadonlyMap<string, string>

/**
 * A question to ask of many: does it have all of these words, each in the note, the address of its publisher, my name for them
 * or the amount?
 */
export function searchFor(typed: string, names: PlainNames = new Map()): (loan: Proposal) => boolean {
  const words = plain(typed)
    .split(/\s+/)
    .map((word) => wordFinder(word, names))
  return (loan) => words.every((isIn) => isIn(loan))
}

/** Whether one of the words is in a name of mine for somebody. */
export function hasName(typed: string, names: PlainNames): boolean {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return words.some((word) => [...names.values()].some((name) => name.includes(word)))
}

function wordFinder(word: string, names: PlainNames): (loan: Proposal) => boolean {
  // '$ 300.00' as it is on the card.
  const figure = word.replace(/^\$/, '')
  if (figure === '') return () => true
  const amount = parseAmount(figure)
  // '0x7099…79c8', as addresses are shortened.
  const [start = '', end = '', ...more] = word.split(/…|\.\.\./)
  const isShort = /^0x[0-9a-f]+$/.test(start) && /^[0-9a-f]+$/.test(end) && more.length === 0
  const isPart = /^(0x)?[0-9a-f]+$/.test(word) && word.length >= MIN_ADDRESS_PART
  return (loan) => {
    const person = proposerOf(loan).toLowerCase()
    return (
      plainNote(loan).includes(word) ||
      names.get(person)?.includes(word) ||
      (amount.ok && loan.principal === amount.value) ||
      (isPart && person.includes(word)) ||
      (isShort && person.startsWith(start) && person.endsWith(end))
    )
  }
}

// Made once for each, because every key that is pressed searches thousands of them.
const plainNotes = new WeakMap<Proposal, string>()

function plainNote(loan: Proposal): string {
  const known = plainNotes.get(loan)
  if (known !== undefined) return known
  const made = plain(loan.note)
  plainNotes.set(loan, made)
  return made
}

/** In lower case and without accents: 'Matrícula' is found by 'matricula'. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
