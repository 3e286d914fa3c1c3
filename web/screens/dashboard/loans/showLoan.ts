import { color } from '../../../theme.ts'

type Side = 'lent' | 'borrowed'

const RING = { outline: `2px solid ${color.primaryHover}`, outlineOffset: '2px' }
const RING_MS = 1_000

/** The id of a loan's card in the document. */
export function cardId(side: Side, id: bigint): string {
  return `${side}-${id}`
}

/** Scrolls to the card of a loan, focuses it and rings it for a second. Does nothing where it is not on the page. */
export function showLoan(side: Side, id: bigint): void {
  const card = document.getElementById(cardId(side, id))
  if (!card) return
  card.scrollIntoView({ block: 'center' })
  card.focus({ preventScroll: true })
  // A script's focus shows no ring after a click.
  card.animate([RING, RING], RING_MS)
}
