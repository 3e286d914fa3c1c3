import { mdiShareVariant } from '@mdi/js'
import { Box, Button, Stack } from '@mui/material'
import { type Activity, isOfMyDebt } from '../../../loans/activity.ts'
import { instalmentsOf, titleOf } from '../../../text/activityLine.ts'
import { es } from '../../../text/es.ts'
import { esActivity } from '../../../text/esActivity.ts'
import { moment, moneyOwed } from '../../../text/format.ts'
import { receiptText } from '../../../text/receipt.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Person } from '../../../ui/Person.tsx'
import { TransactionLink } from '../commands/TransactionLink.tsx'
import { useShareText } from '../useShareText.ts'

const words = esActivity.receiptOf

/** Of a payment that was made, received or noted. */
export function ReceiptDialog({ payment, chainId, onClose }: { payment: Activity; chainId: number; onClose: () => void }) {
  const share = useShareText(words)
  const { person, amount = 0n, left = 0n, at, hash, loan, isHeld } = payment
  const [title, missing] = isOfMyDebt(payment) ? [words.made, words.youOwe] : [words.received, words.owesYou]
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack spacing={3}>
        {person && <Person address={person} line={titleOf(payment)} />}
        <LeadingFact label={words.amount} value={moneyOwed(amount)} />
        <Facts
          facts={[
            [words.when, moment(at)],
            [words.of, [esActivity.loan(loan?.id ?? 0n), instalmentsOf(payment)].filter(Boolean).join(' · ')],
            [missing, moneyOwed(left)],
            [words.hash, <TransactionLink key="hash" chainId={chainId} hash={hash} />],
          ]}
        />
        {isHeld && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{words.held}</Box>}
        <DialogButtons>
          <Button
            variant="contained"
            size="large"
            startIcon={<Icon path={mdiShareVariant} />}
            onClick={() => share(receiptText(payment, chainId))}
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
