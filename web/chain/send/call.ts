import type { Address, Hex } from 'viem'
import type { Loan } from '../../loans/loan.ts'

/** Target and data of a transaction. `value` in wei. */
export type Call = { to: Address; value: bigint; data: Hex }

export type Addresses = { account: Address; book: Address; token: Address }

/** An EIP-2612 permit: lets the book take these dollars until the deadline, without an approve transaction. */
export type Permit = { deadline: bigint; v: number; r: Hex; s: Hex }

type Terms = Pick<Loan, 'principal' | 'duration' | 'apr' | 'instalments'>

/** Terms as arguments of the contract. */
export function termsOf({ principal, duration, apr, instalments }: Terms) {
  return { principal, duration: BigInt(duration), apr: BigInt(apr), instalments: BigInt(instalments) }
}

/** A permit as the last arguments of a `…WithPermit` function. */
export function partsOf(permit: Permit | undefined) {
  if (!permit) throw new Error('A command that moves dollars needs a permit')
  return [permit.deadline, permit.v, permit.r, permit.s] as const
}
