import { Typography } from '@mui/material'
import { usePerson } from '../../board/history/usePerson.ts'
import { useHistoryWith, useNow } from '../../board/useBoard.ts'
import type { Item, Offer } from '../../loans/loan.ts'
import { planIfTaken } from '../../loans/plan.ts'
import { totalOf } from '../../loans/terms.ts'
import { aprPercent, moment, money, moneyOwed } from '../../text/format.ts'
import { personLine } from '../../text/personRecord.ts'
import { Consequences } from '../../ui/Consequences.tsx'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Plan } from '../../ui/Plan.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { FoldedAddress } from '../../ui/WholeHex.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { History } from '../shared/History.tsx'
import { LookAlike } from '../shared/LookAlike.tsx'
import { words } from './dialogWords.ts'

type Props = { item: Item<Offer>; onClose: () => void }

/** Shows the terms of an offer before it is accepted. */
export function AcceptOfferDialog({ item: { loan, record }, onClose }: Props) {
  const now = useNow()
  const withMe = useHistoryWith(loan.lender)
  const { person } = usePerson(loan.lender, true)
  const { text, tone } = personLine(record, withMe, 'lender', person)
  const total = totalOf(loan)
  return (
    <CommandDialog words={words} command={{ kind: 'acceptOffer', offer: loan }} offersFunds onClose={onClose}>
      {(fee) => (
        <>
          <Person address={loan.lender} line={text} tone={tone} />
          <LookAlike address={loan.lender} isInView />
          <LeadingFact label={words.receive} value={money(loan.principal)} />
          <Facts
            facts={[
              [words.giveBack, moneyOwed(total), 'large'],
              [words.by, moment(now + loan.duration)],
            ]}
          />
          <Consequences
            items={[
              ['note', words.early],
              ['care', words.late],
            ]}
          />
          <History person={loan.lender} record={record} as="lender" besides={text} />
          {loan.instalments > 1 && <Plan plan={planIfTaken(loan, now)} label={words.plan} />}
          <Facts facts={[[words.interest, `${aprPercent(loan.apr)} · ${moneyOwed(total - loan.principal)}`], fee]} />
          <Typography variant="body2" color="textSecondary">
            {words.rules} {loan.borrower ? words.onlyYou : words.anyone}
          </Typography>
          <FoldedAddress address={loan.lender} />
        </>
      )}
    </CommandDialog>
  )
}
