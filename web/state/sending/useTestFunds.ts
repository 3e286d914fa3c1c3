import { useRef, useState } from 'react'
import type { Address } from 'viem'
import { addTestEther } from '../../chain/addTestEther.ts'
import { type Refusal, refusalOf } from '../../chain/refusal.ts'
import { useSender } from './useSender.tsx'

const TWO_ETHER = 2n * 10n ** 18n

/** What came of it so far: ether was added, dollars were asked for, or why not. */
export type Funding = { hasEther: boolean; refusal: Refusal | undefined }

/** On the embedded chain: two ether at once, and dollars from the faucet. */
export function useTestFunds(address: Address | '', onEther: () => void, say: (funding: Funding) => void) {
  const { send } = useSender()
  const [isBusy, setBusy] = useState(false)
  const isAsking = useRef(false)

  const draw = async () => {
    if (isAsking.current || address === '') return
    isAsking.current = true
    setBusy(true)
    let hasEther = false
    try {
      await addTestEther(address, TWO_ETHER)
      hasEther = true
      onEther()
      await send(crypto.randomUUID(), { kind: 'faucet' })
      say({ hasEther, refusal: undefined })
    } catch (error) {
      say({ hasEther, refusal: refusalOf(error) })
    } finally {
      isAsking.current = false
      setBusy(false)
    }
  }

  return { draw, isBusy }
}
