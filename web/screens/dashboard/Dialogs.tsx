import type { Address } from 'viem'
import type { Book } from '../../chain/fetchDashboard.ts'
import type { Item, Offer, TakenLoan } from '../../loans/loan.ts'
import { CloseDialog } from './account/CloseDialog.tsx'
import { ForgetDialog } from './account/ForgetDialog.tsx'
import { FundsDialog } from './account/FundsDialog.tsx'
import { KeepDialog } from './account/KeepDialog.tsx'
import { ShowPhraseDialog } from './account/ShowPhraseDialog.tsx'
import { AnnulOtherDialog } from './commands/AnnulOtherDialog.tsx'
import { CancelOfferDialog } from './commands/CancelOfferDialog.tsx'
import type { Funds } from './commands/CommandDialog.tsx'
import { ExtendDialog } from './commands/ExtendDialog.tsx'
import { ForgiveDialog } from './commands/ForgiveDialog.tsx'
import { PayDialog } from './commands/PayDialog.tsx'
import { RecordPaymentDialog } from './commands/RecordPaymentDialog.tsx'
import { RequestDialog } from './commands/RequestDialog.tsx'
import { WithdrawDialog } from './commands/WithdrawDialog.tsx'
import { ContractDialog } from './papers/ContractDialog.tsx'
import { DetailsDialog } from './papers/DetailsDialog.tsx'

type LoanDialog = 'pay' | 'contract' | 'details' | keyof typeof OF_LENDER

/** Which dialog is open. A loan is given by its id, so that the dialog follows the chain. */
export type Asked =
  | { kind: 'request' | 'cancel'; item: Item<Offer> }
  | { kind: LoanDialog; id: bigint }
  | { kind: 'withdraw'; amount: bigint }
  | { kind: 'annulOther' | 'funds' | 'keep' | 'close' | 'showPhrase' | 'forget' }

type Props = {
  asked: Asked
  loans: readonly TakenLoan[]
  book: Book | undefined
  me: Address
  now: number
  funds: Funds
  onClose: () => void
}

const OF_LENDER = { recordPayment: RecordPaymentDialog, extend: ExtendDialog, forgive: ForgiveDialog }

export function Dialogs({ asked, loans, book, me, now, funds, onClose }: Props) {
  switch (asked.kind) {
    case 'request':
      return <RequestDialog item={asked.item} now={now} funds={funds} onClose={onClose} />
    case 'cancel':
      return <CancelOfferDialog offer={asked.item.loan} onClose={onClose} />
    case 'withdraw':
      return <WithdrawDialog amount={asked.amount} onClose={onClose} />
    case 'annulOther':
      return <AnnulOtherDialog onClose={onClose} />
    case 'funds':
      return <FundsDialog chainId={book?.chainId} onClose={onClose} />
    case 'keep':
      return <KeepDialog onClose={onClose} />
    case 'close':
      return <CloseDialog onClose={onClose} />
    case 'showPhrase':
      return <ShowPhraseDialog onClose={onClose} />
    case 'forget':
      return <ForgetDialog onClose={onClose} />
    case 'pay':
    case 'contract':
    case 'details':
    case 'recordPayment':
    case 'extend':
    case 'forgive': {
      const loan = loans.find(({ id }) => id === asked.id)
      if (!loan || !book) return null
      if (asked.kind === 'pay') {
        return <PayDialog loan={loan} available={book.dollarBalance} now={now} funds={funds} onClose={onClose} />
      }
      if (asked.kind === 'contract' || asked.kind === 'details') {
        const Paper = asked.kind === 'contract' ? ContractDialog : DetailsDialog
        return <Paper loan={loan} me={me} book={book} now={now} onClose={onClose} />
      }
      const OfLender = OF_LENDER[asked.kind]
      return <OfLender loan={loan} now={now} onClose={onClose} />
    }
  }
}
