import { useEffect, useRef, useState } from 'react'
import { useBoardStore } from '../../board/useBoard.ts'
import { refusalOf } from '../../chain/send/refusal.ts'
import type { ActiveLoan } from '../../loans/loan.ts'
import type { SignedPayment } from '../../loans/signed.ts'
import type { Dollars } from '../../loans/units.ts'
import { useSignedStore } from '../../signed/useSigned.tsx'
import { whyRefused } from '../../text/es/esRefusals.ts'
import { whyNotKept } from '../../text/es/esSigned.ts'
import { useSender } from '../useSender.tsx'

type Wanted = { loan: ActiveLoan; amount: Dollars; days: number }

/** Signs a payment, keeps it on this device, and then shows its link in place of the dialog that asked. */
export function useSignPayment(wanted: Wanted | undefined, onClose: () => void) {
  const { signPayment, balances } = useSender()
  const { keep } = useSignedStore()
  const { ask } = useBoardStore()
  const [isSigning, setSigning] = useState(false)
  const [refused, setRefused] = useState<{ key: string; problem: string; isPoor: boolean }>()
  const key = `${wanted?.amount} ${balances}`
  // A ref, because a second click may come before the state update is rendered.
  const isBusy = useRef(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const refuse = (problem: string, isPoor = false) => setRefused({ key, problem, isPoor })
  /** Undefined where it was refused, or dropped before anybody saw it. */
  const signAndKeep = async (payment: Wanted): Promise<SignedPayment | undefined> => {
    let signed: SignedPayment
    try {
      signed = await signPayment(payment)
    } catch (error) {
      const refusal = refusalOf(error)
      refuse(whyRefused(refusal), refusal.name === 'NoDollars')
      return undefined
    }
    // Whoever closed the dialog meanwhile does not want it.
    if (!isOpen.current) return undefined
    const problem = await keep(signed).then(() => undefined, whyNotKept)
    if (problem) refuse(problem)
    return problem ? undefined : signed
  }

  const sign = async (payment: Wanted) => {
    if (isBusy.current) return
    isBusy.current = true
    setSigning(true)
    setRefused(undefined)
    const signed = await signAndKeep(payment)
    isBusy.current = false
    setSigning(false)
    if (!signed) return
    if (isOpen.current) onClose()
    ask({ kind: 'shareSigned', signed })
  }

  // A refusal of another amount, or before money came in, says nothing about this one.
  const current = refused?.key === key && !isSigning ? refused : undefined
  return { isSigning, problem: current?.problem, isPoor: current?.isPoor ?? false, sign }
}
