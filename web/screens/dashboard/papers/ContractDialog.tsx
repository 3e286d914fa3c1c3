import { mdiArrowLeft, mdiOpenInNew, mdiPrinter } from '@mdi/js'
import { Box, Button, Dialog, Link, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { type ReactNode, use, useEffect, useId } from 'react'
import type { Address } from 'viem'
import { usePayments } from '../../../board/history/usePayments.ts'
import { useNow } from '../../../board/useBoard.ts'
import { TransactionLink } from '../../../commands/shared/TransactionLink.tsx'
import type { TakenLoan } from '../../../loans/loan.ts'
import { type Instalment, planOf } from '../../../loans/plan.ts'
import { isExtended, percentRepaid, totalOf, wholeDays } from '../../../loans/terms.ts'
import { useWallet } from '../../../session/session.tsx'
import { esLoans } from '../../../text/es/esLoans.ts'
import { esMarket } from '../../../text/es/esMarket.ts'
import { esPapers } from '../../../text/es/esPapers.ts'
import { explorerUrl } from '../../../text/explorer.ts'
import { date, longDate, longMoment, money, moneyOwed, moneyPaid, percent } from '../../../text/format.ts'
import { planRows } from '../../../text/papers/planRows.ts'
import { Brand } from '../../../ui/Brand.tsx'
import { FactsInColumns } from '../../../ui/Facts.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { isolated, PeopleContext } from '../../../ui/people/people.ts'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { useBackCloses } from '../../../ui/useBackCloses.ts'
import { WholeHex } from '../../../ui/WholeHex.tsx'
import { DueChip } from '../loans/DueChip.tsx'
import { historyTitle, PaymentList } from './PaymentList.tsx'
import './contract.css'

export type PaperProps = {
  loan: TakenLoan
  /** My address. */
  book: { address: Address; chainId: number }
  onClose: () => void
}

const words = esPapers.contract

/** The loan as a plain-language agreement, to read, print or save as PDF. */
export function ContractDialog({ loan, book, onClose }: PaperProps) {
  const now = useNow()
  const { address: me } = useWallet()
  const titleId = useId()
  useBackCloses(true, onClose)
  // For contract.css: Firefox 115 has no `:has()`.
  useEffect(() => {
    document.documentElement.classList.add('withContract')
    return () => document.documentElement.classList.remove('withContract')
  }, [])
  const payments = usePayments(book.address, loan)
  return (
    <Dialog
      open
      fullScreen
      className="contract"
      aria-labelledby={titleId}
      onClose={onClose}
      slotProps={{ paper: { elevation: 0 } }}
    >
      <Box
        component="article"
        sx={{ width: '100%', maxWidth: 760, boxSizing: 'border-box', mx: 'auto', px: { xs: 2, sm: 5 }, py: { xs: 1, sm: 4 } }}
      >
        <Stack data-screen-only direction="row" sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, mb: 2 }}>
          <Button
            color="inherit"
            sx={{ ml: -1.5, color: 'text.secondary' }}
            startIcon={<Icon path={mdiArrowLeft} />}
            onClick={onClose}
          >
            {words.back}
          </Button>
          <Button variant="outlined" startIcon={<Icon path={mdiPrinter} />} onClick={() => window.print()}>
            {words.print}
          </Button>
        </Stack>
        <Stack spacing={4}>
          <Stack component="header" spacing={1}>
            <Stack direction="row" sx={{ display: 'none', justifyContent: 'space-between', '@media print': { display: 'flex' } }}>
              <Brand />
              <Typography variant="body2">{words.printed(longMoment(now))}</Typography>
            </Stack>
            <Typography variant="body2" color="textSecondary">
              {esPapers.number(loan.id)} · {esPapers.network(book.chainId)}
            </Typography>
            <Typography id={titleId} variant="h4" component="h2">
              {words.title}
            </Typography>
            <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
              <DueChip loan={loan} now={now} />
              <Typography variant="body2" color="textSecondary">
                <Unbroken text={esLoans.loan.paid(moneyPaid(loan), moneyOwed(totalOf(loan)), percentRepaid(loan))} />
              </Typography>
            </Stack>
          </Stack>
          <Section title={words.parties}>
            <FactsInColumns
              facts={[
                [esPapers.lender, <Whole key="lender" address={loan.lender} me={me} />],
                [esPapers.borrower, <Whole key="borrower" address={loan.borrower} me={me} />],
              ]}
            />
          </Section>
          <Section title={words.agreed}>
            <Typography>
              <Unbroken text={agreementOn(loan)} />
            </Typography>
            {loan.note && (
              <Typography color="textSecondary" sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
                {esPapers.note}: {loan.note}
              </Typography>
            )}
          </Section>
          {loan.instalments > 1 && (
            <Section title={words.plan}>
              <PlanTable loan={loan} now={now} />
            </Section>
          )}
          <Section title={historyTitle(payments.found)}>
            <PaymentList {...payments} loan={loan} chainId={book.chainId} />
          </Section>
          <Section title={words.recordedAt}>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
              {words.fixed}
            </Typography>
            <FactsInColumns
              facts={[
                [words.address, <Whole key="book" address={book.address} me={me} />],
                ...transaction(words.offered, book.chainId, payments.found?.offeredIn),
                ...transaction(words.accepted, book.chainId, payments.found?.acceptedIn),
              ]}
            />
            <ExplorerLink url={explorerUrl(book.chainId, 'address', book.address)} />
          </Section>
        </Stack>
      </Box>
    </Dialog>
  )
}

function agreementOn(loan: TakenLoan): string {
  const total = totalOf(loan)
  const promise = { active: words.returns, repaid: words.returned, forgiven: words.forgiven }[loan.status]
  return [
    words.delivered(money(loan.principal), longDate(loan.startedAt)),
    promise(moneyOwed(total), longMoment(loan.dueAt)),
    words.interest(percent(loan.apr), esMarket.days(wholeDays(loan.duration)).toLowerCase(), moneyOwed(total - loan.principal)),
    ...(loan.instalments > 1 ? [words.instalments(loan.instalments)] : []),
    words.earlyOrLate,
    ...(isExtended(loan) ? [words.extended(longMoment(loan.startedAt + loan.duration))] : []),
    ...(loan.status === 'forgiven' ? [words.forgivenAmount(moneyOwed(total - loan.repaid))] : []),
  ].join(' ')
}

/** The plan of payments, instalment by instalment. */
function PlanTable({ loan, now }: { loan: TakenLoan; now: number }) {
  const plan = planOf(loan, now)
  const amounts = planRows(plan)
  return (
    <Table
      size="small"
      aria-label={words.plan}
      sx={{
        '& th, & td': { px: { xs: 0.5, sm: 2 }, fontSize: '0.875rem', borderColor: 'divider' },
        '& th:first-of-type, & td:first-of-type': { pl: 0 },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell>{words.number}</TableCell>
          <TableCell>{words.due}</TableCell>
          <TableCell align="right">{words.amount}</TableCell>
          <TableCell>{words.state}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {plan.map((part, index) => (
          <TableRow key={part.number} sx={{ breakInside: 'avoid' }}>
            <TableCell>{part.number}</TableCell>
            <TableCell>{date(part.dueAt)}</TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              {amounts[index]?.amount}
            </TableCell>
            <TableCell>{stateOf(part, loan)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function stateOf({ state, amount, missing }: Instalment, { status }: TakenLoan): string {
  const text = words.states[status === 'forgiven' && state !== 'paid' ? 'forgiven' : state]
  return missing > 0n && missing < amount && status === 'active' ? words.missing(text, moneyOwed(missing)) : text
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Typography component="h3" variant="subtitle1" sx={{ mb: 1, fontWeight: 600, breakAfter: 'avoid' }}>
        {title}
      </Typography>
      {children}
    </section>
  )
}

function Whole({ address, me }: { address: string; me: Address }) {
  const name = isolated(use(PeopleContext).nameOf(address))
  return (
    <>
      <WholeHex hex={address} />
      {/* Not printed: on paper nobody knows who 'you' is, and the other person reads it. */}
      {address === me ? (
        <span data-screen-only> {esPapers.you}</span>
      ) : (
        name && (
          <Box component="span" data-screen-only sx={{ overflowWrap: 'anywhere' }}>
            {' '}
            {esPapers.named(name)}
          </Box>
        )
      )}
    </>
  )
}

function transaction(label: string, chainId: number, hash: string | undefined): [string, ReactNode][] {
  return hash ? [[label, <TransactionLink key={hash} chainId={chainId} hash={hash} isWhole />]] : []
}

function ExplorerLink({ url }: { url: string | undefined }) {
  if (!url) return null
  return (
    <Link
      href={url}
      target="_blank"
      rel="noreferrer"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minHeight: 44, mt: 1 }}
    >
      {words.explorer}
      <Icon path={mdiOpenInNew} />
    </Link>
  )
}
