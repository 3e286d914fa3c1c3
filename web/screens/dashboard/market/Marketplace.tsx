import { mdiStorefrontOutline } from '@mdi/js'
import { Box, Button, Stack, Typography, useMediaQuery } from '@mui/material'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { type Filters as Chosen, isFiltered, NO_FILTERS, withKind } from '../../../board/market/filters.ts'
import type { Market } from '../../../board/market/market.ts'
import { useFilters } from '../../../board/market/useFilters.ts'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import type { ProposalKind } from '../../../loans/loan.ts'
import { es } from '../../../text/es/es.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { count } from '../../../text/format.ts'
import { color, theme } from '../../../theme.ts'
import { CardSkeletons } from '../../../ui/CardSkeletons.tsx'
import { TabBar } from '../../../ui/fields/TabBar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { useShowWanted } from '../loans/useShowWanted.ts'
import { Filters } from './Filters.tsx'
import { ForMe } from './ForMe.tsx'
import { CARD_HEIGHT, ProposalList } from './ProposalList.tsx'

const words = esMarket

/** How many cards the folded list shows, by its columns. */
const FOLDED_COUNT = { 1: 6, 2: 8 }
/** Section 'Marketplace de Préstamos': what only I may take, then offers or requests with their filters. */
export function Marketplace() {
  const market = useBoard((view) => view.market)
  const forMe = useBoard((view) => view.forMe)
  const [filters, onFilters] = useFilters()
  const { loadMore, searchMore } = useBoardStore()
  useShowWanted('market')
  const { items, areStandIns, openCounts, search, reading, isLoadingMore } = market
  const titleId = useId()
  const tabsId = useId()
  const { kind } = filters
  const text = words[kind]
  const shown = items ?? []
  const isSearching = !search.hasFailed && (items === undefined || (shown.length === 0 && reading === 'more'))

  const columns = useMediaQuery(theme.breakpoints.up('sm'), { noSsr: true }) ? 2 : 1
  const short = FOLDED_COUNT[columns]
  const [isOpen, setOpen] = useState(false)
  const isLong = search.foundCount > short
  const listed = isOpen ? shown : shown.slice(0, short)
  // Folded, it loads only until the short list is full and one more is known.
  const wantsMore = items !== undefined && reading === 'more' && (isOpen || !isLong)

  const tabOf = (of: ProposalKind) => {
    const open = openCounts[of]
    return { value: of, label: words[of].tab, count: open === undefined ? undefined : count(open) }
  }

  const section = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const isTurning = useRef(false)
  const turn = () => {
    isTurning.current = true
    setOpen(!isOpen)
  }
  useLayoutEffect(() => {
    if (!isTurning.current) return
    isTurning.current = false
    // Keyboard focus moves to the first card that was not shown before or, on folding, to the button.
    const next = isOpen ? section.current?.querySelector<HTMLElement>(`[data-position="${short}"]`) : toggle.current
    next?.focus({ preventScroll: true })
    if (!isOpen) next?.scrollIntoView({ block: 'center' })
  }, [isOpen, short])

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
        <Filters filters={filters} onChange={onFilters} />
        {areStandIns ? (
          <Notice severity="warning" role="status" action={<Button onClick={search.tryAgain}>{es.retry}</Button>}>
            {words.standIns}
          </Notice>
        ) : (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Typography role="status" variant="body2" color="textSecondary">
              {howMany(market)}
            </Typography>
            {search.hasFailed && (
              <Button onClick={search.tryAgain} sx={{ my: -1.5 }}>
                {es.retry}
              </Button>
            )}
            {reading === 'stopped' && (
              <Button onClick={searchMore} sx={{ my: -1.5 }}>
                {words.searchMore}
              </Button>
            )}
          </Box>
        )}
        <ProposalList
          // A list of its own for each kind, with its own heights and place.
          key={kind}
          items={listed}
          columns={columns}
          onNearEnd={wantsMore ? loadMore : undefined}
          isLoadingMore={isLoadingMore}
        />
        {isSearching ? (
          <CardSkeletons count={4} height={CARD_HEIGHT} columns={2} />
        ) : shown.length === 0 && !search.hasFailed ? (
          <Empty filters={filters} onFilters={onFilters} isAll={reading === 'all'} />
        ) : (
          isLoadingMore && <CardSkeletons count={2} height={CARD_HEIGHT} columns={2} />
        )}
        {isLong && (
          <Button
            ref={toggle}
            variant="outlined"
            aria-expanded={isOpen}
            {...(isOpen && { 'aria-keyshortcuts': 'Escape' })}
            onClick={turn}
            sx={{
              alignSelf: 'center',
              ...(isOpen && { position: 'sticky', bottom: 16, zIndex: 1, bgcolor: color.raised, boxShadow: 8 }),
            }}
          >
            {isOpen ? words.less : text.all(count(isFiltered(filters) ? search.foundCount : (openCounts[kind] ?? shown.length)))}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

const KINDS: readonly ProposalKind[] = ['offer', 'request']

/** How many there are and match; while the others are being searched, how far that is. */
function howMany({ items, openCounts, filters, search }: Market): string {
  const text = words[filters.kind]
  const openCount = openCounts[filters.kind] ?? items?.length ?? 0
  const { foundCount, searchedCount, progress, isPartial, hasFailed } = search
  if (hasFailed) return text.unread
  if (items === undefined) return text.loading
  if (progress) return words.searching(count(progress.read), count(progress.all))
  if (isFiltered(filters)) return (isPartial ? text.searchedNewest : text.searched)(count(foundCount), count(searchedCount))
  return isPartial ? text.orderedNewest(count(searchedCount), count(openCount)) : text.open(count(openCount))
}

type EmptyProps = { filters: Chosen; onFilters: (filters: Chosen) => void; isAll: boolean }

function Empty({ filters, onFilters, isAll }: EmptyProps) {
  const text = words[filters.kind]
  const isMineAlone = filters.isMineOnly && !isFiltered({ ...filters, isMineOnly: false })
  return (
    <Stack
      spacing={1}
      sx={{ alignItems: 'center', textAlign: 'center', px: 2, py: 4, border: `1px dashed ${color.line}`, borderRadius: 1 }}
    >
      <Box sx={{ display: 'flex', color: 'text.secondary' }}>
        <Icon path={mdiStorefrontOutline} size={32} />
      </Box>
      <Typography>
        {!isFiltered(filters) ? (isAll ? text.none : text.noneYet) : isMineAlone ? text.noneMine : text.noMatch}
      </Typography>
      {isFiltered(filters) && !isMineAlone ? (
        <Button onClick={() => onFilters({ ...NO_FILTERS, kind: filters.kind, order: filters.order })}>
          {words.filters.clear}
        </Button>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {text.noneNext}
        </Typography>
      )}
    </Stack>
  )
}
