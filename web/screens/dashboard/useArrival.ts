import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import type { Arrival } from '../../board/arrival.ts'
import { useBoard, useBoardStore } from '../../board/useBoard.ts'
import { LINK_PARAMETER } from '../../loans/link.ts'
import { esShare } from '../../text/es/esShare.ts'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { useProposalAction } from './market/useProposalAction.ts'

/** Shows, once, what the link leads to by which somebody came. */
export function useArrival(): void {
  const arrival = useBoard((view) => view.arrival)
  const { arrived, want } = useBoardStore()
  const notify = useNotices()
  const onProposal = useProposalAction()
  const [, setQuery] = useSearchParams()
  const arrive = useEffectEvent((at: Arrival) => {
    arrived()
    setQuery(withoutLink, { replace: true })
    if (at.kind === 'take') onProposal(at.item)
    else if (at.kind === 'show') want(at)
    else notify(esShare.arrival[at.kind])
  })
  useEffect(() => {
    if (arrival) arrive(arrival)
  }, [arrival])
}

function withoutLink(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(LINK_PARAMETER)
  return rest
}
