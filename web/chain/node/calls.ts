import {
  type Abi,
  type Address,
  type Client,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  numberToHex,
} from 'viem'
import type { Wei } from '../../loans/units.ts'

// Calls by JSON-RPC. viem's actions for them bring along what fills in a transaction by asking the node, batches, overrides of the
// state and a parser of ABIs in words: 15 kB of a first visit.

type Transaction = { from?: Address; to: Address; data: Hex; value?: bigint; gas?: bigint | undefined }

/** State that a simulated call finds instead of the account's own. */
export type Overrides = Record<Address, { code?: Hex; stateDiff?: Record<Hex, Hex> }>

/** The result of a call on a changed copy of the latest state. Nodes may lack this, and reject or ignore the overrides. */
export function callWith(client: Client, transaction: Transaction, overrides: Overrides): Promise<Hex> {
  return client.request({ method: 'eth_call', params: [encoded(transaction), 'latest', overrides] }) as Promise<Hex>
}

/** The result of a call, on the state of a block or the latest one. Rejects where the contract reverts. */
export function callAt(client: Client, transaction: Transaction, blockNumber?: bigint): Promise<Hex> {
  const block = blockNumber === undefined ? 'latest' : numberToHex(blockNumber)
  return client.request({ method: 'eth_call', params: [encoded(transaction), block] }) as Promise<Hex>
}

/** The gas that a transaction takes on the latest state. Rejects where the contract reverts. */
export async function estimateGas(client: Client, transaction: Transaction): Promise<bigint> {
  const gas = hexToBigInt(await client.request({ method: 'eth_estimateGas', params: [encoded(transaction), 'latest'] }))
  if (gas <= 0n) throw new Error(`The node estimates ${gas} gas`)
  return gas
}

type View<A extends Abi> = ContractFunctionName<A, 'pure' | 'view'>

type Reading<A extends Abi, N extends View<A>> = {
  address: Address
  abi: A
  functionName: N
  args?: ContractFunctionArgs<A, 'pure' | 'view', N>
  blockNumber?: bigint
}

/** The result of a view of a contract. */
export async function readContract<const A extends Abi, N extends View<A>>(
  client: Client,
  { address, abi, functionName, args, blockNumber }: Reading<A, N>,
): Promise<ContractFunctionReturnType<A, 'pure' | 'view', N>> {
  const called = { abi, functionName, args } as { abi: Abi; functionName: string; args: readonly unknown[] }
  const data = await callAt(client, { to: address, data: encodeFunctionData(called) }, blockNumber)
  return decodeFunctionResult({ ...called, data }) as ContractFunctionReturnType<A, 'pure' | 'view', N>
}

/** The account's ether, in wei. */
export async function readEther(client: Client, address: Address): Promise<Wei> {
  return hexToBigInt(await client.request({ method: 'eth_getBalance', params: [address, 'latest'] }))
}

function encoded({ value, gas, ...transaction }: Transaction) {
  return { ...transaction, ...(value && { value: numberToHex(value) }), ...(gas && { gas: numberToHex(gas) }) }
}
