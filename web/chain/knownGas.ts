import type { Command } from '../loans/command.ts'

/** An offer without a note, by a lender's first permit, at the id that writes the most storage. */
const PUBLISH_GAS = 285_000n
/** A note that fits one storage slot. */
const SHORT_NOTE_GAS = 28_000n
const SHORT_NOTE_BYTES = 31
/** A longer one becomes the code of a contract: so much for the contract, and for each byte. */
const LONG_NOTE_GAS = 68_000n
const GAS_PER_BYTE = 276n
/** A first payment in part, by a payer's first permit. */
const REPAY_GAS = 152_000n

/**
 * The highest gas limit of a command that carries a permit, measured on the contract. It stands in for a simulation where a
 * fee is quoted: a simulation would need a signed permit, which anyone who sees it can redeem. Undefined: simulate it.
 */
export function knownGas(command: Command): bigint | undefined {
  switch (command.kind) {
    case 'createOffer':
      return publishGas(command.offer.note)
    case 'repay':
      return REPAY_GAS
    case 'acceptOffer':
    case 'cancelOffer':
    case 'withdraw':
    case 'faucet':
    case 'annul':
      return undefined
  }
}

export function publishGas(note: string): bigint {
  const bytes = new TextEncoder().encode(note).length
  if (bytes === 0) return PUBLISH_GAS
  if (bytes <= SHORT_NOTE_BYTES) return PUBLISH_GAS + SHORT_NOTE_GAS
  return PUBLISH_GAS + LONG_NOTE_GAS + BigInt(bytes) * GAS_PER_BYTE
}
