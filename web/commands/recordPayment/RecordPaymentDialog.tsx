import { OutlinedInput } from '@mui/material'
import { useHistoryWith, useNow } from '../../board/useBoard.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { date, moneyOwed } from '../../text/format.ts'
import { withOwnHistory } from '../../text/personRecord.ts'
import { Consequences } from '../../ui/Consequences.tsx'
import { type Fact, Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Field } from '../../ui/fields/Field.tsx'
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
import { useReceivedOn } from './useReceivedOn.ts'

/** Records a payment that the lender received in cash, or elsewhere. */
export function RecordPaymentDialog({ loan, onClose }: LenderDialogProps) {
  const withMe = useHistoryWith(loan.borrower)
  const chosen = usePayment(loan)
  const received = useReceivedOn(loan)
  const { owed, payment } = chosen
  const { paidAt } = received
  const command: Command | undefined =
    loan.status === 'active' && payment.ok && paidAt !== undefined
      ? { kind: 'recordPayment', loan, amount: payment.amount, paidAt }
      : undefined
  const complain = () => (payment.ok ? received.complain() : chosen.complain())

  return (
    <CommandDialog
      words={{ ...words, submit: payment.ok ? words.submitAmount(moneyOwed(payment.amount)) : words.submit }}
      command={command}
      {...(loan.status === 'active' && { onIncomplete: complain })}
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.borrower} line={withOwnHistory(words.payer, withMe, 'borrower')} />
          <LeadingFact label={words.owed} value={moneyOwed(owed)}>
            {loan.status === 'active' && <DueLine loan={loan} />}
          </LeadingFact>
          {given?.kind === 'recordPayment' ? (
            <Facts facts={[[words.amount, moneyOwed(given.amount)], ...dayFact(given.paidAt), fee]} />
          ) : loan.status === 'active' ? (
            <Form loan={loan} payment={chosen} received={received} fee={fee} />
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

function dayFact(paidAt: number | undefined): Fact[] {
  return paidAt === undefined ? [] : [[words.day, date(paidAt)]]
}

type Received = ReturnType<typeof useReceivedOn>
type FormProps = { loan: ActiveLoan; payment: ReturnType<typeof usePayment>; received: Received; fee: Fact }

function Form({ loan, payment: chosen, received, fee }: FormProps) {
  const now = useNow()
  const { owed, payment } = chosen
  return (
    <>
      <PaymentFields loan={loan} now={now} payment={chosen} words={words} available={words} />
      <DayField loan={loan} received={received} />
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
  )
}

function DayField({ loan, received: { field, first, last, day, isWrong, choose } }: { loan: ActiveLoan; received: Received }) {
  return (
    <Field label={words.day} help={words.dayHelp} error={isWrong ? words.dayMistake(date(loan.startedAt)) : undefined}>
      {(wiring) => (
        <OutlinedInput
          type="date"
          fullWidth
          inputRef={field}
          value={day}
          onChange={(event) => choose(event.target.value)}
          error={wiring['aria-invalid']}
          slotProps={{ input: { ...wiring, min: first, max: last, 'aria-required': true } }}
        />
      )}
    </Field>
  )
}
