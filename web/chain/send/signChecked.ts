import { type Hash, type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import type { Wei } from '../../loans/units.ts'
import { assertShown, type Unsigned } from './prepare.ts'
import { Refused } from './refusal.ts'
import type { Signer } from './signer.ts'

/**
 * Signs, then parses the signed bytes and compares every field and the signer with what was meant, and the fee with the one
 * that was shown, before they are used.
 */
export async function signChecked(signer: Signer, meant: Unsigned, shownFee: Wei): Promise<{ bytes: Hex; hash: Hash }> {
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
    (await recoverTransactionAddress({ serializedTransaction: bytes as `0x02${string}` })) === signer.address
  if (!isMeant) throw new Refused('SignedOtherwise')
  assertShown({ gas: signed.gas ?? 0n, maxFeePerGas: signed.maxFeePerGas ?? 0n }, shownFee)
  return { bytes, hash: keccak256(bytes) }
}
