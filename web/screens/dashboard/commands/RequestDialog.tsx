import { Divider, Typography } from '@mui/material'
import type { Item, Offer } from '../../../loans/loan.ts'
import { totalOf } from '../../../loans/terms.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { aprPercent, moment, money, moneyOwed } from '../../../text/format.ts'
import { recordLine } from '../../../text/personRecord.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Person } from '../../../ui/Person.tsx'
import { CommandDialog } from './CommandDialog.tsx'

const words = esCommands.acceptOffer

type Props = {
  item: Item<Offer>
  /** Unix seconds, by the chain's clock. */
  now: number
  onClose: () => void
}

/** Shows the terms of an offer before it is accepted. */
export function RequestDialog({ item: { loan, record }, now, onClose }: Props) {
  const total = totalOf(loan)
  return (
    <CommandDialog
      title={words.title}
      command={{ kind: 'acceptOffer', offer: loan }}
      submit={words.submit}
      leave={words.leave}
      onClose={onClose}
    >
      {(fee) => (
        <>
          <Facts
            facts={[
              [words.receive, money(loan.principal), 'large'],
              [words.giveBack, moneyOwed(total), 'large'],
              [words.by, moment(now + loan.duration)],
              [words.interest, `${aprPercent(loan.apr)} · ${moneyOwed(total - loan.principal)}`],
              fee,
            ]}
          />
          <Person address={loan.lender} line={recordLine(record)} isWhole />
          <Divider />
          <Typography variant="body2" color="textSecondary">
            {words.rules} {loan.borrower ? words.onlyYou : words.anyone}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
