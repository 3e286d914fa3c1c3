import { mdiShareVariant } from '@mdi/js'
import { IconButton } from '@mui/material'
import { linkTo } from '../../../loans/link.ts'
import type { Proposal } from '../../../loans/loan.ts'
import { esShare } from '../../../text/es/esShare.ts'
import { money } from '../../../text/format.ts'
import { shareMessage } from '../../../text/papers/shareMessage.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useShareText } from '../useShareText.ts'

/** Sends the link of an offer or a request, with a kind sentence, in one press. */
export function ShareButton({ loan }: { loan: Proposal }) {
  const share = useShareText(esShare)
  const label = loan.status === 'open' ? esShare.shareOffer : esShare.shareRequest
  return (
    <IconButton
      aria-label={label(money(loan.principal))}
      onClick={() => share(shareMessage(loan, linkTo(loan, location.origin)))}
    >
      <Icon path={mdiShareVariant} />
    </IconButton>
  )
}
