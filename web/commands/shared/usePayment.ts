import { useRef, useState } from 'react'
import { centsText } from '../../loans/decimal.ts'
import type { TakenLoan } from '../../loans/loan.ts'
import { type CheckedPayment, checkPayment } from '../../loans/payment.ts'
import { nextPayment } from '../../loans/plan.ts'
import { owedOn } from '../../loans/terms.ts'
import type { Dollars } from '../../loans/units.ts'
import { draftMistake } from '../publish/draftMistake.ts'

/** `next` and `all` follow the loan; `all` is exact to the millionth. */
type Choice = 'next' | 'all' | { typed: string }

/** How much of a loan is paid: the next instalment, where there is a plan; all of it; or what was typed. `given`: at first. */
export function usePayment(loan: TakenLoan, given?: Dollars) {
  const field = useRef<HTMLInputElement>(null)
  const [choice, setChoice] = useState(() => firstChoice(loan, given))
  const [isChecked, setChecked] = useState(false)

  const owed = owedOn(loan)
  const exact = choice === 'next' ? nextPayment(loan).amount : choice === 'all' ? owed : undefined
  const shown = typeof choice === 'object' ? choice.typed : centsText(exact ?? 0n)
  const payment: CheckedPayment = exact ? { ok: true, amount: exact, isCut: false } : checkPayment(shown, owed)

  const choose = (next: Choice) => {
    setChoice(next)
    setChecked(false)
  }
  return {
    field,
    owed,
    payment,
    /** The text in the field. */
    shown,
    isNext: choice === 'next',
    mistake: isChecked && !payment.ok ? draftMistake({ field: 'amount', problem: payment.problem }) : undefined,
    choose,
    complain: () => {
      setChecked(true)
      field.current?.focus()
    },
  }
}

function firstChoice(loan: TakenLoan, given: Dollars | undefined): Choice {
  if (loan.instalments > 1 && (given === undefined || given === nextPayment(loan).amount)) return 'next'
  if (given === undefined) return { typed: '' }
  return given === owedOn(loan) ? 'all' : { typed: centsText(given) }
}
