import { Box, Button, Typography } from '@mui/material'
import { isFiltered } from '../../../board/market/filters.ts'
import type { Market } from '../../../board/market/market.ts'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { es } from '../../../text/es/es.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { count } from '../../../text/format.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'

const words = esMarket

/** How many offers or requests there are, that they could not be read, or that they are examples. */
export function MarketStatus() {
  const market = useBoard((view) => view.market)
  const { searchMore } = useBoardStore()
  const { areStandIns, search, reading } = market
  if (areStandIns)
    return (
      <Notice severity="warning" role="status" action={<Button onClick={search.tryAgain}>{es.retry}</Button>}>
        {words.standIns}
      </Notice>
    )
  return (
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
      <CancelAll items={market.mine} />
    </Box>
  )
}

/** At most so many at a time: each is simulated by itself. */
const MOST = 30

/** Withdraws the own ones together. A single one has the button of its card. */
function CancelAll({ items }: { items: Market['mine'] }) {
  const { ask } = useBoardStore()
  const [first, ...rest] = items.slice(0, MOST).map(({ loan }) => loan)
  if (!first || rest.length === 0) return null
  return (
    <Button
      color="inherit"
      aria-haspopup="dialog"
      onClick={() => ask({ kind: 'cancelAll', loans: [first, ...rest] })}
      sx={{ ml: 'auto', my: -1.5, mr: -1, color: 'text.secondary' }}
    >
      {(items.length > MOST ? words.withdrawSome : words.withdrawAll)(count(rest.length + 1))}
    </Button>
  )
}

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

/** How many the whole list has. */
export function wholeCount({ items, openCounts, filters, search }: Market): number {
  return isFiltered(filters) ? search.foundCount : (openCounts[filters.kind] ?? items?.length ?? 0)
}
