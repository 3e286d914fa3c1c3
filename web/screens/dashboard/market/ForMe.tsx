import { Box, Button, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { type Item, type Proposal, type ProposalKind, proposerOf } from '../../../loans/loan.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { count } from '../../../text/format.ts'
import { Fold } from '../../../ui/Fold.tsx'
import { Face } from '../../../ui/people/Face.tsx'
import { ProposalCard } from './ProposalCard.tsx'

const words = esMarket

/** How many that are addressed to me are drawn at once: strangers can send thousands. */
const WIDE_COUNT = 20
/** How many faces stand beside those that are folded. */
const FACES = 3

type Props = {
  kind: ProposalKind
  open: readonly Item<Proposal>[]
  /** Proposals of strangers, who can send as many as they like. */
  folded: readonly Item<Proposal>[]
  /** There are more than were read. */
  isCut: boolean
}

/** Offers or requests that only I may take. */
export function ForMe({ kind, open, folded, isCut }: Props) {
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  if (open.length + folded.length === 0) return null
  const faces = [...new Set(folded.map(({ loan }) => proposerOf(loan)))].slice(0, FACES)
  return (
    <Stack component="section" aria-labelledby={titleId} spacing={1.5}>
      <Typography id={titleId} variant="subtitle1" component="h3">
        {words[kind].forYou}
      </Typography>
      {isCut && (
        <Typography variant="body2" color="textSecondary" role="note">
          {words.cut(count(open.length + folded.length))}
        </Typography>
      )}
      {open.length > 0 && <WideCards items={open} />}
      {folded.length > 0 && (
        <Fold
          label={words.strangers(count(folded.length))}
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
          <WideCards items={folded} />
        </Fold>
      )}
    </Stack>
  )
}

function WideCards({ items }: { items: readonly Item<Proposal>[] }) {
  const [shown, setShown] = useState(WIDE_COUNT)
  return (
    <>
      <Stack component="ul" spacing={{ xs: 1.5, sm: 2 }} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.slice(0, shown).map((item) => (
          <li key={String(item.loan.id)}>
            <ProposalCard item={item} isWide />
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
