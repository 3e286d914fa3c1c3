import type { Address } from 'viem'

/** EIP-681. With the chain id, another wallet offers to send on this network and on no other. */
export function paymentUri(address: Address, chainId: number): string {
  return `ethereum:${address}@${chainId}`
}
