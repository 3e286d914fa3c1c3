import { mdiCheckCircle } from '@mdi/js'
import { Box, Button, LinearProgress, Stack, Typography } from '@mui/material'
import type { Address } from 'viem'
import { isSameAddress, type TakenLoan } from '../../../loans/loan.ts'
import type { usePayments } from '../../../state/board/usePayments.ts'
import { esPapers } from '../../../text/esPapers.ts'
import { moment, money, moneyOwed } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TransactionLink } from '../commands/TransactionLink.tsx'

type Props = ReturnType<typeof usePayments> & {
  loan: TakenLoan
  chainId: number
  /** Whose payments are called 'tuyos'. Not given on paper, where nobody knows who 'you' is; hashes are whole there. */
  me?: Address
}

/** The payments of a loan: amount, time, payer and transaction. Says so where the network does not give them all. */
export function PaymentList({ loan, chainId, me, found, hasFailed, isSearching, progress, searchAgain }: Props) {
  const again = (
    <Button data-screen-only onClick={() => searchAgain()}>
      {esPapers.payments.again}
    </Button>
  )
  if (isSearching && !found?.addsUp) return <Searching progress={progress} />
  if (hasFailed || !found) {
    return (
      <Notice severity="warning" role="status" action={again}>
        {esPapers.payments.failed}
      </Notice>
    )
  }
  const sum = found.payments.reduce((total, { amount }) => total + amount, 0n)
  return (
    <Stack spacing={1.5}>
      {!found.addsUp && (
        <Notice severity="warning" role="status" action={again}>
          {esPapers.payments.differs(money(sum), money(loan.repaid))}
        </Notice>
      )}
      {found.payments.length === 0 ? (
        <Typography color="textSecondary">{esPapers.payments.none}</Typography>
      ) : (
        <Stack component="ul" aria-label={esPapers.payments.title} spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {found.payments.map(({ hash, amount, paidAt, payer }, index) => (
            <Box
              component="li"
              // biome-ignore lint/suspicious/noArrayIndexKey: one transaction may pay twice, and payments are append-only
              key={`${hash} ${index}`}
              sx={{
                display: 'grid',
                gridTemplateColumns: 'auto minmax(0, 1fr) auto',
                columnGap: 1.5,
                alignItems: 'center',
                breakInside: 'avoid',
              }}
            >
              <Box component="span" sx={{ display: 'flex', gridRow: 'span 2', color: color.success }}>
                <Icon path={mdiCheckCircle} />
              </Box>
              <span>{payerOf(payer, loan, me)}</span>
              <Box component="span" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
                {moneyOwed(amount)}
              </Box>
              <Typography variant="body2" color="textSecondary" component="span" sx={{ gridColumn: '2 / -1' }}>
                {moment(paidAt)} · <TransactionLink chainId={chainId} hash={hash} isWhole={!me} />
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
    </Stack>
  )
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
