import type { Command } from '../../commands/command.ts'

/** An offer without a note, by a lender's first permit, at the id that writes the most storage. */
const PUBLISH_GAS = 285_000n
/** A note that fits one storage slot. */
const SHORT_NOTE_GAS = 28_000n
const SHORT_NOTE_BYTES = 31
/** A longer one becomes the code of a contract: so much for the contract, and for each byte. */
const LONG_NOTE_GAS = 68_000n
const GAS_PER_BYTE = 276n
/** A request without a note, by a borrower's first, for one lender, at the id that writes the most storage. */
const REQUEST_GAS = 205_000n
/** A request that opens a storage slot in the lists of both, funded by a lender's first permit. */
const FUND_GAS = 195_000n
/** A first payment in part, by a payer's first permit. */
const REPAY_GAS = 152_000n

/**
 * The highest gas limit of a command whose fee is quoted without a simulation, measured on the contract: it would need a
 * signed permit, which anyone who sees it can redeem, or run with every key that is pressed. Undefined: simulate it.
 */
export function knownGas(command: Command): bigint | undefined {
  switch (command.kind) {
    case 'createOffer':
      return publishGas(command.offer.note)
    case 'createRequest':
      return requestGas(command.request.note)
    case 'fundRequest':
      return FUND_GAS
    case 'repay':
      return REPAY_GAS
    case 'acceptOffer':
    case 'cancelOffer':
    case 'cancelRequest':
    case 'recordPayment':
    case 'extend':
    case 'forgive':
    case 'withdraw':
    case 'sendEther':
    case 'sendDollars':
    case 'faucet':
    case 'annul':
      return undefined
  }
}

export function publishGas(note: string): bigint {
  return PUBLISH_GAS + noteGas(note)
}

export function requestGas(note: string): bigint {
  return REQUEST_GAS + noteGas(note)
}

function noteGas(note: string): bigint {
  const bytes = new TextEncoder().encode(note).length
  if (bytes === 0) return 0n
  return bytes <= SHORT_NOTE_BYTES ? SHORT_NOTE_GAS : LONG_NOTE_GAS + BigInt(bytes) * GAS_PER_BYTE
}
