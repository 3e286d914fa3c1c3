import { useBoard } from '../../board/useBoard.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import { moneyOwed } from '../../text/format.ts'
import { Notice } from '../../ui/notices/Notice.tsx'

type Props = {
  loan: TakenLoan
  words: { already: (amounts: string) => string; alreadyMany: (count: number, amounts: string) => string }
}

/** Says that payments of this loan were signed and may still be collected, each beside the next one. */
export function AlreadySigned({ loan, words }: Props) {
  const signed = useBoard((view) => view.signed)
  const amounts = signed.flatMap((each) => (each.kind === 'payment' && each.loanId === loan.id ? [moneyOwed(each.amount)] : []))
  if (amounts.length === 0) return null
  const listed = amounts.join(', ')
  return (
    <Notice severity="warning" role="note">
      {amounts.length === 1 ? words.already(listed) : words.alreadyMany(amounts.length, listed)}
    </Notice>
  )
}
