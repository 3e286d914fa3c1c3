import { Typography } from '@mui/material'
import { useNow } from '../../board/useBoard.ts'
import type { Item, Offer } from '../../loans/loan.ts'
import { planIfTaken } from '../../loans/plan.ts'
import { totalOf } from '../../loans/terms.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { aprPercent, moment, money, moneyOwed } from '../../text/format.ts'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Plan } from '../../ui/Plan.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { WholeAddress } from '../../ui/WholeHex.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { History } from '../shared/History.tsx'
import { LookAlike } from '../shared/LookAlike.tsx'
import { words } from './dialogWords.ts'

type Props = { item: Item<Offer>; onClose: () => void }

/** Shows the terms of an offer before it is accepted. */
export function AcceptOfferDialog({ item: { loan, record }, onClose }: Props) {
  const now = useNow()
  const total = totalOf(loan)
  return (
    <CommandDialog words={words} command={{ kind: 'acceptOffer', offer: loan }} offersFunds onClose={onClose}>
      {(fee) => (
        <>
          <Person address={loan.lender} line={loan.borrower ? words.toMe : words.toAnyone} />
          <LookAlike address={loan.lender} isInView />
          <LeadingFact label={words.receive} value={money(loan.principal)} />
          <Facts
            facts={[
              [words.giveBack, moneyOwed(total), 'large'],
              [words.by, moment(now + loan.duration)],
              [words.interest, `${aprPercent(loan.apr)} · ${moneyOwed(total - loan.principal)}`],
              fee,
            ]}
          />
          {loan.instalments > 1 && <Plan plan={planIfTaken(loan, now)} label={words.plan} />}
          <History person={loan.lender} record={record} as="lender" />
          <WholeAddress label={esCommands.wholeAddress} address={loan.lender} />
          <Typography variant="body2" color="textSecondary">
            {words.rules} {loan.borrower ? words.onlyYou : words.anyone}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
