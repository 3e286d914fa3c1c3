import { type Address, concat, type Hex, hexToBigInt, numberToHex, size, zeroHash } from 'viem'
import type { Dollars } from '../../loans/units.ts'
import { callWith, type Overrides } from '../node/calls.ts'
import { client } from '../node/clients.ts'
import { balanceSlot } from '../token/balanceSlot.ts'
import { pinnedToken } from '../token/tokenOf.ts'
import type { Addresses, Call, Permit } from './call.ts'
import { isRevert, refusalOf } from './refusal.ts'
import type { SigningState } from './signingState.ts'

/** EIP-7825's limit. A transaction with more would take gas for new state from a reserve that the meter cannot see. */
const CALL_GAS = 2n ** 24n

/** Stands in for a permit that is not signed yet. The book ignores an invalid permit, and the meter approves the amount itself. */
export const UNSIGNED: Permit = { deadline: 2n ** 32n - 1n, v: 27, r: numberToHex(1n, { size: 32 }), s: `0x${'11'.repeat(32)}` }

/**
 * The gas that a call with a permit takes, without a signature: the meter runs in place of the account's empty code. Undefined if
 * the node does not support that, or if the account lacks the dollars and they cannot be added. Rejects if the contract reverts.
 */
export async function measureGas(call: Call, ours: Addresses, amount: Dollars, state: SigningState): Promise<bigint | undefined> {
  const meter = { code: meterFor(call.to, ours, amount), stateDiff: { [zeroHash]: numberToHex(state.permitNonce, { size: 32 }) } }
  const isShort = state.dollarBalance < amount
  if (isShort && !pinnedToken(ours.book)) return undefined
  const overrides = { [ours.account]: meter, ...(isShort && enriched(ours, amount)) }
  try {
    const left = await callWith(client, { to: ours.account, data: call.data, gas: CALL_GAS }, overrides)
    return size(left) === 32 && hexToBigInt(left) < CALL_GAS ? CALL_GAS - hexToBigInt(left) : undefined
  } catch (error) {
    const refusal = refusalOf(error)
    if (isRevert(refusal) || refusal.name === 'NoNetwork') throw error
    return undefined
  }
}

/**
 * EVM bytecode that does what a permit does to the state (it increments a number and approves the amount), makes the call that it
 * was called with, and returns the gas that is left. So the node itself charges for every part.
 */
function meterFor(to: Address, { book, token }: Addresses, amount: Dollars): Hex {
  const word = numberToHex(amount, { size: 32 })
  return concat([
    '0x333214600757005b', // STOP unless CALLER == ORIGIN: a token may ask an owner with code for its signature
    '0x5f546001015f55', // SSTORE(0, SLOAD(0) + 1)
    ...(['0x63095ea7b35f5273', book, '0x6020527f', word, '0x604052'] as const), // calldata of approve(book, amount)
    ...(['0x5f5f6044601c5f73', token, '0x5af150'] as const), // CALL the token
    ...(['0x365f5f375f5f365f5f73', to, '0x5af1'] as const), // CALL with the calldata of this call
    '0x609b573d5f5f3e3d5ffd', // revert with its data unless it succeeded
    '0x5b5a5f5260205ff3', // return the gas that is left
  ])
}

/** Gives the account dollars of our own token, of which the storage slot of a balance is known. */
function enriched({ account, token }: Addresses, amount: Dollars): Overrides {
  return { [token]: { stateDiff: { [balanceSlot(account)]: numberToHex(amount, { size: 32 }) } } }
}
