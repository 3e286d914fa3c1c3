import { createContext, type ReactNode, use, useState } from 'react'
import { useBoard, useBoardStore } from '../board/useBoard.ts'
import { addTestEther } from '../chain/node/addTestEther.ts'
import { type Refusal, refusalOf } from '../chain/send/refusal.ts'
import { networks } from '../chains.ts'
import { useWallet } from '../session/session.tsx'
import { TEST_ETHER } from './faucet/faucet.ts'
import { useOneAtATime } from './useOneAtATime.ts'
import { useSending } from './useSending.tsx'

const FAUCET = { kind: 'faucet' } as const

/** Whether ether was added, and why dollars were not drawn, if so. */
type Funding = { hasEther: boolean; refusal: Refusal | undefined }

/** The way to test funds: drawn at once on the embedded chain, by a dialog of their own elsewhere. */
export type Funds = { isBusy: boolean; get: () => void }

const FundsContext = createContext<Funds | undefined>(undefined)

type Props = { announce: (funding: Funding) => void; children: ReactNode }

export function FundsProvider({ announce, children }: Props) {
  const { address } = useWallet()
  const { send } = useSending()
  const { ask, refresh } = useBoardStore()
  const isLocal = useBoard(({ book }) => book?.chainId === networks.local.id)
  // Also while the dollars are on their way: another command would have to wait for them.
  const isUnderWay = useBoard(({ underWay }) => underWay.some(({ kind }) => kind === 'faucet'))
  const [isDrawing, setDrawing] = useState(false)
  const { run } = useOneAtATime()

  /** On the embedded chain: adds ether, and draws dollars from the faucet. */
  const draw = async () => {
    setDrawing(true)
    let hasEther = false
    try {
      await addTestEther(address, TEST_ETHER)
      hasEther = true
      refresh()
      // Play money: its fee is not worth a question.
      await send(crypto.randomUUID(), FAUCET, undefined)
      announce({ hasEther, refusal: undefined })
    } catch (error) {
      announce({ hasEther, refusal: refusalOf(error) })
    } finally {
      setDrawing(false)
    }
  }

  const get = () => (isLocal ? void run(draw) : ask({ kind: 'faucet' }))
  const isBusy = isDrawing || isUnderWay
  return <FundsContext value={{ isBusy, get }}>{children}</FundsContext>
}

export function useFunds(): Funds {
  const funds = use(FundsContext)
  if (!funds) throw new Error('useFunds outside of FundsProvider')
  return funds
}
