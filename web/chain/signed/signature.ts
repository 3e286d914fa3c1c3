import { type Address, type Hex, hashTypedData, padHex, recoverAddress } from 'viem'
import { getCode } from 'viem/actions'
import { isSameAddress } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { readContract } from '../node/calls.ts'
import { client } from '../node/clients.ts'
import { orNone } from '../token/orNone.ts'
import { tokenDomain } from '../token/tokenDomain.ts'
import { tokenOf } from '../token/tokenOf.ts'
import { paymentTypedData, requestTypedData } from './typedData.ts'

/** ERC-1271. */
const CONTRACT_ABI = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [
      { name: 'hash', type: 'bytes32' },
      { name: 'signature', type: 'bytes' },
    ],
    // The contracts compare the whole word.
    outputs: [{ name: '', type: 'bytes32' }],
  },
] as const
const VALID = padHex('0x1626ba7e', { dir: 'right' })
/** A signature of 65 bytes, with the lower `s` and a `v` of 27 or 28: the contracts take no other form. */
const KEY_SIGNATURE = /^0x[\da-f]{64}[0-7][\da-f]{63}1[bc]$/i

/** Whether the borrower signed exactly this: with their key, or as a contract. Rejects where that cannot be asked. */
export async function isGenuine(signed: Signed): Promise<boolean> {
  const hash = await hashOf(signed)
  const { borrower, signature } = signed
  const code = await getCode(client, { address: borrower })
  // As the contracts do: one with code is asked, even where it has a key (EIP-7702).
  if (!code || code === '0x') return isByKey(borrower, hash, signature)
  const call = { address: borrower, abi: CONTRACT_ABI, functionName: 'isValidSignature' } as const
  return (await orNone(readContract(client, { ...call, args: [hash, signature] }))) === VALID
}

/** The same of one's own, which a key signed: a node that says otherwise would have me share or void what I never signed. */
export async function isOwn(signed: Signed): Promise<boolean> {
  return isByKey(signed.borrower, await hashOf(signed), signed.signature)
}

async function hashOf(signed: Signed): Promise<Hex> {
  if (signed.kind === 'request') return hashTypedData(requestTypedData(signed))
  const token = await tokenOf(signed.book)
  return hashTypedData(paymentTypedData(signed, await tokenDomain(token, signed.chainId)))
}

async function isByKey(signer: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (!KEY_SIGNATURE.test(signature)) return false
  return isSameAddress(await recoverAddress({ hash, signature }).catch(() => undefined), signer)
}
