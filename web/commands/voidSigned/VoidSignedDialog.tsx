import { Typography } from '@mui/material'
import { useBoard } from '../../board/useBoard.ts'
import { isSameSigned, type Signed } from '../../loans/signed.ts'
import { moment, money, moneyOwed } from '../../text/format.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useNameOf } from '../../ui/people/people.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { CommandDialog } from '../shared/CommandDialog.tsx'
import { words } from './dialogWords.ts'

type Props = { signed: Signed; onClose: () => void }

/** Asks for confirmation before what was signed is voided on the chain, which takes a fee. */
export function VoidSignedDialog({ signed, onClose }: Props) {
  const nameOf = useNameOf()
  // Somebody may use it while the dialog is open.
  const isUnused = useBoard((view) => view.signed.some((other) => isSameSigned(other, signed)))
  const end = moment(signed.until)
  const what =
    signed.kind === 'request'
      ? words.request(money(signed.principal))
      : words.payment(moneyOwed(signed.amount), nameOf(signed.lender))
  return (
    <CommandDialog
      words={{ ...words, why: { NoEtherForFee: words.noEther } }}
      command={isUnused ? { kind: 'voidSigned', signed } : undefined}
      color="error"
      offersFunds
      onClose={onClose}
    >
      {(fee, given) =>
        isUnused || given ? (
          <>
            <Typography>
              <Unbroken text={what} />
            </Typography>
            <Facts facts={[fee]} />
            <Typography variant="body2" color="textSecondary">
              {words.end(end)} {words.sooner}
            </Typography>
          </>
        ) : (
          <Notice severity="info" role="status">
            {words.over}
          </Notice>
        )
      }
    </CommandDialog>
  )
}
