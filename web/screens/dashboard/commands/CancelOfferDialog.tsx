import { Typography } from '@mui/material'
import { hasExpired } from '../../../board/market.ts'
import type { Offer } from '../../../loans/loan.ts'
import { esCommands } from '../../../text/es/esCommands.ts'
import { money } from '../../../text/format.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { CommandDialog } from './CommandDialog.tsx'

const words = esCommands.cancelOffer

type Props = {
  offer: Offer
  /** Unix seconds, by the chain's clock. */
  now: number
  onClose: () => void
}

/** Asks for confirmation before an offer is cancelled or, if it has expired, before its money is taken back. */
export function CancelOfferDialog({ offer, now, onClose }: Props) {
  const isExpired = hasExpired(offer, now)
  const amount = money(offer.principal)
  return (
    <CommandDialog
      title={isExpired ? words.expired.title : words.title}
      command={{ kind: 'cancelOffer', offer }}
      submit={isExpired ? words.expired.submit(amount) : words.submit}
      leave={isExpired ? words.expired.leave : words.leave}
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
