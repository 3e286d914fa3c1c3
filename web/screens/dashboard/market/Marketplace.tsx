import { Box, Button, Stack, Typography, useMediaQuery } from '@mui/material'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { withKind } from '../../../board/market/filters.ts'
import { useFilters } from '../../../board/market/useFilters.ts'
import type { ShownItem } from '../../../board/pending.ts'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import type { Proposal, ProposalKind } from '../../../loans/loan.ts'
import { es } from '../../../text/es/es.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { count } from '../../../text/format.ts'
import { color, theme } from '../../../theme.ts'
import { TabBar } from '../../../ui/fields/TabBar.tsx'
import { useNotices } from '../../../ui/notices/Notices.tsx'
import { useShowWanted } from '../loans/useShowWanted.ts'
import { Filters } from './Filters.tsx'
import { ForMe } from './ForMe.tsx'
import { MarketEnd } from './MarketEnd.tsx'
import { MarketStatus, wholeCount } from './MarketStatus.tsx'
import { ProposalList } from './ProposalList.tsx'

const words = esMarket

/** Most visits never unfold the list. */
const loadLongList = () => import('./LongList.tsx').then((file) => file.LongList)

/** How many cards the folded list shows, by its columns: 1 on a phone, whose whole list is a view of its own. */
const FOLDED_COUNT = { 1: 2, 2: 8, 3: 9 }

/** Section 'Marketplace de Préstamos': what only I may take, then offers or requests with their filters. */
export function Marketplace() {
  const market = useBoard((view) => view.market)
  const forMe = useBoard((view) => view.forMe)
  const [filters, onFilters] = useFilters()
  const wanted = useBoard((view) => view.wanted)
  const { loadMore, ask } = useBoardStore()
  const notify = useNotices()
  useShowWanted('market')
  const { items, openCounts, search, reading, isLoadingMore } = market
  const titleId = useId()
  const tabsId = useId()
  const { kind } = filters

  const columns = useColumns()
  const isPhone = columns === 1
  const short = FOLDED_COUNT[columns]
  /** The whole list, while it is unfolded. */
  const [LongList, setLongList] = useState<Awaited<ReturnType<typeof loadLongList>>>()
  const isOpen = LongList !== undefined && !isPhone
  const isLong = search.foundCount > short
  const shown = items ?? []
  // The card that somebody asked to see is on the page, wherever it stands in the list.
  const isWanted = ({ loan }: ShownItem<Proposal>) => wanted?.side === 'market' && wanted.id === loan.id
  // Folded, it loads only until the short list is full and one more is known.
  const wantsMore = items !== undefined && reading === 'more' && (isOpen || shown.length <= short)
  useEffect(() => {
    if (!isOpen && wantsMore && !isLoadingMore) loadMore()
  }, [isOpen, wantsMore, isLoadingMore, loadMore])

  const tabOf = (of: ProposalKind) => {
    const open = openCounts[of]
    return { value: of, label: words[of].tab, count: open === undefined ? undefined : count(open) }
  }

  const section = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const isTurning = useRef(false)
  const show = (list: typeof LongList) => {
    isTurning.current = true
    setLongList(() => list)
  }
  const turn = () => (isOpen ? show(undefined) : loadLongList().then(show, () => notify(es.outdated.notice)))
  /** Keyboard focus moves to the first card that was not shown before or, on folding, to the button. */
  const moveFocus = () => {
    if (!isTurning.current) return
    isTurning.current = false
    const next = isOpen ? section.current?.querySelector<HTMLElement>(`[data-position="${short}"]`) : toggle.current
    next?.focus({ preventScroll: true })
    if (!isOpen) next?.scrollIntoView({ block: 'center' })
  }
  const onFolded = useEffectEvent(moveFocus)
  useLayoutEffect(() => {
    if (!isOpen) onFolded()
  }, [isOpen])

  return (
    <Stack
      component="section"
      ref={section}
      aria-labelledby={titleId}
      spacing={2}
      sx={{ minWidth: 0 }}
      onKeyDown={({ key }) => isOpen && isLong && key === 'Escape' && turn()}
    >
      <Typography id={titleId} variant="h5" component="h2">
        {words.title}
      </Typography>
      <ForMe kind="offer" {...forMe.offers} />
      <ForMe kind="request" {...forMe.requests} />
      <Box sx={{ maxWidth: { sm: 400 } }}>
        <TabBar
          label={words.kinds}
          id={tabsId}
          tabs={KINDS.map(tabOf)}
          value={kind}
          onChange={(next) => onFilters(withKind(filters, next))}
        />
      </Box>
      <Stack role="tabpanel" id={`${tabsId}-${kind}-panel`} aria-labelledby={`${tabsId}-${kind}`} spacing={2}>
        <Filters />
        <MarketStatus />
        {isOpen ? (
          <LongList
            // A list of its own for each kind, with its own heights and place.
            key={kind}
            items={shown}
            columns={columns}
            onNearEnd={wantsMore ? loadMore : undefined}
            isLoadingMore={isLoadingMore}
            onDrawn={moveFocus}
          />
        ) : (
          <ProposalList items={shown.filter((item, index) => index < short || isWanted(item))} columns={columns} />
        )}
        <MarketEnd />
        {isLong && (
          <Button
            ref={toggle}
            variant="outlined"
            {...(isPhone ? { 'aria-haspopup': 'dialog' } : { 'aria-expanded': isOpen })}
            {...(isOpen && { 'aria-keyshortcuts': 'Escape' })}
            onClick={isPhone ? () => ask({ kind: 'market' }) : turn}
            sx={{
              alignSelf: { xs: 'stretch', sm: 'center' },
              ...(isOpen && { position: 'sticky', bottom: 16, zIndex: 1, bgcolor: color.raised, boxShadow: 8 }),
            }}
          >
            {isOpen ? words.less : words[kind].all(count(wholeCount(market)))}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

const KINDS: readonly ProposalKind[] = ['offer', 'request']

/** As ACROSS of ProposalList, for the script. */
function useColumns(): 1 | 2 | 3 {
  const isTablet = useMediaQuery(theme.breakpoints.up('sm'), { noSsr: true })
  const isLarge = useMediaQuery(theme.breakpoints.up('xl'), { noSsr: true })
  return isLarge ? 3 : isTablet ? 2 : 1
}
