import { type Hash, type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { MAX_FEE } from '../../loans/feeLimit.ts'
import type { Wei } from '../../loans/units.ts'
import { feeOf, type Unsigned } from './prepare.ts'
import { Refused } from './refusal.ts'
import type { Signer } from './signer.ts'

/**
 * Signs, then parses the signed bytes and compares every field and the signer with what was meant, and the fee with the agreed
 * one, before they are used.
 */
export async function signChecked(signer: Signer, meant: Unsigned, agreed: Wei = MAX_FEE): Promise<{ bytes: Hex; hash: Hash }> {
  const bytes = await signer.signTransaction({ type: 'eip1559', ...meant })
  const signed = parseTransaction(bytes as `0x02${string}`)
  const isMeant =
    signed.type === 'eip1559' &&
    signed.chainId === meant.chainId &&
    (signed.nonce ?? 0) === meant.nonce &&
    signed.to?.toLowerCase() === meant.to.toLowerCase() &&
    (signed.data ?? '0x') === meant.data &&
    (signed.value ?? 0n) === meant.value &&
    signed.gas === meant.gas &&
    signed.maxFeePerGas === meant.maxFeePerGas &&
    (signed.maxPriorityFeePerGas ?? 0n) === meant.maxPriorityFeePerGas &&
    (signed.accessList ?? []).length === 0 &&
    feeOf(meant) <= agreed &&
    feeOf(meant) <= MAX_FEE &&
    (await recoverTransactionAddress({ serializedTransaction: bytes as `0x02${string}` })) === signer.address
  if (!isMeant) throw new Refused('SignedOtherwise')
  return { bytes, hash: keccak256(bytes) }
}
