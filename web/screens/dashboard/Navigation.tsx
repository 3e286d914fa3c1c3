import { mdiCashMultiple, mdiHome, mdiPlus, mdiStorefront } from '@mdi/js'
import { Badge, BottomNavigation, BottomNavigationAction, Box, GlobalStyles } from '@mui/material'
import type { BoardView } from '../../board/board.ts'
import { firstLate } from '../../board/own/dueDates.ts'
import { useBoard, useBoardStore } from '../../board/useBoard.ts'
import { esWallet } from '../../text/es/esWallet.ts'
import { color, theme } from '../../theme.ts'
import { Icon } from '../../ui/Icon.tsx'
import { goTo, PLACES, type Place, usePlaceInView } from './places.ts'

const words = esWallet.navigation
const ICONS: Record<Place, string> = { home: mdiHome, market: mdiStorefront, publish: mdiPlus, loans: mdiCashMultiple }
const WIDE = theme.breakpoints.up('lg')

/**
 * Links to the sections of the dashboard: a bar at the bottom of the screen or, from lg on, in the top bar. Hides nothing. Where a
 * loan is late, 'Mis préstamos' leads to that one.
 */
export function Navigation() {
  const waiting = useBoard((view) => view.waiting)
  const { current, choose } = usePlaceInView()
  const { get, want } = useBoardStore()
  const goToLoans = () => {
    const { dueDates, now } = get()
    const late = firstLate(dueDates, now)
    // First: a loan that cannot be read has no card to lead to.
    goTo('loans')
    if (late) want({ side: late.side, id: late.id })
  }
  const badges: Partial<Record<Place, { count: number; name: string }>> = {
    market: { count: waiting.offers + waiting.requests, name: nameOfWaiting(waiting) },
    loans: { count: waiting.payments, name: words.waitingPayments(waiting.payments) },
  }
  return (
    <>
      {room}
      <BottomNavigation
        component="nav"
        aria-label={words.title}
        showLabels
        value={current}
        onChange={(event, place: Place) => {
          event.preventDefault()
          choose(place, place === 'loans' ? goToLoans : undefined)
        }}
        sx={bar}
      >
        {PLACES.map((place) => {
          const { count = 0, name = '' } = badges[place] ?? {}
          return (
            <BottomNavigationAction
              key={place}
              component="a"
              href={`#${place}`}
              value={place}
              label={words[place]}
              {...(count > 0 && { 'aria-label': `${words[place]}, ${name}` })}
              {...(current === place && { 'aria-current': 'true' })}
              icon={
                <Badge badgeContent={count} color="primary" overlap="circular">
                  <Box className="pill">
                    <Icon path={ICONS[place]} size={24} />
                  </Box>
                </Badge>
              }
              sx={link}
            />
          )
        })}
      </BottomNavigation>
    </>
  )
}

function nameOfWaiting({ offers, requests }: BoardView['waiting']): string {
  const parts = [offers > 0 ? words.waitingOffers(offers) : [], requests > 0 ? words.waitingRequests(requests) : []]
  return words.waitingForYou(parts.flat())
}

// Keeps what has the focus out from under the bars, and tells passing notices where the bar ends.
const room = (
  <GlobalStyles
    styles={{
      html: {
        '--bottom-bar': 'calc(58px + env(safe-area-inset-bottom))',
        scrollPaddingTop: 16,
        scrollPaddingBottom: 'calc(var(--bottom-bar) + var(--strip, 0px) + 16px)',
        // In rem: with large text the top bar has two lines.
        [WIDE]: { '--bottom-bar': '0px', scrollPaddingTop: '5rem' },
      },
    }}
  />
)

const bar = {
  height: 'var(--bottom-bar)',
  boxSizing: 'border-box',
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: 'appBar',
  pb: 'env(safe-area-inset-bottom)',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  [WIDE]: { position: 'static', height: 'auto', pb: 0, border: 0, gap: 1, bgcolor: 'transparent', justifyContent: 'flex-start' },
} as const

const link = {
  minWidth: 0,
  px: { xs: 0.5, lg: 2 },
  py: 0,
  color: 'text.secondary',
  flex: { lg: 'none' },
  maxWidth: { lg: 'none' },
  flexDirection: { lg: 'row' },
  gap: { lg: 1.75 },
  minHeight: 44,
  borderRadius: { lg: '12px' },
  '&:hover': { bgcolor: { lg: color.raised } },
  '&.Mui-selected': { color: 'text.primary', bgcolor: { lg: color.primaryTint } },
  '&:focus-visible': { outlineOffset: -2 },
  '& .pill': {
    display: 'grid',
    placeItems: 'center',
    width: { xs: 56, lg: 24 },
    height: { xs: 30, lg: 24 },
    borderRadius: '16px',
  },
  // Clear of the label: above it on a phone, and left of it in the top bar.
  '& .MuiBadge-badge': { top: { lg: 0 }, right: { lg: 0 }, minWidth: 18, height: 18, px: 0.5, fontSize: 'min(0.75rem, 14px)' },
  '&.Mui-selected .pill': { bgcolor: color.primaryTint, color: color.primarySoft },
  '& .MuiBottomNavigationAction-label, & .MuiBottomNavigationAction-label.Mui-selected': {
    // Held back on a phone: four labels must fit side by side, however large the text.
    fontSize: { xs: 'min(0.75rem, 3.3vw)', lg: '0.9375rem' },
    fontWeight: { xs: 500, lg: 600 },
    whiteSpace: 'nowrap',
  },
} as const
