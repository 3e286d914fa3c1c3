import { decodeFunctionResult, encodeFunctionResult, getAbiItem, type Hex, toFunctionSelector } from 'viem'
import { loanLensAbi } from '../../web/chain/abi.ts'
import type { Fault } from './node.ts'

export type Board = ReturnType<typeof decodeBoard>

export function decodeBoard(data: Hex) {
  return decodeFunctionResult({ abi: loanLensAbi, functionName: 'dashboard', data })
}

const DASHBOARD = toFunctionSelector(getAbiItem({ abi: loanLensAbi, name: 'dashboard' }))

/** The chain's own result of `dashboard`, changed. Other calls get theirs. */
export function forged(change: (board: Board) => Board): Fault {
  return async ({ params: [call], ask, answer }) => {
    const said = await ask()
    if (!(call as { data: Hex }).data.startsWith(DASHBOARD)) return answer(said)
    const { result, ...rest } = JSON.parse(said)
    const forgery = encodeFunctionResult({
      abi: loanLensAbi,
      functionName: 'dashboard',
      result: change(decodeBoard(result)),
    })
    answer(JSON.stringify({ ...rest, result: forgery }))
  }
}
