import type { ActiveLoan, Item, Offer, RepaidLoan } from '../../loans/loan.ts'
import type { useDashboard } from '../../state/board/useDashboard.ts'
import { FundsDialog } from './account/FundsDialog.tsx'
import { CancelOfferDialog } from './commands/CancelOfferDialog.tsx'
import { PayDialog } from './commands/PayDialog.tsx'
import { RequestDialog } from './commands/RequestDialog.tsx'
import { WithdrawDialog } from './commands/WithdrawDialog.tsx'
import { ContractDialog } from './papers/ContractDialog.tsx'
import { DetailsDialog } from './papers/DetailsDialog.tsx'

/** What a person wants to see or to have done. A loan goes by its number, so that what is open follows the chain. */
export type Asked =
  | { kind: 'request' | 'cancel'; item: Item<Offer> }
  | { kind: 'pay' | 'contract' | 'details'; id: bigint }
  | { kind: 'withdraw'; amount: bigint }
  | { kind: 'funds' }

type Props = {
  asked: Asked
  loans: readonly (ActiveLoan | RepaidLoan)[]
  book: NonNullable<ReturnType<typeof useDashboard>['dashboard']>['book']
  me: string
  now: number
  onClose: () => void
}

export function LoanDialogs({ asked, loans, book, me, now, onClose }: Props) {
  switch (asked.kind) {
    case 'request':
      return <RequestDialog item={asked.item} now={now} onClose={onClose} />
    case 'cancel':
      return <CancelOfferDialog offer={asked.item.loan} onClose={onClose} />
    case 'withdraw':
      return <WithdrawDialog amount={asked.amount} onClose={onClose} />
    case 'funds':
      return <FundsDialog chainId={book?.chainId} onClose={onClose} />
    case 'pay':
    case 'contract':
    case 'details': {
      const loan = loans.find(({ id }) => id === asked.id)
      if (!loan || !book) return null
      if (asked.kind === 'pay') return <PayDialog loan={loan} available={book.dollarBalance} onClose={onClose} />
      const Paper = asked.kind === 'contract' ? ContractDialog : DetailsDialog
      return <Paper loan={loan} me={me} book={book} now={now} onClose={onClose} />
    }
  }
}
