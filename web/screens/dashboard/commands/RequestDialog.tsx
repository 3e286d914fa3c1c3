import { Typography } from '@mui/material'
import type { Address } from 'viem'
import type { Dealings } from '../../../loans/dealings.ts'
import type { Item, Offer } from '../../../loans/loan.ts'
import { totalOf } from '../../../loans/terms.ts'
import { esCommands } from '../../../text/esCommands.ts'
import { aprPercent, date, moment, money, moneyOwed } from '../../../text/format.ts'
import { type Fact, Facts, LeadingFact } from '../../../ui/Facts.tsx'
import { Person } from '../../../ui/Person.tsx'
import { WholeAddress } from '../../../ui/WholeHex.tsx'
import { CommandDialog, type Funds } from './CommandDialog.tsx'
import { History } from './History.tsx'

const words = esCommands.acceptOffer

type Props = {
  item: Item<Offer>
  /** My own history with whoever lends. */
  withMe: Dealings | undefined
  /** The contract. */
  book: Address
  /** Unix seconds, by the chain's clock. */
  now: number
  funds: Funds
  onClose: () => void
}

/** More than one payment: how many, how much each, and when the first is due. */
function instalmentsOf({ instalments, duration }: Offer, total: bigint, now: number): Fact[] {
  if (instalments === 1) return []
  const each = moneyOwed((total + BigInt(instalments) - 1n) / BigInt(instalments))
  return [[words.instalments, words.plan(instalments, each, date(now + Math.floor(duration / instalments)))]]
}

/** Shows the terms of an offer before it is accepted. */
export function RequestDialog({ item: { loan, record }, withMe, book, now, funds, onClose }: Props) {
  const total = totalOf(loan)
  return (
    <CommandDialog
      title={words.title}
      command={{ kind: 'acceptOffer', offer: loan }}
      submit={words.submit}
      leave={words.leave}
      funds={funds}
      onClose={onClose}
    >
      {(fee) => (
        <>
          <Person address={loan.lender} line={loan.borrower ? words.toMe : words.toAnyone} />
          <LeadingFact label={words.receive} value={money(loan.principal)} />
          <Facts
            facts={[
              [words.giveBack, moneyOwed(total), 'large'],
              ...instalmentsOf(loan, total, now),
              [words.by, moment(now + loan.duration)],
              [words.interest, `${aprPercent(loan.apr)} · ${moneyOwed(total - loan.principal)}`],
              fee,
            ]}
          />
          <History book={book} person={loan.lender} record={record} withMe={withMe} as="lender" />
          <WholeAddress label={esCommands.wholeAddress} address={loan.lender} />
          <Typography variant="body2" color="textSecondary">
            {words.rules} {loan.borrower ? words.onlyYou : words.anyone}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
