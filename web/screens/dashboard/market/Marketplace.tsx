import { mdiStorefrontOutline } from '@mdi/js'
import { Box, Button, Stack, Typography, useMediaQuery } from '@mui/material'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { type Filters as Chosen, isFiltered, NO_FILTERS, withKind } from '../../../board/market.ts'
import { type Item, type Proposal, type ProposalKind, proposerOf } from '../../../loans/loan.ts'
import { type Dealings, historyWith } from '../../../people/dealings.ts'
import { es } from '../../../text/es/es.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { count } from '../../../text/format.ts'
import { color, theme } from '../../../theme.ts'
import { CardSkeletons } from '../../../ui/CardSkeletons.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { TabBar } from '../../../ui/fields/TabBar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Face } from '../../../ui/people/Face.tsx'
import { Filters } from './Filters.tsx'
import { ProposalCard } from './ProposalCard.tsx'
import { CARD_HEIGHT, ProposalList } from './ProposalList.tsx'

const words = esMarket

/** How many cards the folded list shows, by its columns. */
const FOLDED_COUNT = { 1: 6, 2: 8 }
/** How many that are addressed to me are drawn at once: strangers can send thousands. */
const WIDE_COUNT = 20
/** How many faces stand beside those that are folded. */
const FACES = 3

/** Those that only I may take: from people with whom I have dealt, and from others. */
type Addressed = { known: readonly Item<Proposal>[]; strangers: readonly Item<Proposal>[] }

type Props = {
  /** My address. */
  me: Address
  now: number
  /** Those of the open tab that match the filters and were read so far, in their order. Undefined: nothing was read yet. */
  items: readonly Item<Proposal>[] | undefined
  /** They are examples, because the offers could not be read. */
  areStandIns: boolean
  offersForMe: Addressed
  requestsForMe: Addressed
  /** My own history with people, by their address in lower case. */
  dealings: ReadonlyMap<string, Dealings> | undefined
  /** How many are open in all, read or not. Undefined: not known yet. */
  openCounts: Record<ProposalKind, number | undefined>
  search: {
    /** How many match, read or not, and out of how many. */
    foundCount: number
    searchedCount: number
    /** Undefined: every one was searched, or nobody searches. */
    progress: { read: number; all: number } | undefined
    /** There are so many that only the newest were searched. */
    isPartial: boolean
    hasFailed: boolean
    tryAgain: () => void
  }
  filters: Chosen
  onFilters: (filters: Chosen) => void
  /** `more`: onNearEnd loads further ones; `stopped`: nothing but expired ones came, onSearchMore goes on; `all`: none is left. */
  reading: 'more' | 'stopped' | 'all'
  isLoadingMore: boolean
  /** Called when the end of those that match is near and nothing is loading, also where none matches. */
  onNearEnd: () => void
  onSearchMore: () => void
  onAction: (item: Item<Proposal>) => void
}

export function Marketplace(props: Props) {
  const {
    me,
    now,
    items,
    areStandIns,
    offersForMe,
    requestsForMe,
    dealings,
    openCounts,
    search,
    filters,
    onFilters,
    reading,
    isLoadingMore,
    onNearEnd,
    onSearchMore,
    onAction,
  } = props
  const titleId = useId()
  const tabsId = useId()
  const { kind } = filters
  const text = words[kind]
  const shown = items ?? []
  const isSearching = !search.hasFailed && (items === undefined || (shown.length === 0 && reading === 'more'))
  const dealingsWith = ({ loan }: Item<Proposal>) => historyWith(dealings, proposerOf(loan))
  const shared = { me, now, dealingsWith, onAction }

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
      <ForMe kind="offer" {...offersForMe} {...shared} />
      <ForMe kind="request" {...requestsForMe} {...shared} />
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
              {howMany(props)}
            </Typography>
            {search.hasFailed && (
              <Button onClick={search.tryAgain} sx={{ my: -1.5 }}>
                {es.retry}
              </Button>
            )}
            {reading === 'stopped' && (
              <Button onClick={onSearchMore} sx={{ my: -1.5 }}>
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
          {...shared}
          onNearEnd={wantsMore ? onNearEnd : undefined}
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
function howMany({ items, openCounts, filters, search }: Props): string {
  const text = words[filters.kind]
  const openCount = openCounts[filters.kind] ?? items?.length ?? 0
  const { foundCount, searchedCount, progress, isPartial, hasFailed } = search
  if (hasFailed) return text.unread
  if (items === undefined) return text.loading
  if (progress) return words.searching(count(progress.read), count(progress.all))
  if (isFiltered(filters)) return (isPartial ? text.searchedNewest : text.searched)(count(foundCount), count(searchedCount))
  return isPartial ? text.orderedNewest(count(searchedCount), count(openCount)) : text.open(count(openCount))
}

type Shared = Pick<Props, 'me' | 'now' | 'onAction'> & { dealingsWith: (item: Item<Proposal>) => Dealings | undefined }

/** Strangers can send as many as they like: theirs are folded. */
function ForMe({ kind, known, strangers, ...shared }: Addressed & Shared & { kind: ProposalKind }) {
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  if (known.length + strangers.length === 0) return null
  const faces = [...new Set(strangers.map(({ loan }) => proposerOf(loan)))].slice(0, FACES)
  return (
    <Stack component="section" aria-labelledby={titleId} spacing={1.5}>
      <Typography id={titleId} variant="subtitle1" component="h3">
        {words[kind].forYou}
      </Typography>
      {known.length > 0 && <WideCards items={known} {...shared} />}
      {strangers.length > 0 && (
        <Fold
          label={words.strangers(count(strangers.length))}
          hint={words[kind].strangersHint}
          aside={
            <Box sx={{ display: 'flex', '& > * + *': { ml: -1 } }}>
              {faces.map((address) => (
                <Face key={address} address={address} size={28} />
              ))}
            </Box>
          }
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        >
          <WideCards items={strangers} {...shared} />
        </Fold>
      )}
    </Stack>
  )
}

function WideCards({ items, me, now, dealingsWith, onAction }: Shared & { items: readonly Item<Proposal>[] }) {
  const [shown, setShown] = useState(WIDE_COUNT)
  return (
    <>
      <Stack component="ul" spacing={{ xs: 1.5, sm: 2 }} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.slice(0, shown).map((item) => (
          <li key={String(item.loan.id)}>
            <ProposalCard item={item} me={me} now={now} withMe={dealingsWith(item)} isWide onAction={onAction} />
          </li>
        ))}
      </Stack>
      {items.length > shown && (
        <Button variant="outlined" onClick={() => setShown(shown + WIDE_COUNT)} sx={{ alignSelf: 'center', mt: 1.5 }}>
          {esLoans.loan.more(count(items.length - shown))}
        </Button>
      )}
    </>
  )
}

function Empty({ filters, onFilters, isAll }: Pick<Props, 'filters' | 'onFilters'> & { isAll: boolean }) {
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
