import { useHistoryWith } from '../../board/useBoard.ts'
import { owedOn } from '../../loans/terms.ts'
import { money, moneyOwed, moneyPaid } from '../../text/format.ts'
import { withOwnHistory } from '../../text/personRecord.ts'
import { Consequences } from '../../ui/Consequences.tsx'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { FoldedAddress } from '../../ui/WholeHex.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import type { LenderDialogProps } from '../shared/lenderDialog.ts'
import { words } from './dialogWords.ts'

/** Asks for confirmation before the rest of a loan is forgiven. */
export function ForgiveDialog({ loan, onClose }: LenderDialogProps) {
  const owed = moneyOwed(owedOn(loan))
  const withMe = useHistoryWith(loan.borrower)
  return (
    <CommandDialog
      words={{ ...words, submit: words.submit(owed) }}
      command={loan.status === 'active' ? { kind: 'forgive', loan } : undefined}
      color="error"
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.borrower} line={withOwnHistory(words.borrower(money(loan.principal)), withMe, 'borrower')} />
          {loan.status === 'active' || given ? (
            <>
              <LeadingFact label={words.amount} value={given?.kind === 'forgive' ? moneyOwed(owedOn(given.loan)) : owed} />
              <Consequences
                items={[
                  loan.repaid > 0n ? ['stays', words.kept(moneyPaid(loan))] : ['note', words.nothingPaid],
                  ['note', words.closes],
                  ['care', words.final],
                ]}
              />
              <Facts facts={[fee]} />
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
