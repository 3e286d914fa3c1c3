import { useRef, useState } from 'react'
import { addTestEther } from '../../chain/send/addTestEther.ts'
import { type Refusal, refusalOf } from '../../chain/send/refusal.ts'
import { useWallet } from '../../session/session.tsx'
import { useSender } from '../useSender.tsx'

const FAUCET = { kind: 'faucet' } as const
const TWO_ETHER = 2n * 10n ** 18n

/** Whether ether was added, and why dollars were not drawn, if so. */
export type Funding = { hasEther: boolean; refusal: Refusal | undefined }

/** On the embedded chain: adds two ether, and draws dollars from the faucet. */
export function useTestFunds(onEther: () => void, announce: (funding: Funding) => void) {
  const { address } = useWallet()
  const { quote, send } = useSender()
  const [isBusy, setBusy] = useState(false)
  const isAsking = useRef(false)

  const draw = async () => {
    if (isAsking.current) return
    isAsking.current = true
    setBusy(true)
    let hasEther = false
    try {
      await addTestEther(address, TWO_ETHER)
      hasEther = true
      onEther()
      // Play money: its fee is not worth a question.
      await send(crypto.randomUUID(), FAUCET, await quote(FAUCET))
      announce({ hasEther, refusal: undefined })
    } catch (error) {
      announce({ hasEther, refusal: refusalOf(error) })
    } finally {
      isAsking.current = false
      setBusy(false)
    }
  }

  return { draw, isBusy }
}
