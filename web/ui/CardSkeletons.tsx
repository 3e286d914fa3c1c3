import { Box, Paper } from '@mui/material'
import { keyframes } from '@mui/material/styles'
import { color, theme } from '../theme.ts'

/** How many cards stand side by side, from each breakpoint on where that changes. */
type Across = { sm: Columns; lg?: Columns; xl?: Columns }
type Columns = 1 | 2 | 3

type Props = {
  count: number
  /** Height of one card, in px: on a phone, and from the width of a tablet on. */
  height: { xs: number; sm: number }
  across: Across
}

/** A grid of cards. One that is alone in its row of two takes all of it. */
export function cardGrid({ sm, lg = sm, xl = lg }: Across) {
  const columns = (count: Columns) => ({
    gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
    '& > :last-child:nth-child(odd)': { gridColumn: count === 2 ? '1 / -1' : 'auto' },
  })
  const { up } = theme.breakpoints
  return {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: 'minmax(0, 1fr)',
    [up('sm')]: columns(sm),
    [up('lg')]: columns(lg),
    [up('xl')]: columns(xl),
  }
}

/** Skeletons of cards that are loading. They reserve their space at once and fade in only if loading takes a while. */
export function CardSkeletons({ count, height, across }: Props) {
  return (
    <Box
      aria-hidden="true"
      sx={{
        ...cardGrid(across),
        animation: `${appear} 1ms 200ms both`,
      }}
    >
      {Array.from({ length: count }, (_, index) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
          key={index}
          elevation={0}
          sx={{ boxSizing: 'border-box', height, p: 2, border: 1, borderColor: 'divider', display: 'grid' }}
        >
          <Bar width="40%" height={24} />
          <Bar width="100%" height={32} />
          <Bar width="80%" height={16} />
          <Bar width="55%" height={32} />
        </Paper>
      ))}
    </Box>
  )
}

function Bar({ width, height }: { width: string; height: number }) {
  return <Box sx={{ alignSelf: 'center', width, height, borderRadius: '8px', bgcolor: color.skeleton }} />
}

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
