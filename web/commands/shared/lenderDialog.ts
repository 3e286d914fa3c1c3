import type { TakenLoan } from '../../loans/loan.ts'

/** Props of the dialogs that only a lender opens. */
export type LenderDialogProps = {
  /** That I gave. Updated while the dialog is open. */
  loan: TakenLoan
  onClose: () => void
}
