import {
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  getAbiItem,
  type Hex,
  toFunctionSelector,
} from 'viem'
import { loanBookAbi, loanLensAbi, testDollarAbi } from '../../web/chain/abi.ts'
import type { Fault } from './node.ts'

export type LensFunction = ContractFunctionName<typeof loanLensAbi, 'view'>

/** The function of our contracts that is called. */
export function calledIn(params: readonly unknown[]): string {
  const [{ data }] = params as [{ data: Hex }]
  return decodeFunctionData({ abi: [...loanLensAbi, ...loanBookAbi, ...testDollarAbi], data }).functionName
}

/** A fault of the calls of one function of the lens alone. */
export function of(functionName: LensFunction, fault: Fault): Fault {
  const selector = toFunctionSelector(getAbiItem({ abi: loanLensAbi, name: functionName }))
  return async (call) => {
    const [{ data }] = call.params as [{ data: Hex }]
    if (data.startsWith(selector)) await fault(call)
    else call.answer(await call.ask())
  }
}

type Result<F extends LensFunction> = ContractFunctionReturnType<typeof loanLensAbi, 'view', F>

export type Board = Result<'dashboard'>

/** The chain's own result of one function of the lens, changed. Other calls get theirs. */
export function forgedIn<F extends LensFunction>(functionName: F, change: (result: Result<F>) => unknown): Fault {
  return of(functionName, async ({ ask, answer }) => {
    const { result, ...rest } = JSON.parse(await ask())
    const honest = decodeFunctionResult({ abi: loanLensAbi, functionName, data: result } as never) as Result<F>
    const forgery = encodeFunctionResult({ abi: loanLensAbi, functionName, result: change(honest) } as never)
    answer(JSON.stringify({ ...rest, result: forgery }))
  })
}

/** Keeps calls waiting until `release`; with `isHeld`, some of them alone. */
export function holding(isHeld: (params: readonly unknown[]) => boolean = () => true) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const fault: Fault = async ({ params, ask, answer }) => {
    const text = ask()
    if (isHeld(params)) await released
    answer(await text)
  }
  return { fault, release }
}
