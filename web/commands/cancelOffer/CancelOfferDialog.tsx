import { Typography } from '@mui/material'
import { hasExpired } from '../../board/market/filters.ts'
import { useNow } from '../../board/useBoard.ts'
import type { Offer } from '../../loans/loan.ts'
import { money } from '../../text/format.ts'
import { Facts } from '../../ui/Facts.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './dialogWords.ts'

type Props = { item: { loan: Offer }; onClose: () => void }

/** Asks for confirmation before an offer is cancelled or, if it has expired, before its money is taken back. */
export function CancelOfferDialog({ item: { loan: offer }, onClose }: Props) {
  const now = useNow()
  const isExpired = hasExpired(offer, now)
  const amount = money(offer.principal)
  return (
    <CommandDialog
      words={isExpired ? { ...words.expired, submit: words.expired.submit(amount) } : words}
      command={{ kind: 'cancelOffer', offer }}
      color={isExpired ? 'primary' : 'error'}
      onClose={onClose}
    >
      {(fee) => (
        <>
          <Typography>{words.body(amount)}</Typography>
          <Facts facts={[fee]} />
          <Typography variant="body2" color="textSecondary">
            {isExpired ? words.expired.nobody : words.sooner}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
