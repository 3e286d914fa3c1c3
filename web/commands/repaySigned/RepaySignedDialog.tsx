import { Typography } from '@mui/material'
import { useBoard } from '../../board/useBoard.ts'
import type { SignedPayment } from '../../loans/signed.ts'
import { owedOn } from '../../loans/terms.ts'
import { moment, moneyOwed } from '../../text/format.ts'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './dialogWords.ts'

type Props = { payment: SignedPayment; onClose: () => void }

/** Collects a payment that the borrower signed. */
export function RepaySignedDialog({ payment, onClose }: Props) {
  const loan = useBoard(({ knownLoans }) => knownLoans.find(({ id }) => id === payment.loanId))
  const nameOf = useNameOf()
  const isOwed = loan?.status === 'active'
  const left = isOwed ? owedOn(loan) - payment.amount : 0n
  return (
    <CommandDialog
      words={{ title: words.title, submit: words.submit(moneyOwed(payment.amount)), leave: words.leave }}
      command={isOwed ? { kind: 'repaySigned', loan, payment } : undefined}
      offersFunds
      onClose={onClose}
    >
      {(fee) => (
        <>
          <Person address={payment.borrower} line={words.payer} />
          <LeadingFact label={words.collect} value={moneyOwed(payment.amount)} />
          <Facts
            facts={[
              [words.loan, words.number(payment.loanId)],
              [words.left, moneyOwed(left > 0n ? left : 0n)],
              [words.until, moment(payment.until)],
              fee,
            ]}
          />
          <Typography variant="body2" color="textSecondary">
            {words.rules(nameOf(payment.borrower))}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
