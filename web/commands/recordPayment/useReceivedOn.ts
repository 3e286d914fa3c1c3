import { useRef, useState } from 'react'
import { useBoard } from '../../board/useBoard.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import { receivedDays, receivedOn } from './receivedOn.ts'

/** The day on which a payment was received: today, unless another one is chosen. */
export function useReceivedOn(loan: TakenLoan) {
  const field = useRef<HTMLInputElement>(null)
  const latest = useBoard(({ dashboard, now }) => dashboard?.at.timestamp ?? now)
  // The command must not change with every block, because its fee would be asked for again.
  const [now] = useState(latest)
  const { first, last } = receivedDays(loan, now)
  const [day, setDay] = useState(last)
  const [isChecked, setChecked] = useState(false)
  const paidAt = receivedOn(day, loan, now)
  return {
    field,
    first,
    last,
    day,
    paidAt,
    isWrong: isChecked && paidAt === undefined,
    choose: (next: string) => {
      setDay(next)
      setChecked(false)
    },
    complain: () => {
      setChecked(true)
      field.current?.focus()
    },
  }
}
