import { mdiShareVariant } from '@mdi/js'
import { Box, Button, Stack } from '@mui/material'
import type { Address } from 'viem'
import { LookAlike } from '../../../commands/shared/LookAlike.tsx'
import { TransactionLink } from '../../../commands/shared/TransactionLink.tsx'
import { type Activity, isOfMyDebt, isTransfer } from '../../../loans/activity.ts'
import { instalmentsOf, titleOf } from '../../../text/activityLine.ts'
import { es } from '../../../text/es/es.ts'
import { esActivity } from '../../../text/es/esActivity.ts'
import { date, moment, moneyOwed } from '../../../text/format.ts'
import { receiptAmount, receiptText } from '../../../text/papers/receipt.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { type Fact, Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Person } from '../../../ui/people/Person.tsx'
import { useShareText } from '../useShareText.ts'

const words = esActivity.receiptOf

type Props = { of: Activity; me: Address; chainId: number; onClose: () => void }

/** Receipt of a payment that was made, received or noted, or of a transfer. */
export function ReceiptDialog({ of, me, chainId, onClose }: Props) {
  const share = useShareText(words)
  const { person, at, isDayOnly, hash, isHeld } = of
  return (
    <Dialog title={titleFor(of)} onClose={onClose}>
      <Stack spacing={3}>
        {person && <Person address={person} line={titleOf(of)} opens />}
        {person && <LookAlike address={person} />}
        <LeadingFact label={words.amount} value={receiptAmount(of)} />
        <Facts
          facts={[
            [words.when, isDayOnly ? date(at) : moment(at)],
            ...(isTransfer(of) ? [] : factsOfPayment(of)),
            [words.hash, <TransactionLink key="hash" chainId={chainId} hash={hash} />],
          ]}
        />
        {isHeld && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{words.held}</Box>}
        <DialogButtons>
          <Button
            variant="contained"
            size="large"
            startIcon={<Icon path={mdiShareVariant} />}
            onClick={() => share(receiptText(of, chainId, me))}
          >
            {words.share}
          </Button>
          <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onClose}>
            {es.back}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function titleFor(of: Activity): string {
  if (of.kind === 'sent' || of.kind === 'arrived') return words[of.kind]
  return isOfMyDebt(of) ? words.made : words.received
}

function factsOfPayment(payment: Activity): Fact[] {
  const { loan, left = 0n } = payment
  return [
    [words.of, [esActivity.loan(loan?.id ?? 0n), instalmentsOf(payment)].filter(Boolean).join(' · ')],
    [isOfMyDebt(payment) ? words.youOwe : words.owesYou, moneyOwed(left)],
  ]
}
