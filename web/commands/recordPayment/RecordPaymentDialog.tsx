import { useHistoryWith, useNow } from '../../board/useBoard.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { moneyOwed } from '../../text/format.ts'
import { withOwnHistory } from '../../text/personRecord.ts'
import { Consequences } from '../../ui/Consequences.tsx'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { FoldedAddress } from '../../ui/WholeHex.tsx'
import type { Command } from '../command.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { LoanBar } from '../shared/LoanBar.tsx'
import type { LenderDialogProps } from '../shared/lenderDialog.ts'
import { DueLine, instalmentFacts, PaymentFields } from '../shared/PaymentFields.tsx'
import { usePayment } from '../shared/usePayment.ts'
import { words } from './dialogWords.ts'

/** Records a payment that the lender received in cash, or elsewhere. */
export function RecordPaymentDialog({ loan, onClose }: LenderDialogProps) {
  const now = useNow()
  const withMe = useHistoryWith(loan.borrower)
  const chosen = usePayment(loan)
  const { owed, payment } = chosen
  const command: Command | undefined =
    loan.status === 'active' && payment.ok ? { kind: 'recordPayment', loan, amount: payment.amount } : undefined

  return (
    <CommandDialog
      words={{ ...words, submit: payment.ok ? words.submitAmount(moneyOwed(payment.amount)) : words.submit }}
      command={command}
      {...(loan.status === 'active' && { onIncomplete: chosen.complain })}
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.borrower} line={withOwnHistory(words.payer, withMe, 'borrower')} />
          <LeadingFact label={words.owed} value={moneyOwed(owed)}>
            {loan.status === 'active' && <DueLine loan={loan} />}
          </LeadingFact>
          {given?.kind === 'recordPayment' ? (
            <Facts facts={[[words.amount, moneyOwed(given.amount)], fee]} />
          ) : loan.status === 'active' ? (
            <>
              <PaymentFields loan={loan} now={now} payment={chosen} words={words} available={words} />
              <Facts
                facts={[
                  ...instalmentFacts(words.pays, loan, chosen),
                  [words.left, payment.ok ? moneyOwed(owed - payment.amount) : esCommands.unknown],
                  fee,
                ]}
              />
              <Consequences
                items={[
                  ['stays', words.noDollars],
                  ['note', words.seen],
                ]}
              />
              <div>
                <LoanBar loan={loan} now={now} />
              </div>
              <FoldedAddress address={loan.borrower} />
            </>
          ) : (
            <Notice severity="info" role="status">
              {loan.status === 'repaid' ? words.already : words.forgiven}
            </Notice>
          )}
        </>
      )}
    </CommandDialog>
  )
}
