import { mdiContentCopy, mdiShareVariant } from '@mdi/js'
import { Button, Stack, Typography } from '@mui/material'
import type { Signed } from '../../../loans/signed.ts'
import { linkOf } from '../../../signed/linkOf.ts'
import { esSigned } from '../../../text/es/esSigned.ts'
import { moment, money, moneyOwed } from '../../../text/format.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useNameOf } from '../../../ui/people/people.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { useShareText } from '../useShareText.ts'

type Props = { signed: Signed; onClose: () => void }

const words = esSigned.share

/** The link of something of one's own that was signed, to be sent to the other person. */
export function ShareSignedDialog({ signed, onClose }: Props) {
  const nameOf = useNameOf()
  const share = useShareText(words)
  const link = linkOf(signed, location.origin)
  return (
    <Dialog title={words[signed.kind]} onClose={onClose}>
      <Stack spacing={2}>
        <LeadingFact
          label={signed.kind === 'request' ? words.asks : words.pays}
          value={signed.kind === 'request' ? money(signed.principal) : moneyOwed(signed.amount)}
        />
        <QrCode text={link} label={words.code} />
        <Facts facts={[[words.until, moment(signed.until)]]} />
        <Typography variant="body2" color="textSecondary">
          {honest(signed, nameOf)}
        </Typography>
        <DialogButtons>
          <Button
            variant="contained"
            size="large"
            startIcon={<Icon path={'share' in navigator ? mdiShareVariant : mdiContentCopy} />}
            onClick={() => share(words.message(link))}
          >
            {'share' in navigator ? words.send : words.copy}
          </Button>
          <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onClose}>
            {words.leave}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function honest(signed: Signed, nameOf: (address: string) => string): string {
  if (signed.kind === 'payment') return words.ofPayment(nameOf(signed.lender))
  return signed.lender ? words.toOne(nameOf(signed.lender)) : words.toAnyone
}
