import { Typography } from '@mui/material'
import type { TakenLoan } from '../../loans/loan.ts'
import { expectedBy } from '../../loans/plan.ts'
import { percentRepaid, totalOf } from '../../loans/terms.ts'
import { esLoans } from '../../text/es/esLoans.ts'
import { moneyOwed, moneyPaid } from '../../text/format.ts'
import { PlanBar } from '../../ui/PlanBar.tsx'
import { Unbroken } from '../../ui/Unbroken.tsx'

/** How much of a loan was paid, as a bar and in words. */
export function LoanBar({ loan, now }: { loan: TakenLoan; now: number }) {
  const percent = percentRepaid(loan)
  return (
    <>
      <PlanBar label={esLoans.loan.progress} percent={percent} parts={loan.instalments} expected={percentExpected(loan, now)} />
      <Typography variant="body2" sx={{ mt: 0.75, containerType: 'inline-size' }}>
        <Unbroken text={esLoans.loan.paid(moneyPaid(loan), moneyOwed(totalOf(loan)), percent)} />
      </Typography>
    </>
  )
}

/** The share that should have been paid by now, where the loan is behind its plan. One payment has no plan to be behind. */
function percentExpected(loan: TakenLoan, now: number): number | undefined {
  if (loan.status !== 'active' || loan.instalments === 1) return undefined
  const expected = expectedBy(loan, now)
  return expected > loan.repaid ? Number((expected * 100n) / totalOf(loan)) : undefined
}
