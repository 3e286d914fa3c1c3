import { mdiCalendar } from '@mdi/js'
import { Button, Stack, Typography } from '@mui/material'
import { usePayments } from '../../../board/history/usePayments.ts'
import { useNow } from '../../../board/useBoard.ts'
import { planOf } from '../../../loans/plan.ts'
import { isExtended, owedOn, totalOf } from '../../../loans/terms.ts'
import { useWallet } from '../../../session/session.tsx'
import { es } from '../../../text/es/es.ts'
import { esPapers } from '../../../text/es/esPapers.ts'
import { aprPercent, moment, money, moneyOwed, moneyPaid } from '../../../text/format.ts'
import { loanCalendar } from '../../../text/papers/loanCalendar.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { download } from '../../../ui/download.ts'
import { Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Plan } from '../../../ui/Plan.tsx'
import { Person } from '../../../ui/people/Person.tsx'
import { WholeAddress } from '../../../ui/WholeHex.tsx'
import type { PaperProps } from './ContractDialog.tsx'
import { historyTitle, PaymentList } from './PaymentList.tsx'

const words = esPapers.details

/** A debt in detail: what was agreed, what was paid, and the due dates as a calendar file. */
export function DetailsDialog({ loan, book, onClose }: PaperProps) {
  const now = useNow()
  const { address: me } = useWallet()
  const payments = usePayments(book.address, loan)
  const total = totalOf(loan)

  const saveDates = () => download(loanCalendar(loan, book, now), esPapers.calendar.file(loan.id), 'text/calendar')

  return (
    <Dialog title={words.title} onClose={onClose}>
      <Stack spacing={3}>
        <Typography variant="body2" color="textSecondary">
          {esPapers.number(loan.id)} · {esPapers.network(book.chainId)}
        </Typography>
        <Person address={loan.lender} line={words.lender} />
        <LeadingFact label={words.owed} value={moneyOwed(owedOn(loan))} />
        <Facts
          facts={[
            [words.received, money(loan.principal)],
            [words.receivedAt, moment(loan.startedAt)],
            [words.interest, `${aprPercent(loan.apr)} · ${moneyOwed(total - loan.principal)}`],
            [words.returns, moneyOwed(total)],
            [words.due, moment(loan.dueAt)],
            ...(isExtended(loan) ? [[words.firstDue, moment(loan.startedAt + loan.duration)] as const] : []),
            [words.paid, moneyPaid(loan)],
            ...(loan.status === 'forgiven' ? [[words.forgiven, moneyOwed(total - loan.repaid)] as const] : []),
          ]}
        />
        {loan.instalments > 1 && loan.status !== 'forgiven' && (
          <section>
            <Typography component="h3" variant="subtitle1" sx={{ mb: 1, fontWeight: 600 }}>
              {words.plan}
            </Typography>
            <Plan plan={planOf(loan, now)} />
          </section>
        )}
        {loan.note && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {esPapers.note}: {loan.note}
          </Typography>
        )}
        <section>
          <Typography component="h3" variant="subtitle1" sx={{ mb: 1, fontWeight: 600 }}>
            {historyTitle(payments.found)}
          </Typography>
          <PaymentList {...payments} loan={loan} me={me} chainId={book.chainId} />
        </section>
        <WholeAddress label={words.address} address={loan.lender} />
        {loan.status === 'active' && (
          <Typography variant="body2" color="textSecondary">
            {words.partly}
          </Typography>
        )}
        <DialogButtons>
          {loan.status === 'active' && (
            <Button variant="tonal" startIcon={<Icon path={mdiCalendar} />} onClick={saveDates}>
              {words.calendar}
            </Button>
          )}
          <Button color="inherit" sx={{ color: 'text.secondary' }} onClick={onClose}>
            {es.back}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
