import { mdiStorefrontOutline } from '@mdi/js'
import { Box, Button, Stack, Typography, useMediaQuery } from '@mui/material'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Address } from 'viem'
import type { Item, Offer } from '../../../loans/loan.ts'
import { type Filters as Chosen, isFiltered, NO_FILTERS, select } from '../../../loans/market.ts'
import { esLoans } from '../../../text/esLoans.ts'
import { count } from '../../../text/format.ts'
import { color, theme } from '../../../theme.ts'
import { CardSkeletons } from '../../../ui/CardSkeletons.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Filters } from './Filters.tsx'
import { OfferCard } from './OfferCard.tsx'
import { CARD_HEIGHT, OfferList } from './OfferList.tsx'

const words = esLoans.market

/** How many offers the folded list shows, by its columns. */
const FOLDED_COUNT = { 1: 6, 2: 8 }

type Props = {
  /** My address. */
  me: Address
  /** Every offer read so far, in any order. Undefined: nothing was read yet. */
  offers: readonly Item<Offer>[] | undefined
  /** Offers that only I may take. */
  forMe: readonly Item<Offer>[]
  /** How many are open in all, read or not. */
  openCount: number
  filters: Chosen
  onFilters: (filters: Chosen) => void
  /** `more`: onNearEnd loads further offers; `stopped`: the search limit is reached, onSearchMore lifts it; `all`: none is left. */
  reading: 'more' | 'stopped' | 'all'
  isLoadingMore: boolean
  /** Called when the end of the matching offers is near and nothing is loading, also where none matches. */
  onNearEnd: () => void
  onSearchMore: () => void
  onAction: (item: Item<Offer>) => void
}

export function Marketplace(props: Props) {
  const { me, offers, forMe, filters, onFilters, reading, isLoadingMore, onNearEnd, onSearchMore, onAction } = props
  const titleId = useId()
  const shown = useMemo(() => select(offers ?? [], filters, me), [offers, filters, me])
  const isSearching = offers === undefined || (shown.length === 0 && reading === 'more')

  const columns = useMediaQuery(theme.breakpoints.up('sm'), { noSsr: true }) ? 2 : 1
  const short = FOLDED_COUNT[columns]
  const [isOpen, setOpen] = useState(false)
  const isLong = shown.length > short
  const listed = useMemo(() => (isOpen ? shown : shown.slice(0, short)), [isOpen, shown, short])
  // Folded, it loads only until the short list is full and one more is known.
  const wantsMore = offers !== undefined && reading === 'more' && (isOpen || !isLong)

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
    // Keyboard focus moves to the first offer that was not shown before or, on folding, to the button.
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
      {forMe.length > 0 && <ForMe items={forMe} me={me} onAction={onAction} />}
      <Filters filters={filters} onChange={onFilters} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography role="status" variant="body2" color="textSecondary">
          {howMany(props, shown.length)}
        </Typography>
        {reading === 'stopped' && (
          <Button onClick={onSearchMore} sx={{ my: -1.5 }}>
            {words.searchMore}
          </Button>
        )}
      </Box>
      <OfferList
        items={listed}
        columns={columns}
        me={me}
        onAction={onAction}
        onNearEnd={wantsMore ? onNearEnd : undefined}
        isLoadingMore={isLoadingMore}
      />
      {isSearching ? (
        <CardSkeletons count={4} height={CARD_HEIGHT} columns={2} />
      ) : shown.length === 0 ? (
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
          {isOpen ? words.less : words.all(count(isFiltered(filters) ? shown.length : props.openCount))}
        </Button>
      )}
    </Stack>
  )
}

/** Filters and order apply to the offers read so far; the text says so where that is not all. */
function howMany({ offers, openCount, filters }: Props, found: number): string {
  if (offers === undefined) return words.loading
  if (isFiltered(filters)) return words.searched(count(found), count(offers.length))
  if (filters.order !== NO_FILTERS.order && offers.length < openCount)
    return words.ordered(count(offers.length), count(openCount))
  return words.open(count(openCount))
}

function ForMe({ items, me, onAction }: { items: readonly Item<Offer>[]; me: Address; onAction: Props['onAction'] }) {
  const titleId = useId()
  return (
    <Stack component="section" aria-labelledby={titleId} spacing={1.5}>
      <Typography id={titleId} variant="subtitle1" component="h3">
        {words.forYou}
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {items.map((item) => (
          <Box component="li" key={String(item.loan.id)} sx={{ minWidth: 0, '&:only-child': { gridColumn: '1 / -1' } }}>
            <OfferCard item={item} me={me} onAction={onAction} />
          </Box>
        ))}
      </Box>
    </Stack>
  )
}

function Empty({ filters, onFilters, isAll }: Pick<Props, 'filters' | 'onFilters'> & { isAll: boolean }) {
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
        {!isFiltered(filters) ? (isAll ? words.none : words.noneYet) : isMineAlone ? words.noneMine : words.noMatch}
      </Typography>
      {isFiltered(filters) && !isMineAlone ? (
        <Button onClick={() => onFilters({ ...NO_FILTERS, order: filters.order })}>{words.filters.clear}</Button>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {words.noneNext}
        </Typography>
      )}
    </Stack>
  )
}
