import { Typography } from '@mui/material'
import { hasExpired } from '../../../board/market.ts'
import type { Request } from '../../../loans/loan.ts'
import { esCommands } from '../../../text/es/esCommands.ts'
import { money } from '../../../text/format.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { CommandDialog } from './CommandDialog.tsx'

const words = esCommands.cancelRequest

/** Asks for confirmation before a request is withdrawn. */
export function WithdrawRequestDialog({ request, now, onClose }: { request: Request; now: number; onClose: () => void }) {
  return (
    <CommandDialog
      title={words.title}
      command={{ kind: 'cancelRequest', request }}
      submit={words.submit}
      leave={words.leave}
      color="error"
      onClose={onClose}
    >
      {(fee) => (
        <>
          <Typography>{words.body(money(request.principal))}</Typography>
          <Facts facts={[fee]} />
          {!hasExpired(request, now) && (
            <Typography variant="body2" color="textSecondary">
              {words.sooner}
            </Typography>
          )}
        </>
      )}
    </CommandDialog>
  )
}
