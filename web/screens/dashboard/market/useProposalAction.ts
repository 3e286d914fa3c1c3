import { useCallback } from 'react'
import { relationTo } from '../../../board/market/filters.ts'
import { useBoardStore } from '../../../board/useBoard.ts'
import { type Item, isOffer, isRequest, type Proposal } from '../../../loans/loan.ts'
import { useWallet } from '../../../session/session.tsx'
import { esLoans } from '../../../text/es/esLoans.ts'
import { useNotices } from '../../../ui/notices/Notices.tsx'

/** The action of a card's button. Keeps its identity, so that memoised cards do not redraw. */
export function useProposalAction() {
  const { address } = useWallet()
  const { ask, prepare } = useBoardStore()
  const notify = useNotices()
  return useCallback(
    (item: Item<Proposal>, action?: 'renew' | 'share') => {
      const isOwn = relationTo(address, item.loan) === 'own'
      if (action === 'renew') prepare({ renewed: item.loan })
      else if (action === 'share') ask({ kind: 'share', loan: item.loan })
      else if (item.loan.demo) notify(esLoans.demo.request)
      else if (isOffer(item)) ask({ kind: isOwn ? 'cancelOffer' : 'acceptOffer', item })
      else if (isRequest(item)) ask({ kind: isOwn ? 'cancelRequest' : 'fundRequest', item })
    },
    [notify, ask, prepare, address],
  )
}
