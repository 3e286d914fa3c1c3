import { useBoardStore, useBook, useHistoryWith, useNow } from '../../board/useBoard.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import { owedOn } from '../../loans/terms.ts'
import type { Dollars } from '../../loans/units.ts'
import { availableFor } from '../../text/available.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { moneyOwed } from '../../text/format.ts'
import { withOwnHistory } from '../../text/personRecord.ts'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { FoldedAddress } from '../../ui/WholeHex.tsx'
import type { Command } from '../command.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { LoanBar } from '../shared/LoanBar.tsx'
import { DueLine, instalmentFacts, PaymentFields } from '../shared/PaymentFields.tsx'
import { usePayment } from '../shared/usePayment.ts'
import { AlreadySigned } from './AlreadySigned.tsx'
import { words } from './dialogWords.ts'

type Props = {
  /** Updated while the dialog is open. */
  loan: TakenLoan
  /** Filled in. */
  amount?: Dollars
  onClose: () => void
}

/** Repays a loan, in part or in full. */
export function RepayDialog({ loan, amount, onClose }: Props) {
  const now = useNow()
  const withMe = useHistoryWith(loan.lender)
  const book = useBook()
  const { ask } = useBoardStore()
  // One payment: what is owed. Of a plan, its next instalment.
  const chosen = usePayment(loan, amount ?? (loan.instalments === 1 ? owedOn(loan) : undefined))
  const { owed, payment } = chosen
  const available = availableFor(payment.ok ? payment.amount : undefined, book?.dollarBalance)
  const command: Command | undefined =
    loan.status === 'active' && payment.ok ? { kind: 'repay', loan, amount: payment.amount } : undefined
  const signInstead = () => {
    onClose()
    ask({ kind: 'signPayment', id: loan.id, ...(payment.ok && { amount: payment.amount }) })
  }

  return (
    <CommandDialog
      words={{
        ...words,
        submit: payment.ok ? words.submitAmount(moneyOwed(payment.amount)) : words.submit,
        short: loan.status === 'active' ? available.short : undefined,
      }}
      command={command}
      offersFunds={{ label: words.sign, go: signInstead }}
      {...(loan.status === 'active' && { onIncomplete: chosen.complain })}
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.lender} line={withOwnHistory(words.receiver, withMe, 'lender')} />
          <LeadingFact label={words.owed} value={moneyOwed(owed)}>
            {loan.status === 'active' && <DueLine loan={loan} />}
          </LeadingFact>
          {given?.kind === 'repay' ? (
            <Facts facts={[[words.amount, moneyOwed(given.amount)], fee]} />
          ) : loan.status === 'active' ? (
            <>
              <AlreadySigned loan={loan} words={words.signed} />
              <PaymentFields loan={loan} now={now} payment={chosen} words={words} available={available} />
              <Facts
                facts={[
                  ...instalmentFacts(words.pays, loan, chosen),
                  [words.left, payment.ok ? moneyOwed(owed - payment.amount) : esCommands.unknown],
                  fee,
                ]}
              />
              <div>
                <LoanBar loan={loan} now={now} />
              </div>
            </>
          ) : (
            <Notice severity="success" role="status">
              {loan.status === 'repaid' ? words.already : words.forgiven}
            </Notice>
          )}
          <FoldedAddress address={loan.lender} />
        </>
      )}
    </CommandDialog>
  )
}
