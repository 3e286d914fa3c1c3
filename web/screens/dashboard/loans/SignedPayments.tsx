import { mdiFileSign } from '@mdi/js'
import { Box, Button, Typography } from '@mui/material'
import { useBoard, useBoardStore } from '../../../board/useBoard.ts'
import { commandOn } from '../../../commands/command.ts'
import type { Side, TakenLoan } from '../../../loans/loan.ts'
import type { SignedPayment } from '../../../loans/signed.ts'
import { linkOf } from '../../../signed/linkOf.ts'
import { esSigned } from '../../../text/es/esSigned.ts'
import { moneyOwed } from '../../../text/format.ts'
import { color } from '../../../theme.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { useNameOf } from '../../../ui/people/people.ts'
import { Unbroken } from '../../../ui/Unbroken.tsx'

const words = esSigned.card

/** The payments of a loan that are signed and not collected. */
export function SignedPayments({ loan, side }: { loan: TakenLoan; side: Side }) {
  const signed = useBoard((view) => view.signed)
  const payments = signed.flatMap((each) => (each.kind === 'payment' && each.loanId === loan.id ? [each] : []))
  return payments.map((payment) => <Line key={linkOf(payment, '')} payment={payment} side={side} />)
}

function Line({ payment, side }: { payment: SignedPayment; side: Side }) {
  const nameOf = useNameOf()
  const { ask } = useBoardStore()
  const isUnderWay = useBoard(({ underWay }) => commandOn(payment, underWay) !== undefined)
  const amount = moneyOwed(payment.amount)
  // The card's chip says that it is being collected.
  if (isUnderWay && side === 'lent') return null
  const text =
    side === 'lent' ? words.lent(amount) : isUnderWay ? words.voiding(amount) : words.borrowed(amount, nameOf(payment.lender))
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        px: 1.5,
        py: 0.5,
        minHeight: 44,
        borderRadius: '10px',
        bgcolor: color.raised,
      }}
    >
      <Box sx={{ display: 'flex', color: color.secondary }}>
        <Icon path={mdiFileSign} />
      </Box>
      <Typography variant="body2" sx={{ flex: '1 1 10rem', minWidth: 0, containerType: 'inline-size', overflowWrap: 'anywhere' }}>
        <Unbroken text={text} />
      </Typography>
      {side === 'lent' && (
        <Button
          aria-label={esSigned.list.collect(amount)}
          onClick={() => ask({ kind: 'repaySigned', id: payment.loanId, payment })}
          sx={{ ml: 'auto' }}
        >
          {words.collect}
        </Button>
      )}
    </Box>
  )
}
