import { useState } from 'react'
import { useBoard } from '../../board/useBoard.ts'

/** Published for a fee, or signed and shared by link. */
export type Way = 'publish' | 'link'

/** How a request is made: by link if there is no ether for a fee, unless somebody chooses. */
export function useWay() {
  const ether = useBoard(({ dashboard }) => dashboard?.ethBalance)
  const [chosen, choose] = useState<Way>()
  const [held, setHeld] = useState<Way>()
  const way = chosen ?? held ?? (ether === 0n ? 'link' : 'publish')
  return {
    way,
    hasNoEther: ether === 0n,
    choose,
    /** While somebody types: ether that comes meanwhile must not turn a private request into a public one. */
    hold: () => {
      if (ether !== undefined) setHeld(way)
    },
    release: () => setHeld(undefined),
  }
}
