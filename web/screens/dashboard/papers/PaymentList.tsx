import { mdiCalendarClock, mdiCheckCircle, mdiDotsHorizontal, mdiHeart } from '@mdi/js'
import { Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import type { Address } from 'viem'
import type { usePayments } from '../../../board/history/usePayments.ts'
import type { Payments } from '../../../chain/history/fetchPayments.ts'
import { TransactionLink } from '../../../commands/shared/TransactionLink.tsx'
import { isSameAddress, type TakenLoan } from '../../../loans/loan.ts'
import { isDust } from '../../../loans/transfer.ts'
import { byDay } from '../../../text/activityLine.ts'
import { esActivity } from '../../../text/es/esActivity.ts'
import { esPapers } from '../../../text/es/esPapers.ts'
import { date, moment, money, moneyOwed } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'

type Props = ReturnType<typeof usePayments> & {
  loan: TakenLoan
  chainId: number
  /** Whose payments are called 'tuyos'. Not given on paper, where nobody knows who 'you' is; hashes are whole there. */
  me?: Address
}

/** 'Pagos', or 'Pagos y cambios' where the lender changed something. */
export function historyTitle(found: Payments | undefined): string {
  return found?.changes.length ? esPapers.payments.titleWithChanges : esPapers.payments.title
}

/** History of a loan: amount, time, payer and transaction of payments, more time, forgiveness. Says so where it is incomplete. */
export function PaymentList({ loan, chainId, me, found, hasFailed, isSearching, progress, searchAgain }: Props) {
  const again = (
    <Button data-screen-only onClick={() => searchAgain()}>
      {esPapers.payments.again}
    </Button>
  )
  if (isSearching && !(found?.addsUp && found.areChangesWhole)) return <Searching progress={progress} />
  if (hasFailed || !found) {
    return (
      <Notice severity="warning" role="status" action={again}>
        {esPapers.payments.failed}
      </Notice>
    )
  }
  const lines = linesOf(found, loan, me)
  const sum = found.payments.reduce((total, { amount }) => total + amount, 0n)
  return (
    <Stack spacing={1.5}>
      {!found.addsUp && (
        <Notice severity="warning" role="status" action={again}>
          {esPapers.payments.differs(money(sum), money(loan.repaid))}
        </Notice>
      )}
      {found.addsUp && !found.areChangesWhole && (
        <Notice severity="warning" role="status" action={again}>
          {esPapers.payments.changesMissing}
        </Notice>
      )}
      {lines.length === 0 ? (
        <Typography color="textSecondary">{esPapers.payments.none}</Typography>
      ) : (
        <Stack component="ul" aria-label={historyTitle(found)} spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {lines.map(({ icon, ink, text, amount, at, isDayOnly, hash }, index) => (
            <Box
              component="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay twice, and what happened stays
              key={`${hash} ${index}`}
              sx={{
                display: 'grid',
                gridTemplateColumns: 'auto minmax(0, 1fr) auto',
                columnGap: 1.5,
                alignItems: 'center',
                breakInside: 'avoid',
              }}
            >
              <Box component="span" sx={{ display: 'flex', gridRow: 'span 2', color: ink }}>
                <Icon path={icon} />
              </Box>
              <span>{text}</span>
              <Box component="span" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
                {amount}
              </Box>
              <Typography variant="body2" color="textSecondary" component="span" sx={{ gridColumn: '2 / -1' }}>
                {isDayOnly ? date(at) : moment(at)}
                {hash && ' · '}
                {hash && <TransactionLink chainId={chainId} hash={hash} isWhole={!me} />}
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

type Line = { icon: string; ink: string; text: string; amount: string; at: number; isDayOnly?: boolean; hash?: string }

/** Payments and changes, oldest first. */
function linesOf({ payments, changes }: Payments, loan: TakenLoan, me: Address | undefined): Line[] {
  const paid = payments
    .filter(({ amount }) => !isDust(amount))
    .map(({ amount, paidAt, isDayOnly, hash, payer, receivedAt }) => ({
      ...{ icon: mdiCheckCircle, ink: color.success },
      text: receivedAt === undefined ? payerOf(payer, loan, me) : esPapers.payments.received(date(receivedAt)),
      amount: moneyOwed(amount),
      at: paidAt,
      isDayOnly,
      hash,
    }))
  const dust = payments.filter(({ amount }) => isDust(amount)).map(({ paidAt: at }) => ({ at }))
  const folded = byDay(dust, 0).map(
    ({ list }): Line => ({
      ...{ icon: mdiDotsHorizontal, ink: color.text2, isDayOnly: true },
      text: esActivity.many.dustPayments(list.length),
      amount: '',
      at: list[0]?.at ?? 0,
    }),
  )
  const changed = changes.map((change) => {
    const { changedAt: at, hash } = change
    return change.kind === 'extended'
      ? {
          icon: mdiCalendarClock,
          ink: color.secondary,
          text: esPapers.payments.extended(date(change.dueAt)),
          amount: '',
          at,
          hash,
        }
      : { icon: mdiHeart, ink: color.text2, text: esPapers.payments.forgiven, amount: moneyOwed(change.amount), at, hash }
  })
  return [...paid, ...folded, ...changed].sort((a, b) => a.at - b.at)
}

function Searching({ progress }: { progress: number }) {
  const percent = Math.floor(progress * 100)
  return (
    <Stack spacing={1}>
      <Typography color="textSecondary" role="status">
        {esPapers.payments.searching}
      </Typography>
      {/* Not for a search that ends at once, as on the embedded chain. */}
      {percent > 0 && (
        <LinearProgress
          data-screen-only
          variant="determinate"
          value={percent}
          aria-label={esPapers.payments.searched(percent)}
          sx={{ height: 8, borderRadius: 4, bgcolor: color.line }}
        />
      )}
    </Stack>
  )
}

function payerOf(payer: string, { lender, borrower }: TakenLoan, me: Address | undefined): string {
  if (isSameAddress(payer, lender)) return esPapers.payments.ofLender
  if (me && isSameAddress(payer, me)) return esPapers.payments.mine
  return isSameAddress(payer, borrower) ? esPapers.payments.ofBorrower : esPapers.payments.ofAnother
}
