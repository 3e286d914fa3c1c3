import { Typography } from '@mui/material'
import { esCommands } from '../../../text/es/esCommands.ts'
import { money } from '../../../text/format.ts'
import { Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { CommandDialog } from './CommandDialog.tsx'

const words = esCommands.withdraw

/** Withdraws what the contract holds for a lender whom the token refused to pay. */
export function WithdrawDialog({ amount, onClose }: { amount: bigint; onClose: () => void }) {
  const command = amount > 0n ? ({ kind: 'withdraw', amount } as const) : undefined
  return (
    <CommandDialog title={words.title} command={command} submit={words.submit} leave={words.leave} onClose={onClose}>
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
