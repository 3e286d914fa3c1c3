import type { Side } from '../../../loans/loan.ts'
import { esLoans } from '../../../text/es/esLoans.ts'
import { WholeView } from '../WholeView.tsx'
import { LoanList } from './LoanSection.tsx'

type Props = { side: Side; onClose: () => void }

/** All of 'Mis Deudores' or 'Mis Deudas', of which a phone's page shows the first ones. */
export function LoansView({ side, onClose }: Props) {
  return (
    <WholeView title={esLoans[side].title} onClose={onClose}>
      <LoanList side={side} />
    </WholeView>
  )
}
