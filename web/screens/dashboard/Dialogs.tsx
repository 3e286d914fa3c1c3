import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Address } from 'viem'
import type { Examples } from '../../board/useExamples.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
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
import type { Funds } from '../../commands/shared/CommandDialog.tsx'
import { PendingOperations } from '../../commands/shared/PendingOperations.tsx'
import { WithdrawDialog } from '../../commands/withdraw/WithdrawDialog.tsx'
import type { Item, Offer, Proposal, ProposalKind, Request, TakenLoan } from '../../loans/loan.ts'
import { type Dealings, historyWith } from '../../people/dealings.ts'
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
import type { SettingsDialogs } from './wallet/SettingsDialog.tsx'
import { ShowPhraseDialog } from './wallet/ShowPhraseDialog.tsx'
import type { WalletDialog } from './wallet/WalletDialogs.tsx'

const WalletDialogs = lazyPart(() => loadWalletDialogs().then((file) => file.WalletDialogs), OutdatedNotice)

// News, PendingOperations and ActivityDialog are in this chunk: one of their own would cut the dashboard's into parts that compress worse.
export { News, PendingOperations }

type LoanDialog = 'pay' | 'contract' | 'details' | keyof typeof OF_LENDER

/** Which dialog is open. A loan is given by its id, so that the dialog follows the chain. */
export type Asked =
  | { kind: 'request' | 'cancel'; item: Item<Offer> }
  | { kind: 'fund' | 'withdrawRequest'; item: Item<Request> }
  | { kind: LoanDialog; id: bigint }
  | { kind: 'withdraw'; amount: bigint }
  | { kind: 'activity' | 'contacts' | 'annulOther' | 'funds' }
  /** `to`: filled in. */
  | { kind: 'send'; to?: Address }
  | { kind: 'keep' | 'close' | 'changeCredentials' | 'showPhrase' | 'forget' }
  | { kind: 'person'; address: Address }
  | WalletDialog

type Props = {
  asked: Asked
  loans: readonly TakenLoan[]
  /** My own history with people, by their address in lower case. Undefined: not all of it is read. */
  dealings: ReadonlyMap<string, Dealings> | undefined
  /** What I published and nobody has taken, and what was addressed to me. */
  proposals: readonly Proposal[]
  /** In wei. */
  ethBalance: bigint
  book: Book | undefined
  chainId: number
  me: Address
  now: number
  funds: Funds
  /** Goes to the publish form, for one person alone. */
  onPublish: (kind: ProposalKind, to: Address) => void
  /** Opens 'Enviar', for one person, above this one. */
  onSend: (to: Address) => void
  examples: Examples
  /** The address was shared. */
  onShared: () => void
  /** Opens another dialog above this one. */
  onOpen: (dialog: SettingsDialogs) => void
  onClose: () => void
}

const OF_LENDER = { recordPayment: RecordPaymentDialog, extend: ExtendDialog, forgive: ForgiveDialog }

const loadWalletDialogs = () => import('./wallet/WalletDialogs.tsx')
/** Whether the passkey should be offered now. Here, because it is asked after the screen itself was loaded. */
export const mayOfferPasskey = () => loadWalletDialogs().then(({ shouldOfferPasskey }) => shouldOfferPasskey())

export function Dialogs(props: Props) {
  const { asked, loans, dealings, proposals, ethBalance, book, chainId, me, now, funds, examples } = props
  const { onPublish, onSend, onShared, onOpen, onClose } = props
  const withMe = (person: Address) => historyWith(dealings, person)
  switch (asked.kind) {
    case 'request':
      return (
        book && (
          <AcceptOfferDialog
            item={asked.item}
            withMe={withMe(asked.item.loan.lender)}
            book={book.address}
            now={now}
            funds={funds}
            onClose={onClose}
          />
        )
      )
    case 'fund':
      return (
        book && (
          <FundRequestDialog
            item={asked.item}
            withMe={withMe(asked.item.loan.borrower)}
            book={book.address}
            available={book.dollarBalance}
            now={now}
            funds={funds}
            onClose={onClose}
          />
        )
      )
    case 'withdrawRequest':
      return <CancelRequestDialog request={asked.item.loan} now={now} onClose={onClose} />
    case 'cancel':
      return <CancelOfferDialog offer={asked.item.loan} now={now} onClose={onClose} />
    case 'withdraw':
      return <WithdrawDialog amount={asked.amount} onClose={onClose} />
    case 'annulOther':
      return <AnnulDialog onClose={onClose} />
    case 'funds':
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
        book && <SendDialog {...{ book, ethBalance, funds, onClose }} to={asked.to} circle={{ loans, proposals, dealings }} />
      )
    case 'activity':
      return <ActivityDialog book={book} me={me} now={now} onClose={onClose} />
    case 'receive':
    case 'settings':
    case 'offerPasskey':
      return (
        <Suspense>
          <WalletDialogs
            asked={asked}
            chainId={chainId}
            contract={book?.address}
            me={me}
            examples={examples}
            onShared={onShared}
            onOpen={onOpen}
            onClose={onClose}
          />
        </Suspense>
      )
    case 'contacts':
      return <ContactsDialog dealings={dealings} onClose={onClose} />
    case 'person':
      return (
        <PersonDialog
          address={asked.address}
          book={book?.address}
          withMe={withMe(asked.address)}
          onPublish={(kind) => onPublish(kind, asked.address)}
          onSend={() => onSend(asked.address)}
          onClose={onClose}
        />
      )
    case 'pay':
    case 'contract':
    case 'details':
    case 'recordPayment':
    case 'extend':
    case 'forgive':
      return book && <OfLoan kind={asked.kind} id={asked.id} {...{ loans, book, me, now, funds, onClose }} />
  }
}

type OfLoanProps = { kind: LoanDialog; id: bigint; book: Book } & Pick<Props, 'loans' | 'me' | 'now' | 'funds' | 'onClose'>

/** The dialogs of a taken loan. While it is read again they keep what was known of it: an open dialog must not vanish. */
function OfLoan({ kind, id, loans, book, me, now, funds, onClose }: OfLoanProps) {
  const found = loans.find((other) => other.id === id)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const loan = found ?? last
  const leave = useEffectEvent(onClose)
  const isLost = loan === undefined
  useEffect(() => {
    if (isLost) leave()
  }, [isLost])
  if (!loan) return null
  if (kind === 'pay') return <RepayDialog loan={loan} available={book.dollarBalance} now={now} funds={funds} onClose={onClose} />
  if (kind === 'contract' || kind === 'details') {
    const Paper = kind === 'contract' ? ContractDialog : DetailsDialog
    return <Paper loan={loan} me={me} book={book} now={now} onClose={onClose} />
  }
  const OfLender = OF_LENDER[kind]
  return <OfLender loan={loan} now={now} onClose={onClose} />
}
