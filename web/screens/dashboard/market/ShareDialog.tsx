import { Box, Button, Stack, Typography } from '@mui/material'
import { NO_FILTERS } from '../../../board/market/filters.ts'
import { useFilters } from '../../../board/market/useFilters.ts'
import { useBoardStore } from '../../../board/useBoard.ts'
import { publishWords } from '../../../commands/publish/words.ts'
import { linkTo } from '../../../loans/link.ts'
import { addresseeOf, kindOf, type Proposal } from '../../../loans/loan.ts'
import { esShare } from '../../../text/es/esShare.ts'
import { shareMessage } from '../../../text/papers/shareMessage.ts'
import { color } from '../../../theme.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Person } from '../../../ui/people/Person.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { SendButtons } from '../SendButtons.tsx'
import { SaveName } from '../wallet/SaveName.tsx'

type Props = {
  loan: Proposal
  /** It was published just now. */
  isNew?: boolean | undefined
  onClose: () => void
}

const words = esShare

/** The link of an offer or a request of one's own, with the message that goes with it. */
export function ShareDialog({ loan, isNew = false, onClose }: Props) {
  const kind = kindOf(loan)
  const addressee = addresseeOf(loan)
  const link = linkTo(loan, location.origin)
  const message = shareMessage(loan, link)
  const see = useSee(loan)
  return (
    <Dialog title={words.title[kind]} onClose={onClose}>
      <Stack spacing={2}>
        {isNew && (
          <Notice severity="success" role="status">
            {publishWords[kind].published}
          </Notice>
        )}
        {addressee ? (
          <Stack spacing={0.5}>
            <Person address={addressee} line={words.to[kind]} />
            <SaveName address={addressee} />
          </Stack>
        ) : (
          <Typography variant="body2" color="textSecondary">
            {words.anyone[kind]}
          </Typography>
        )}
        <Box
          role="group"
          aria-label={words.message}
          sx={{ p: 2, borderRadius: '14px 14px 14px 4px', bgcolor: color.primaryTint, overflowWrap: 'anywhere' }}
        >
          <Box sx={{ containerType: 'inline-size' }}>
            <Unbroken text={message} />
          </Box>
        </Box>
        <QrCode text={link} label={words.code} />
        <SendButtons message={message} copies={message} words={words}>
          <Button
            color="inherit"
            sx={{ color: 'text.secondary' }}
            onClick={() => {
              onClose()
              if (isNew) see()
            }}
          >
            {isNew ? words.see[kind] : words.leave}
          </Button>
        </SendButtons>
      </Stack>
    </Dialog>
  )
}

/** Leads to the card, which is the first of its list without filters. */
function useSee(loan: Proposal): () => void {
  const { want } = useBoardStore()
  const [, setFilters] = useFilters()
  return () => {
    setFilters({ ...NO_FILTERS, kind: kindOf(loan) })
    // After the focus has come back from the dialog.
    setTimeout(() => want({ side: 'market', id: loan.id }))
  }
}
