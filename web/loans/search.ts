import { parseAmount } from './decimal.ts'
import type { Offer } from './loan.ts'

/** A shorter part of an address is in so many addresses that it finds nobody. */
const MIN_ADDRESS_PART = 4

/** A question to ask of many offers: does it have all of these words, each in the note, the lender's address or the amount? */
export function searchFor(typed: string): (offer: Offer) => boolean {
  const words = plain(typed).split(/\s+/).map(wordFinder)
  return (offer) => words.every((isIn) => isIn(offer))
}

function wordFinder(word: string): (offer: Offer) => boolean {
  // '$ 300.00' as it is on the card.
  const figure = word.replace(/^\$/, '')
  if (figure === '') return () => true
  const amount = parseAmount(figure)
  // '0x7099…79c8', as addresses are shortened.
  const [start = '', end = '', ...more] = word.split(/…|\.\.\./)
  const isShort = /^0x[0-9a-f]+$/.test(start) && /^[0-9a-f]+$/.test(end) && more.length === 0
  const isPart = /^(0x)?[0-9a-f]+$/.test(word) && word.length >= MIN_ADDRESS_PART
  return (offer) => {
    const lender = offer.lender.toLowerCase()
    return (
      plainNote(offer).includes(word) ||
      (amount.ok && offer.principal === amount.value) ||
      (isPart && lender.includes(word)) ||
      (isShort && lender.startsWith(start) && lender.endsWith(end))
    )
  }
}

// Made once for each offer, because every key that is pressed searches thousands of them.
const plainNotes = new WeakMap<Offer, string>()

function plainNote(offer: Offer): string {
  const known = plainNotes.get(offer)
  if (known !== undefined) return known
  const made = plain(offer.note)
  plainNotes.set(offer, made)
  return made
}

/** In lower case and without accents: 'Matrícula' is found by 'matricula'. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
