import { Box } from '@mui/material'
import type { ShownItem } from '../../../board/pending.ts'
import type { Proposal } from '../../../loans/loan.ts'
import { ProposalCard } from './ProposalCard.tsx'

/** In px, until a card is rendered and measured: with a note of one line. */
export const CARD_HEIGHT = { xs: 256, sm: 280 }
/** How many stand side by side. */
export const ACROSS = { sm: 2, xl: 3 } as const
export const GAP = 16

type Props = { items: readonly ShownItem<Proposal>[]; columns: number }

/** The first cards of the list, all of them rendered. The whole list is a LongList. */
export function ProposalList({ items, columns }: Props) {
  if (items.length === 0) return null
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gap: `${GAP}px`,
      }}
    >
      {items.map((item) => (
        <li key={String(item.loan.id)}>
          <ProposalCard item={item} />
        </li>
      ))}
    </Box>
  )
}
