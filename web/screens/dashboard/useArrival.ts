import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import type { LinkArrival } from '../../board/arrival.ts'
import { useBoard, useBoardStore } from '../../board/useBoard.ts'
import { LINK_PARAMETER } from '../../loans/link.ts'
import type { Signed } from '../../loans/signed.ts'
import { useSignedStore } from '../../signed/useSigned.tsx'
import { esShare, whyUnusable } from '../../text/es/esShare.ts'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { useProposalAction } from './market/useProposalAction.ts'

/** Shows, once, what the link leads to by which somebody came. */
export function useArrival(): void {
  const arrival = useBoard((view) => view.arrival)
  const { arrived, want, ask } = useBoardStore()
  const { keep } = useSignedStore()
  // Whoever leaves now finds it on the dashboard. Where it cannot be kept, the link is still there.
  const keepReceived = (signed: Signed) => void keep(signed).catch(() => {})
  const notify = useNotices()
  const onProposal = useProposalAction()
  const [, setQuery] = useSearchParams()
  const arrive = useEffectEvent((at: LinkArrival) => {
    arrived()
    setQuery(withoutLink, { replace: true })
    if (at.kind === 'take') onProposal(at.item)
    else if (at.kind === 'show') want(at)
    else if (at.kind === 'unusable') notify(whyUnusable(at))
    else if (at.kind === 'ownSigned') {
      // Signed on another device, perhaps: only what is kept can be voided.
      keepReceived(at.signed)
      ask({ kind: 'shareSigned', signed: at.signed })
    } else if (at.kind === 'lend') {
      keepReceived(at.request)
      ask({ kind: 'fundSigned', request: at.request, record: at.record })
    } else if (at.kind === 'collect') {
      keepReceived(at.payment)
      ask({ kind: 'repaySigned', id: at.loan.id, payment: at.payment })
    } else notify(esShare.arrival[at.kind])
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
