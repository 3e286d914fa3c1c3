import { type Abi, type Address, type ContractFunctionArgs, type ContractFunctionName, encodeFunctionData, type Hex } from 'viem'
import type { Loan } from '../../loans/loan.ts'
import type { Dollars, Wei } from '../../loans/units.ts'
import { loanBookAbi, testDollarAbi } from '../abi.ts'

/** Target, value and data of a transaction. */
export type Call = { to: Address; value: Wei; data: Hex }

export type Addresses = { account: Address; book: Address; token: Address }

/** An EIP-2612 permit: lets the book take these dollars until the deadline, without an approve transaction. */
export type Permit = { deadline: bigint; v: number; r: Hex; s: Hex }

type Name<A extends Abi> = ContractFunctionName<A, 'nonpayable'>
type Args<A extends Abi, Fn extends Name<A>> = Extract<ContractFunctionArgs<A, 'nonpayable', Fn>, readonly unknown[]>

/** A call of the lending contract. */
export function toBook<Fn extends Name<typeof loanBookAbi>>(
  { book }: Addresses,
  functionName: Fn,
  args: Args<typeof loanBookAbi, Fn>,
): Omit<Call, 'value'> {
  return { to: book, data: encode(loanBookAbi, functionName, args) }
}

/** A call of the dollar. */
export function toToken<Fn extends Name<typeof testDollarAbi>>(
  { token }: Addresses,
  functionName: Fn,
  args: Args<typeof testDollarAbi, Fn>,
): Omit<Call, 'value'> {
  return { to: token, data: encode(testDollarAbi, functionName, args) }
}

/** Call data of arguments that toBook and toToken have checked against the ABI. */
function encode(abi: Abi, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args })
}

type Terms = Pick<Loan, 'principal' | 'duration' | 'apr' | 'instalments'>

/** Terms as arguments of the contract. */
export function termsOf({ principal, duration, apr, instalments }: Terms) {
  return { principal, duration: BigInt(duration), apr: BigInt(apr), instalments: BigInt(instalments) }
}

/** A call of the book behind a permit for it, as one call. */
export function behindPermit(
  { to, data }: Omit<Call, 'value'>,
  value: Dollars,
  { deadline, v, r, s }: Permit,
): Omit<Call, 'value'> {
  const permit = encode(loanBookAbi, 'permit', [value, deadline, v, r, s])
  return { to, data: encode(loanBookAbi, 'multicall', [[permit, data]]) }
}
