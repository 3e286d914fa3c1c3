import { mdiStorefrontOutline } from '@mdi/js'
import { Box, Button, Stack, Typography } from '@mui/material'
import { isFiltered, NO_FILTERS } from '../../../board/market/filters.ts'
import { useFilters } from '../../../board/market/useFilters.ts'
import { useBoard } from '../../../board/useBoard.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { color } from '../../../theme.ts'
import { CardSkeletons } from '../../../ui/CardSkeletons.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useIsPhone } from '../useIsPhone.ts'
import { ACROSS, CARD_HEIGHT } from './ProposalList.tsx'

/** Below the cards: skeletons of those that are coming, or that there are none. */
export function MarketEnd() {
  const { items, search, reading, isLoadingMore } = useBoard((view) => view.market)
  const isPhone = useIsPhone()
  const isEmpty = (items ?? []).length === 0
  const isSearching = !search.hasFailed && (items === undefined || (isEmpty && reading === 'more'))
  if (isSearching) return <CardSkeletons count={isPhone ? 2 : 4} height={CARD_HEIGHT} across={ACROSS} />
  if (isEmpty && !search.hasFailed) return <Empty isAll={reading === 'all'} />
  return isLoadingMore && <CardSkeletons count={2} height={CARD_HEIGHT} across={ACROSS} />
}

function Empty({ isAll }: { isAll: boolean }) {
  const [filters, onFilters] = useFilters()
  const text = esMarket[filters.kind]
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
          {esMarket.filters.clear}
        </Button>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {text.noneNext}
        </Typography>
      )}
    </Stack>
  )
}
