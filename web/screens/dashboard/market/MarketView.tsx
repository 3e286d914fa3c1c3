import { Button, Stack } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { count } from '../../../text/format.ts'
import { WholeView } from '../WholeView.tsx'
import { Filters } from './Filters.tsx'
import { MarketEnd } from './MarketEnd.tsx'
import { MarketStatus, wholeCount } from './MarketStatus.tsx'
import { ProposalCard } from './ProposalCard.tsx'

/** By how many cards the list grows. Not virtualised: it has as many as somebody asked for. */
const PAGE = 30

/** All offers or requests, of which a phone's page shows the first ones. */
export function MarketView({ onClose }: { onClose: () => void }) {
  const market = useBoard((view) => view.market)
  const { loadMore } = useBoardStore()
  const [most, setMost] = useState(PAGE)
  const { items = [], filters, reading, isLoadingMore } = market
  const wantsMore = items.length < most && reading === 'more' && !isLoadingMore
  useEffect(() => {
    if (wantsMore) loadMore()
  }, [wantsMore, loadMore])
  const first = useRef(filters)
  // Another list has another length: beneath this view the page goes to its heading, not to what now stands where it was scrolled to.
  useEffect(() => {
    if (filters !== first.current) document.querySelector('[data-place=market]')?.scrollIntoView({ block: 'start' })
  }, [filters])
  const left = wholeCount(market) - most
  return (
    <WholeView title={esMarket[filters.kind].tab} onClose={onClose}>
      <Stack spacing={2}>
        <Filters />
        <MarketStatus />
        <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {items.slice(0, most).map((item) => (
            <li key={String(item.loan.id)}>
              <ProposalCard item={item} />
            </li>
          ))}
        </Stack>
        <MarketEnd />
        {left > 0 && (
          <Button variant="outlined" aria-busy={isLoadingMore} onClick={() => setMost(most + PAGE)} sx={{ alignSelf: 'center' }}>
            {esLoans.loan.more(count(Math.min(left, PAGE)))}
          </Button>
        )}
      </Stack>
    </WholeView>
  )
}
