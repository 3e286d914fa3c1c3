import { type Address, parseSignature } from 'viem'
import type { Dollars } from '../../loans/units.ts'
import type { TokenDomain } from '../token/tokenDomain.ts'
import type { Permit } from './call.ts'
import type { Signer } from './signer.ts'

type Wanted = {
  /** EIP-712 domain of the token. */
  domain: TokenDomain
  spender: Address
  value: Dollars
  nonce: bigint
  /** Unix seconds. */
  deadline: bigint
}

export async function signPermit(signer: Signer, { domain, deadline, ...message }: Wanted): Promise<Permit> {
  const signature = await signer.signTypedData({
    domain,
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: signer.address, deadline, ...message },
  })
  const { r, s, yParity } = parseSignature(signature)
  return { deadline, v: 27 + yParity, r, s }
}
