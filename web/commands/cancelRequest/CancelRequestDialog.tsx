import { Typography } from '@mui/material'
import { hasExpired } from '../../board/market/filters.ts'
import { useNow } from '../../board/useBoard.ts'
import type { Request } from '../../loans/loan.ts'
import { money } from '../../text/format.ts'
import { Facts } from '../../ui/Facts.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './dialogWords.ts'

type Props = { item: { loan: Request }; onClose: () => void }

/** Asks for confirmation before a request is withdrawn. */
export function CancelRequestDialog({ item: { loan: request }, onClose }: Props) {
  const now = useNow()
  return (
    <CommandDialog words={words} command={{ kind: 'cancelRequest', request }} color="error" onClose={onClose}>
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
