import { Box } from '@mui/material'
import { useBoardStore, useBook, useNow } from '../../board/useBoard.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import type { Dollars } from '../../loans/units.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { moment, money, moneyOwed } from '../../text/format.ts'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { WholeAddress } from '../../ui/WholeHex.tsx'
import type { Command } from '../command.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { LoanBar } from '../shared/LoanBar.tsx'
import { instalmentFacts, PaymentFields } from '../shared/PaymentFields.tsx'
import { usePayment } from '../shared/usePayment.ts'
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
  const available = useBook()?.dollarBalance ?? 0n
  const { ask } = useBoardStore()
  const chosen = usePayment(loan, amount)
  const { owed, payment } = chosen
  const command: Command | undefined =
    loan.status === 'active' && payment.ok ? { kind: 'repay', loan, amount: payment.amount } : undefined
  const signInstead = () => {
    onClose()
    ask({ kind: 'signPayment', id: loan.id, ...(payment.ok && { amount: payment.amount }) })
  }

  return (
    <CommandDialog
      words={{ ...words, submit: payment.ok ? words.submitAmount(moneyOwed(payment.amount)) : words.submit }}
      command={command}
      offersFunds={{ label: words.sign, go: signInstead }}
      {...(loan.status === 'active' && { onIncomplete: chosen.complain })}
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.lender} line={words.receiver} />
          <LeadingFact label={words.owed} value={moneyOwed(owed)}>
            <Box sx={{ mt: 1 }}>
              <LoanBar loan={loan} now={now} />
            </Box>
          </LeadingFact>
          {given?.kind === 'repay' ? (
            <Facts facts={[[words.amount, moneyOwed(given.amount)], [words.due, moment(loan.dueAt)], fee]} />
          ) : loan.status === 'active' ? (
            <>
              <PaymentFields loan={loan} now={now} payment={chosen} words={words} help={esCommands.available(money(available))} />
              <Facts
                facts={[
                  ...instalmentFacts(words.pays, loan, chosen),
                  [words.left, payment.ok ? moneyOwed(owed - payment.amount) : esCommands.unknown],
                  [words.due, moment(loan.dueAt)],
                  fee,
                ]}
              />
            </>
          ) : (
            <Notice severity="success" role="status">
              {loan.status === 'repaid' ? words.already : words.forgiven}
            </Notice>
          )}
          <WholeAddress label={esCommands.wholeAddress} address={loan.lender} />
        </>
      )}
    </CommandDialog>
  )
}
