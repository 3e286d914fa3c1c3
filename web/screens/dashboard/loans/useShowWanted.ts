import { useEffect, useRef } from 'react'
import type { Wanted } from '../../../board/board.ts'
import { useBoard } from '../../../board/useBoard.ts'
import { color } from '../../../theme.ts'

const RING = { outline: `2px solid ${color.primaryHover}`, outlineOffset: '2px' }
const RING_MS = 1_000

/** The id of a card in the document. */
export function cardId(side: Wanted['side'], id: bigint): string {
  return `${side}-${id}`
}

/** Shows the card of this side that is wanted, once, as soon as it is on the page: it may have to be read first. */
export function useShowWanted(side: Wanted['side']): void {
  const wanted = useBoard((view) => view.wanted)
  const shown = useRef<Wanted>(undefined)
  useEffect(() => {
    if (wanted?.side !== side || wanted === shown.current) return
    const card = document.getElementById(cardId(side, wanted.id))
    if (!card) return
    shown.current = wanted
    show(card)
  })
}

/** Scrolls to a card, focuses it and rings it for a second. */
function show(card: HTMLElement): void {
  card.scrollIntoView({ block: 'center' })
  card.focus({ preventScroll: true })
  // A script's focus shows no ring after a click.
  card.animate([RING, RING], RING_MS)
}
