import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Address } from 'viem'
import type { Asked, LoanDialog } from '../../board/dialogs.ts'
import { useBoard, useBoardStore } from '../../board/useBoard.tsx'
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
import { SendDialog } from '../../commands/send/SendDialog.tsx'
import { PendingOperations } from '../../commands/shared/PendingOperations.tsx'
import { useFunds } from '../../commands/useFunds.tsx'
import { WithdrawDialog } from '../../commands/withdraw/WithdrawDialog.tsx'
import { historyWith } from '../../people/dealings.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { News } from './news/News.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { ContractDialog } from './papers/ContractDialog.tsx'
import { DetailsDialog } from './papers/DetailsDialog.tsx'
import { ActivityDialog } from './wallet/ActivityDialog.tsx'
import { ChangeCredentialsDialog } from './wallet/ChangeCredentialsDialog.tsx'
import { CloseDialog } from './wallet/CloseDialog.tsx'
import { ContactsDialog } from './wallet/ContactsDialog.tsx'
import { ForgetDialog } from './wallet/ForgetDialog.tsx'
import { KeepDialog } from './wallet/KeepDialog.tsx'
import { PersonDialog } from './wallet/PersonDialog.tsx'
import { ShowPhraseDialog } from './wallet/ShowPhraseDialog.tsx'

const WalletDialogs = lazyPart(() => loadWalletDialogs().then((file) => file.WalletDialogs), OutdatedNotice)

// News, PendingOperations and ActivityDialog are in this chunk: one of their own would cut the dashboard's into parts that compress worse.
export { News, PendingOperations }

const loadWalletDialogs = () => import('./wallet/WalletDialogs.tsx')
/** Whether the passkey should be offered now. Here, because it is asked after the screen itself was loaded. */
export const mayOfferPasskey = () => loadWalletDialogs().then(({ shouldOfferPasskey }) => shouldOfferPasskey())

type Props = { about: Asked; onClose: () => void }

/** A dialog by its name. */
export function Dialog({ about, onClose }: Props) {
  const view = useBoard((whole) => whole)
  const board = useBoardStore()
  const funds = useFunds()
  const { book, me, now, chainId, dealings } = view
  const withMe = (person: Address) => historyWith(dealings, person)
  switch (about.kind) {
    case 'acceptOffer':
      return (
        book && (
          <AcceptOfferDialog
            item={about.item}
            withMe={withMe(about.item.loan.lender)}
            book={book.address}
            now={now}
            funds={funds}
            onClose={onClose}
          />
        )
      )
    case 'fundRequest':
      return (
        book && (
          <FundRequestDialog
            item={about.item}
            withMe={withMe(about.item.loan.borrower)}
            book={book.address}
            available={book.dollarBalance}
            now={now}
            funds={funds}
            onClose={onClose}
          />
        )
      )
    case 'cancelRequest':
      return <CancelRequestDialog request={about.item.loan} now={now} onClose={onClose} />
    case 'cancelOffer':
      return <CancelOfferDialog offer={about.item.loan} now={now} onClose={onClose} />
    case 'withdraw':
      return <WithdrawDialog amount={about.amount} onClose={onClose} />
    case 'annul':
      return <AnnulDialog onClose={onClose} />
    case 'faucet':
      return <FaucetDialog chainId={book?.chainId} onClose={onClose} />
    case 'keep':
      return <KeepDialog onClose={onClose} />
    case 'close':
      return <CloseDialog onClose={onClose} />
    case 'changeCredentials':
      return <ChangeCredentialsDialog onClose={onClose} />
    case 'showPhrase':
      return <ShowPhraseDialog onClose={onClose} />
    case 'forget':
      return <ForgetDialog onClose={onClose} />
    // Not one of the WalletDialogs: it is made of what the dialogs here are made of, which that chunk would split off.
    case 'send':
      return (
        book && (
          <SendDialog
            book={book}
            ethBalance={view.dashboard?.ethBalance ?? 0n}
            circle={{ loans: view.knownLoans, proposals: view.ownProposals, dealings }}
            to={about.to}
            funds={funds}
            onClose={onClose}
          />
        )
      )
    case 'activity':
      return <ActivityDialog book={book} me={me} now={now} onClose={onClose} />
    case 'receive':
    case 'settings':
    case 'offerPasskey':
      return (
        <Suspense>
          <WalletDialogs kind={about.kind} chainId={chainId} contract={book?.address} onClose={onClose} />
        </Suspense>
      )
    case 'contacts':
      return <ContactsDialog dealings={dealings} onClose={onClose} />
    case 'person':
      return (
        <PersonDialog
          address={about.address}
          book={book?.address}
          withMe={withMe(about.address)}
          onPublish={(kind) => board.prepare({ kind, to: about.address })}
          onSend={() => board.ask({ kind: 'send', to: about.address })}
          onClose={onClose}
        />
      )
    case 'repay':
    case 'contract':
    case 'details':
    case 'recordPayment':
    case 'extend':
    case 'forgive':
      return <OfLoan kind={about.kind} id={about.id} onClose={onClose} />
  }
}

const OF_LENDER = { recordPayment: RecordPaymentDialog, extend: ExtendDialog, forgive: ForgiveDialog }

type OfLoanProps = { kind: LoanDialog; id: bigint; onClose: () => void }

/** The dialogs of a taken loan. While it is read again they keep what was known of it: an open dialog must not vanish. */
function OfLoan({ kind, id, onClose }: OfLoanProps) {
  const { book, me, now, knownLoans } = useBoard((view) => view)
  const funds = useFunds()
  const found = knownLoans.find((other) => other.id === id)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const loan = found ?? last
  const leave = useEffectEvent(onClose)
  const isLost = loan === undefined
  useEffect(() => {
    if (isLost) leave()
  }, [isLost])
  if (!loan || !book) return null
  if (kind === 'repay')
    return <RepayDialog loan={loan} available={book.dollarBalance} now={now} funds={funds} onClose={onClose} />
  if (kind === 'contract' || kind === 'details') {
    const Paper = kind === 'contract' ? ContractDialog : DetailsDialog
    return <Paper loan={loan} me={me} book={book} now={now} onClose={onClose} />
  }
  const OfLender = OF_LENDER[kind]
  return <OfLender loan={loan} now={now} onClose={onClose} />
}
