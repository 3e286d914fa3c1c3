import { Typography } from '@mui/material'
import { useBoard, useHistoryWith } from '../../board/useBoard.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import type { SignedPayment } from '../../loans/signed.ts'
import { owedOn } from '../../loans/terms.ts'
import type { Dollars } from '../../loans/units.ts'
import { moment, moneyOwed } from '../../text/format.ts'
import { withOwnHistory } from '../../text/personRecord.ts'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import type { Command } from '../command.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './dialogWords.ts'

type Props = { payment: SignedPayment; onClose: () => void }

/** Collects a payment that the borrower signed. */
export function RepaySignedDialog({ payment, onClose }: Props) {
  const found = useBoard(({ knownLoans }) => knownLoans.find(({ id }) => id === payment.loanId))
  const withMe = useHistoryWith(payment.borrower)
  const payer = useNameOf()(payment.borrower)
  const command: Command | undefined = found?.status === 'active' ? { kind: 'repaySigned', loan: found, payment } : undefined
  return (
    <CommandDialog
      words={{
        title: words.title,
        submit: words.submit(moneyOwed(collectedOf(found, payment))),
        leave: words.leave,
        why: { InsufficientBalance: words.poor(payer), TransferFromFailed: words.poor(payer) },
      }}
      command={command}
      offersFunds
      onClose={onClose}
    >
      {(fee, given) => {
        const loan = given?.kind === 'repaySigned' ? given.loan : found
        return (
          <>
            <Person address={payment.borrower} line={withOwnHistory(words.payer, withMe, 'borrower')} />
            <LeadingFact label={words.collect} value={moneyOwed(collectedOf(loan, payment))} />
            {loan && loan.status !== 'active' ? (
              <Notice severity="info" role="status">
                {loan.status === 'repaid' ? words.already : words.forgiven}
              </Notice>
            ) : (
              <>
                <Facts
                  facts={[
                    [words.loan, words.number(payment.loanId)],
                    ...leftOf(loan, payment),
                    [words.until, moment(payment.until)],
                    fee,
                  ]}
                />
                <Typography variant="body2" color="textSecondary">
                  <Unbroken
                    text={`${isMore(loan, payment) ? words.rest(moneyOwed(payment.amount), moneyOwed(owedOn(loan))) : ''} ${words.rules(payer)}`}
                  />
                </Typography>
              </>
            )}
          </>
        )
      }}
    </CommandDialog>
  )
}

function leftOf(loan: TakenLoan | undefined, payment: SignedPayment) {
  return loan ? [[words.left, moneyOwed(owedOn(loan) - collectedOf(loan, payment))] as const] : []
}

/** The contract takes no more than is owed. Of a loan that has ended: what was signed. */
function collectedOf(loan: TakenLoan | undefined, payment: SignedPayment): Dollars {
  return loan?.status === 'active' && isMore(loan, payment) ? owedOn(loan) : payment.amount
}

/** Whether more was signed than is owed by now. */
function isMore(loan: TakenLoan | undefined, { amount }: SignedPayment): loan is TakenLoan {
  return loan !== undefined && owedOn(loan) < amount
}
