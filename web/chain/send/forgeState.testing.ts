// Shared by tests. Not part of the app.
import { type Address, decodeFunctionData, decodeFunctionResult, encodeFunctionResult, type Hex, isAddressEqual } from 'viem'
import type { Fault } from '../../../e2e/support/node.ts'
import { loanLensAbi, loanLensAddress } from '../abi.ts'
import type { SigningState } from './signingState.ts'

/** Forges the state that is read before signing, and lets every simulation pass. */
export function forgeState(lie: Partial<SigningState> | ((state: SigningState) => Partial<SigningState>)): Fault {
  return async ({ id, method, params: [call], ask, answer }) => {
    const say = (result: unknown) => answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    if (method === 'eth_estimateGas') return say('0x15f90')
    const said = await ask()
    const { to, data } = call as { to: Address; data: Hex }
    const functionName = 'signingState'
    if (!isAddressEqual(to, loanLensAddress)) return answer(said)
    if (decodeFunctionData({ abi: loanLensAbi, data }).functionName !== functionName) return answer(said)
    const state = decodeFunctionResult({ abi: loanLensAbi, functionName, data: JSON.parse(said).result })
    const forged = { ...state, ...(typeof lie === 'function' ? lie(state) : lie) }
    say(encodeFunctionResult({ abi: loanLensAbi, functionName, result: forged }))
  }
}
