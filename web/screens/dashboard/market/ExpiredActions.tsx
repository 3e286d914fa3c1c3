import { Box, Button } from '@mui/material'
import { publishWords } from '../../../commands/publish/words.ts'
import type { Proposal } from '../../../loans/loan.ts'
import { money } from '../../../text/format.ts'

type Props = {
  loan: Proposal
  /** Opens the dialog that takes the money back or withdraws the request. */
  onTakeBack: () => void
  /** Fills the publish form with the same terms. */
  onRenew: () => void
}

/** Buttons of one's own offer or request that has expired. */
export function ExpiredActions({ loan, onTakeBack, onRenew }: Props) {
  const words = publishWords.expired[loan.status === 'open' ? 'offer' : 'request']
  const amount = money(loan.principal)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: '1 1 100%', '& > *': { flex: '1 1 auto' } }}>
      <Button variant="tonal" aria-label={words.takeBackItem(amount)} onClick={onTakeBack}>
        {words.takeBack}
      </Button>
      <Button variant="outlined" aria-label={words.renewItem(amount)} onClick={onRenew}>
        {publishWords.expired.renew}
      </Button>
    </Box>
  )
}
