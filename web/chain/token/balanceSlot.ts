import { type Address, concat, type Hex, keccak256 } from 'viem'

/** The storage slot of an account's dollars in our own dollar, as Solady's ERC20 lays it out. */
export function balanceSlot(account: Address): Hex {
  return keccak256(concat([account, '0x000000000000000087a211a2']))
}
