import { Typography } from '@mui/material'
import type { Signed } from '../../loans/signed.ts'
import { moment, money, moneyOwed } from '../../text/format.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './dialogWords.ts'

type Props = { signed: Signed; onClose: () => void }

/** Asks for confirmation before what was signed is voided on the chain, which takes a fee. */
export function VoidSignedDialog({ signed, onClose }: Props) {
  const nameOf = useNameOf()
  const what =
    signed.kind === 'request'
      ? words.request(money(signed.principal))
      : words.payment(moneyOwed(signed.amount), nameOf(signed.lender))
  return (
    <CommandDialog words={words} command={{ kind: 'voidSigned', signed }} color="error" offersFunds onClose={onClose}>
      {(fee) => (
        <>
          <Typography>{what}</Typography>
          <Facts facts={[fee]} />
          <Typography variant="body2" color="textSecondary">
            {words.end(moment(signed.until))} {words.sooner}
          </Typography>
        </>
      )}
    </CommandDialog>
  )
}
