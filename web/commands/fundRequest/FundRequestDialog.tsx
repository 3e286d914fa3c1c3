import { Typography } from '@mui/material'
import { useBook, useHistoryWith, useNow } from '../../board/useBoard.ts'
import type { Item, Request } from '../../loans/loan.ts'
import { planIfTaken } from '../../loans/plan.ts'
import type { SignedRequest } from '../../loans/signed.ts'
import { totalOf, wholeDays } from '../../loans/terms.ts'
import { isKnownAs } from '../../people/dealings.ts'
import { esMarket } from '../../text/es/esMarket.ts'
import { aprPercent, date, moment, money, moneyOwed } from '../../text/format.ts'
import { personLine } from '../../text/personRecord.ts'
import { Facts, LeadingFact } from '../../ui/Facts.tsx'
import { Note } from '../../ui/Note.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { Plan } from '../../ui/Plan.tsx'
import { Person } from '../../ui/people/Person.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { FoldedAddress } from '../../ui/WholeHex.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { History } from '../shared/History.tsx'
import { LookAlike } from '../shared/LookAlike.tsx'
import { words } from './dialogWords.ts'

type Props = {
  item: Item<Request>
  /** The same request, where it came by link and is not published. */
  signed?: SignedRequest
  onClose: () => void
}

/** Shows whom one lends to and what comes back, before the dollars go. */
export function FundRequestDialog({ item: { loan, record }, signed, onClose }: Props) {
  const now = useNow()
  const available = useBook()?.dollarBalance ?? 0n
  const withMe = useHistoryWith(loan.borrower)
  const nameOf = useNameOf()
  const total = totalOf(loan)
  const amount = money(loan.principal)
  const end = now + loan.duration
  const { text, tone } = personLine(record, withMe, 'borrower')
  return (
    <CommandDialog
      words={{ title: words.title(nameOf(loan.borrower)), submit: words.submit(amount), leave: words.leave }}
      command={signed ? { kind: 'fundSigned', request: signed } : { kind: 'fundRequest', request: loan }}
      offersFunds
      onClose={onClose}
    >
      {(fee, given) => (
        <>
          <Person address={loan.borrower} line={text} tone={tone} />
          <LookAlike address={loan.borrower} isInView />
          <LeadingFact label={words.lend} value={amount}>
            <Typography variant="body2" color="textSecondary">
              <Unbroken text={`${words.back(moneyOwed(total))} ${whenBack(loan, end)}`} />
            </Typography>
          </LeadingFact>
          <Notice severity="warning" role="note">
            {isKnownAs('borrower', withMe) ? words.final : words.stranger}
          </Notice>
          {signed && (
            <Notice severity="info" role="note">
              <Unbroken text={words.byLink(moment(signed.until))} />
            </Notice>
          )}
          <History person={loan.borrower} record={record} as="borrower" besides={text} />
          <Note text={loan.note} />
          {loan.instalments > 1 && <Plan plan={planIfTaken(loan, now)} label={words.plan} />}
          <Facts
            facts={[
              [words.asked, loan.lender ? words.ofMe : signed ? words.ofReader : words.ofAnyone],
              [words.interest, `${aprPercent(loan.apr)} · ${moneyOwed(total - loan.principal)}`],
              [words.term, esMarket.days(wholeDays(loan.duration))],
              // Once it is on its way the balance may have it already.
              ...(given || available < loan.principal
                ? []
                : [[words.availableAfter, money(available - loan.principal)] as const]),
              fee,
            ]}
          />
          <Typography variant="body2" color="textSecondary">
            {words.rules}
          </Typography>
          <FoldedAddress address={loan.borrower} />
        </>
      )}
    </CommandDialog>
  )
}

function whenBack({ instalments }: Request, end: number): string {
  return instalments === 1 ? words.by(moment(end)) : words.inParts(instalments, date(end))
}
