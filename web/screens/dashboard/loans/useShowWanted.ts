import { useEffect, useRef } from 'react'
import type { WantedLoan } from '../../../board/board.ts'
import { useBoard } from '../../../board/useBoard.ts'
import type { Side } from '../../../loans/loan.ts'
import { color } from '../../../theme.ts'

const RING = { outline: `2px solid ${color.primaryHover}`, outlineOffset: '2px' }
const RING_MS = 1_000

/** The id of a loan's card in the document. */
export function cardId(side: Side, id: bigint): string {
  return `${side}-${id}`
}

/** Shows the loan of this side that is wanted, once, as soon as its card is on the page: it may have to be read first. */
export function useShowWanted(side: Side): void {
  const wanted = useBoard((view) => view.wanted)
  const shown = useRef<WantedLoan>(undefined)
  useEffect(() => {
    if (wanted?.side !== side || wanted === shown.current) return
    const card = document.getElementById(cardId(side, wanted.id))
    if (!card) return
    shown.current = wanted
    show(card)
  })
}

/** Scrolls to the card of a loan, focuses it and rings it for a second. */
function show(card: HTMLElement): void {
  card.scrollIntoView({ block: 'center' })
  card.focus({ preventScroll: true })
  // A script's focus shows no ring after a click.
  card.animate([RING, RING], RING_MS)
}
