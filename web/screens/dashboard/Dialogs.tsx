import { useEffect, useEffectEvent, useState } from 'react'
import type { AskedDialog, LoanDialog } from '../../board/dialogs.ts'
import { useBoard, useBook } from '../../board/useBoard.ts'
import { AcceptOfferDialog } from '../../commands/acceptOffer/AcceptOfferDialog.tsx'
import { AnnulDialog } from '../../commands/annul/AnnulDialog.tsx'
import { CancelOfferDialog } from '../../commands/cancelOffer/CancelOfferDialog.tsx'
import { CancelRequestDialog } from '../../commands/cancelRequest/CancelRequestDialog.tsx'
import { ExtendDialog } from '../../commands/extend/ExtendDialog.tsx'
import { FaucetDialog } from '../../commands/faucet/FaucetDialog.tsx'
import { ForgiveDialog } from '../../commands/forgive/ForgiveDialog.tsx'
import { FundRequestDialog } from '../../commands/fundRequest/FundRequestDialog.tsx'
import { RecordPaymentDialog } from '../../commands/recordPayment/RecordPaymentDialog.tsx'
import { RepayDialog } from '../../commands/repay/RepayDialog.tsx'
import { SignPaymentDialog } from '../../commands/repay/SignPaymentDialog.tsx'
import { RepaySignedDialog } from '../../commands/repaySigned/RepaySignedDialog.tsx'
import { SendDialog } from '../../commands/send/SendDialog.tsx'
import { CancelAllDialog } from '../../commands/several/CancelAllDialog.tsx'
import { PendingOperations } from '../../commands/shared/PendingOperations.tsx'
import { VoidSignedDialog } from '../../commands/voidSigned/VoidSignedDialog.tsx'
import { WithdrawDialog } from '../../commands/withdraw/WithdrawDialog.tsx'
import { asRequest } from '../../loans/signed.ts'
import { LoansView } from './loans/LoansView.tsx'
import { MarketView } from './market/MarketView.tsx'
import { ShareDialog } from './market/ShareDialog.tsx'
import { ContractDialog } from './papers/ContractDialog.tsx'
import { DetailsDialog } from './papers/DetailsDialog.tsx'
import { EndedDialog } from './papers/EndedDialog.tsx'
import { ChangeCredentialsDialog } from './settings/ChangeCredentialsDialog.tsx'
import { CheckPinDialog } from './settings/CheckPinDialog.tsx'
import { CloseDialog } from './settings/CloseDialog.tsx'
import { ForgetDialog } from './settings/ForgetDialog.tsx'
import { KeepDialog } from './settings/KeepDialog.tsx'
import { OfferPasskeyDialog } from './settings/OfferPasskeyDialog.tsx'
import { SettingsDialog } from './settings/SettingsDialog.tsx'
import { ShowPhraseDialog } from './settings/ShowPhraseDialog.tsx'
import { ShareSignedDialog } from './signed/ShareSignedDialog.tsx'
import { SignedSection } from './signed/SignedSection.tsx'
import { ActivityDialog } from './wallet/ActivityDialog.tsx'
import { ContactsDialog } from './wallet/ContactsDialog.tsx'
import { PersonDialog } from './wallet/PersonDialog.tsx'
import { ReceiveDialog } from './wallet/ReceiveDialog.tsx'

// In this chunk: one of their own would cut the dashboard's into parts that compress worse.
export { PendingOperations, SignedSection }

type Props = { about: AskedDialog; onClose: () => void }

/** A dialog by its name. */
export function Dialog({ about, onClose }: Props) {
  const book = useBook()
  switch (about.kind) {
    case 'acceptOffer':
      return <AcceptOfferDialog item={about.item} onClose={onClose} />
    case 'fundRequest':
      return <FundRequestDialog item={about.item} onClose={onClose} />
    case 'fundSigned':
      return (
        <FundRequestDialog
          item={{ loan: asRequest(about.request), record: about.record }}
          signed={about.request}
          onClose={onClose}
        />
      )
    case 'repaySigned':
      return <RepaySignedDialog payment={about.payment} onClose={onClose} />
    case 'shareSigned':
      return <ShareSignedDialog signed={about.signed} onClose={onClose} />
    case 'share':
      return <ShareDialog loan={about.loan} isNew={about.isNew} onClose={onClose} />
    case 'voidSigned':
      return <VoidSignedDialog signed={about.signed} onClose={onClose} />
    case 'cancelRequest':
      return <CancelRequestDialog item={about.item} onClose={onClose} />
    case 'cancelOffer':
      return <CancelOfferDialog item={about.item} onClose={onClose} />
    case 'cancelAll':
      return <CancelAllDialog loans={about.loans} onClose={onClose} />
    case 'withdraw':
      return <WithdrawDialog amount={about.amount} onClose={onClose} />
    case 'send':
      return book && <SendDialog book={book} to={about.to} onClose={onClose} />
    case 'person':
      return <PersonDialog address={about.address} onClose={onClose} />
    case 'loans':
      return <LoansView side={about.side} onClose={onClose} />
    case 'repay':
    case 'signPayment':
    case 'contract':
    case 'details':
    case 'ended':
    case 'recordPayment':
    case 'extend':
    case 'forgive':
      return <OfLoan {...about} onClose={onClose} />
    default: {
      const Plain = PLAIN[about.kind]
      return <Plain onClose={onClose} />
    }
  }
}

const PLAIN = {
  activity: ActivityDialog,
  annul: AnnulDialog,
  changeCredentials: ChangeCredentialsDialog,
  checkPin: CheckPinDialog,
  close: CloseDialog,
  contacts: ContactsDialog,
  faucet: FaucetDialog,
  forget: ForgetDialog,
  keep: KeepDialog,
  market: MarketView,
  offerPasskey: OfferPasskeyDialog,
  receive: ReceiveDialog,
  settings: SettingsDialog,
  showPhrase: ShowPhraseDialog,
}

const OF_LOAN = {
  repay: RepayDialog,
  signPayment: SignPaymentDialog,
  recordPayment: RecordPaymentDialog,
  extend: ExtendDialog,
  forgive: ForgiveDialog,
}
const PAPERS = { contract: ContractDialog, details: DetailsDialog, ended: EndedDialog }

type OfLoanProps = { kind: LoanDialog; id: bigint; amount?: bigint; onClose: () => void }

/** The dialogs of a taken loan. While it is read again they keep what was known of it: an open dialog must not vanish. */
function OfLoan({ kind, id, amount, onClose }: OfLoanProps) {
  const book = useBook()
  const found = useBoard(({ knownLoans }) => knownLoans.find((other) => other.id === id))
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const loan = found ?? last
  const leave = useEffectEvent(onClose)
  // One that has just ended may have to be read first.
  const isLost = useBoard(
    ({ ownRows }) => !loan && ownRows !== undefined && ![...ownRows.lent, ...ownRows.borrowed].some((row) => row.id === id),
  )
  useEffect(() => {
    if (isLost) leave()
  }, [isLost])
  if (!loan || !book) return null
  if (kind === 'contract' || kind === 'details' || kind === 'ended') {
    const Paper = PAPERS[kind]
    return <Paper loan={loan} book={book} onClose={onClose} />
  }
  const OnLoan = OF_LOAN[kind]
  return <OnLoan loan={loan} {...(amount !== undefined && { amount })} onClose={onClose} />
}
