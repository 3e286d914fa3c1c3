// Lies of a node. Shared by tests; not part of the app.
import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionResult,
  type Hex,
  isAddressEqual,
  numberToHex,
  zeroAddress,
} from 'viem'
import { getBlock } from 'viem/actions'
import type { TestClient } from '../../../devchain/testClient.ts'
import type { Fault } from '../../../e2e/support/node.ts'
import { loanLensAbi, loanLensAddress } from '../abi.ts'
import type { StateOnChain } from './signingState.ts'

/** Forges the state that is read before signing, and lets every simulation pass. */
export function forgeState(lie: Partial<StateOnChain> | ((state: StateOnChain) => Partial<StateOnChain>)): Fault {
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

/** Says of every transaction that it was mined in the block that is the latest now. */
export async function forgeReceipt(client: TestClient, status = '0x1'): Promise<Fault> {
  const block = await getBlock(client)
  return ({ id, params: [hash], answer }) =>
    answer(JSON.stringify({ jsonrpc: '2.0', id, result: receiptIn(block, hash, status) }))
}

/** A receipt as a node gives it. */
export function receiptIn({ hash, number }: { hash: Hex; number: bigint }, transactionHash: unknown, status: string) {
  return {
    transactionHash,
    blockHash: hash,
    blockNumber: numberToHex(number),
    status,
    logs: [],
    type: '0x2',
    transactionIndex: '0x0',
    gasUsed: '0x1',
    cumulativeGasUsed: '0x1',
    effectiveGasPrice: '0x1',
    from: zeroAddress,
    to: zeroAddress,
    contractAddress: null,
    logsBloom: '0x',
  }
}

/** A node that stopped at a block: it knows nothing that came later. */
export function behind(block: bigint): Fault {
  const then = numberToHex(block)
  const isLater = (number: Hex | null | undefined) => number === null || number === undefined || BigInt(number) > block
  return async ({ id, method, params, ask, answer }) => {
    const say = (result: unknown) => answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    switch (method) {
      case 'eth_blockNumber':
        return say(then)
      case 'eth_getBlockByNumber':
        return answer(await ask(params[0] === 'latest' ? [then, params[1]] : params))
      case 'eth_getTransactionCount':
        return answer(await ask([params[0], then]))
      case 'eth_call': {
        const at = params[1] as Hex | undefined
        if (at?.startsWith('0x') && isLater(at))
          return answer(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'header not found' } }))
        return answer(await ask([params[0], then]))
      }
      case 'eth_getTransactionReceipt':
      case 'eth_getTransactionByHash': {
        const { result } = JSON.parse(await ask())
        return say(isLater(result?.blockNumber) ? null : result)
      }
      default:
        return answer(await ask())
    }
  }
}
