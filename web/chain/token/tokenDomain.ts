import { type Address, domainSeparator, type TypedDataDomain } from 'viem'
import { DOLLAR, isSameAddress } from '../../loans/loan.ts'
import { testDollarAbi, testDollarAddress, testDollarDomain } from '../abi.ts'
import { readContract } from '../node/calls.ts'
import { client } from '../node/clients.ts'
import { Refused } from '../send/refusal.ts'
import { orNone } from './orNone.ts'

/** The EIP-712 domain that a token takes permits for. */
export type TokenDomain = Required<Pick<TypedDataDomain, 'name' | 'version' | 'chainId' | 'verifyingContract'>>

/** Not part of ERC-20, nor of EIP-2612. The second is EIP-5267's. */
const DOMAIN_ABI = [
  { type: 'function', name: 'version', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'string' }] },
  {
    type: 'function',
    name: 'eip712Domain',
    stateMutability: 'view',
    inputs: [],
    outputs: [
      { name: 'fields', type: 'bytes1' },
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
      { name: 'salt', type: 'bytes32' },
      { name: 'extensions', type: 'uint256[]' },
    ],
  },
] as const

/** Version of a token that tells none. */
const FIRST_VERSION = '1'

const DECIMALS = DOLLAR.toString().length - 1

/** By chain and address. What was refused is asked again. */
const known = new Map<string, Promise<TokenDomain>>()

/**
 * The domain. That of our own dollar is known: its address is made of its bytes, so no node is asked, nor can one name another.
 * Of any other it is read from the token once: by EIP-5267, or from its name and version. Must hash to the token's own
 * DOMAIN_SEPARATOR; otherwise a permit would be worth nothing, and nothing is signed.
 */
export async function tokenDomain(token: Address, chainId: number): Promise<TokenDomain> {
  if (isSameAddress(token, testDollarAddress)) return { ...testDollarDomain, chainId, verifyingContract: token }
  const key = keyOf(token, chainId)
  const domain = known.get(key) ?? readDomain(token, chainId)
  known.set(key, domain)
  domain.catch(() => known.delete(key))
  return domain
}

/** After a permit that the token did not take: a node may have told another domain, with a separator that fits it. */
export function forgetDomain(token: Address, chainId: number): void {
  known.delete(keyOf(token, chainId))
}

const keyOf = (token: Address, chainId: number) => `${chainId} ${token}`

async function readDomain(token: Address, chainId: number): Promise<TokenDomain> {
  const of = { address: token, abi: testDollarAbi } as const
  const [described, name, version, separator, decimals] = await Promise.all([
    orNone(readContract(client, { ...of, abi: DOMAIN_ABI, functionName: 'eip712Domain' })),
    orNone(readContract(client, { ...of, functionName: 'name' })),
    orNone(readContract(client, { ...of, abi: DOMAIN_ABI, functionName: 'version' })),
    orNone(readContract(client, { ...of, functionName: 'DOMAIN_SEPARATOR' })),
    orNone(readContract(client, { ...of, functionName: 'decimals' })),
  ])
  if (decimals !== undefined && decimals !== DECIMALS) throw new Refused('WrongDecimals', [token, BigInt(decimals)])
  const [, describedName, describedVersion] = described ?? []
  const domain = {
    name: describedName ?? name ?? '',
    version: describedVersion ?? version ?? FIRST_VERSION,
    chainId,
    verifyingContract: token,
  }
  if (decimals === undefined || domainSeparator({ domain }) !== separator) throw new Refused('UnknownDomain')
  return domain
}
