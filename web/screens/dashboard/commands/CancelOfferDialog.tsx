import { Typography } from '@mui/material'
import type { Offer } from '../../../loans/loan.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { money } from '../../../text/format.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { CommandDialog } from './CommandDialog.tsx'

const words = esCommands.cancelOffer

/** Asks for confirmation before an offer is cancelled. */
export function CancelOfferDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  return (
    <CommandDialog
      title={words.title}
      command={{ kind: 'cancelOffer', offer }}
      submit={words.submit}
      leave={words.leave}
      color="error"
      onClose={onClose}
    >
      {(fee) => (
        <>
          <Typography>{words.body(money(offer.principal))}</Typography>
          <Facts facts={[fee]} />
          <Typography variant="body2" color="textSecondary">
            {words.sooner}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
