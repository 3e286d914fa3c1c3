import { useState } from 'react'
import { useBalances } from '../../board/useBoard.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import type { Dollars } from '../../loans/units.ts'
import { type NotSigned, useSignAndShare } from '../shared/useSignAndShare.ts'
import { useSending } from '../useSending.tsx'

type Wanted = { loan: ActiveLoan; amount: Dollars; days: number }

/** Signs a payment, and then shows its link in place of the dialog that asked. */
export function useSignPayment(wanted: Wanted | undefined, onClose: () => void) {
  const { signPayment } = useSending()
  const balances = useBalances()
  const { isSigning, signAndShare } = useSignAndShare(onClose)
  const [refused, setRefused] = useState<NotSigned & { key: string }>()
  const key = `${wanted?.amount} ${balances}`

  const sign = async (payment: Wanted) => {
    if (isSigning) return
    setRefused(undefined)
    const why = await signAndShare(() => signPayment(payment))
    if (why) setRefused({ key, ...why })
  }

  // A refusal of another amount, or before money came in, says nothing about this one.
  const current = refused?.key === key && !isSigning ? refused : undefined
  return { isSigning, problem: current?.problem, isPoor: current?.isPoor ?? false, sign }
}
