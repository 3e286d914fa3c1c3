import { Typography } from '@mui/material'
import type { Dollars } from '../../loans/units.ts'
import { money } from '../../text/format.ts'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './words.ts'

/** Withdraws what the contract holds for a lender whom the token refused to pay. */
export function WithdrawDialog({ amount, onClose }: { amount: Dollars; onClose: () => void }) {
  const command = amount > 0n ? ({ kind: 'withdraw', amount } as const) : undefined
  return (
    <CommandDialog words={words} command={command} onClose={onClose}>
      {(fee) => (
        <>
          <LeadingFact label={words.waiting} value={money(amount)} />
          <Facts facts={[fee]} />
          <Typography variant="body2" color="textSecondary">
            {words.body}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
