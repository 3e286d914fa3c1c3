import { Button, Stack, Typography } from '@mui/material'
import type { Signed } from '../../../loans/signed.ts'
import { totalOf, wholeDays } from '../../../loans/terms.ts'
import { linkOf } from '../../../signed/linkOf.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { esSigned } from '../../../text/es/esSigned.ts'
import { moment, money, moneyOwed } from '../../../text/format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { useNameOf } from '../../../ui/people/people.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { SendButtons } from '../SendButtons.tsx'

type Props = { signed: Signed; onClose: () => void }

const words = esSigned.share

/** The link of something of one's own that was signed, to be sent to the other person. */
export function ShareSignedDialog({ signed, onClose }: Props) {
  const nameOf = useNameOf()
  const lender = signed.lender && nameOf(signed.lender)
  const link = linkOf(signed, location.origin)
  return (
    <Dialog title={words[signed.kind]} onClose={onClose}>
      <Stack spacing={2}>
        <Amount signed={signed} />
        <Facts
          facts={[
            [signed.kind === 'request' ? words.from : words.to, lender ?? words.anyone],
            [words.until, moment(signed.until)],
          ]}
        />
        {sentences(signed, lender).map((sentence) => (
          <Typography key={sentence} variant="body2" color="textSecondary">
            <Unbroken text={sentence} />
          </Typography>
        ))}
        {/* Last: on a phone it fills the sheet, and what must be known before sending would be below it. */}
        <QrCode text={link} label={words.code} isLong />
        {/* Neither the message nor what is copied tells of the loan before the link is opened. */}
        <SendButtons message={words.message(link)} copies={link} words={words}>
          <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onClose}>
            {words.leave}
          </Button>
        </SendButtons>
      </Stack>
    </Dialog>
  )
}

function Amount({ signed }: { signed: Signed }) {
  if (signed.kind === 'payment') return <LeadingFact label={words.pays} value={moneyOwed(signed.amount)} />
  const total = moneyOwed(totalOf({ ...signed, demo: false }))
  return (
    <LeadingFact label={words.asks} value={money(signed.principal)}>
      <Typography variant="body2" color="textSecondary">
        <Unbroken text={words.back(total, signed.instalments, esMarket.days(wholeDays(signed.duration)).toLowerCase())} />
      </Typography>
    </LeadingFact>
  )
}

function sentences(signed: Signed, lender: string | undefined): string[] {
  if (signed.kind === 'payment') return [words.ofPayment(lender ?? '')]
  return [lender === undefined ? words.toAnyone : words.toOne(lender), words.begins]
}
