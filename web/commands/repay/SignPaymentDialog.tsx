import { Stack } from '@mui/material'
import type { TakenLoan } from '../../loans/loan.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type Props = { loan: TakenLoan; onClose: () => void }

/** Signs a payment that the lender collects: for who has no ether. */
export function SignPaymentDialog({ loan, onClose }: Props) {
  return (
    <Dialog title={`n.º ${loan.id}`} onClose={onClose}>
      <Stack />
    </Dialog>
  )
}
