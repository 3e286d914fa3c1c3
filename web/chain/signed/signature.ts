import { type Address, type Hex, hashTypedData, recoverAddress } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { isSameAddress } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { client } from '../node/clients.ts'
import { orNone } from '../token/orNone.ts'
import { tokenDomain } from '../token/tokenDomain.ts'
import { tokenOf } from './tokenOf.ts'
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
    outputs: [{ name: '', type: 'bytes4' }],
  },
] as const
const VALID = '0x1626ba7e'

/** Of 65 bytes, with the lower `s` and a `v` of 27 or 28: the contracts take no other form. */
const KEY_SIGNATURE = /^0x[\da-f]{64}[0-7][\da-f]{63}1[bc]$/i

/** Whether the borrower signed exactly this: with their key, or as a contract. Rejects where that cannot be asked. */
export async function isGenuine(signed: Signed): Promise<boolean> {
  const hash = await hashOf(signed)
  const { borrower, signature } = signed
  if (await isByKey(borrower, hash, signature)) return true
  const code = await getCode(client, { address: borrower })
  if (!code || code === '0x') return false
  const args = [hash, signature] as const
  const said = readContract(client, { address: borrower, abi: CONTRACT_ABI, functionName: 'isValidSignature', args })
  return (await orNone(said)) === VALID
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
