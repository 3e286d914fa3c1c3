import { DAY, type Offer } from '../../loans/loan.ts'
import { keptTerms, openDays } from '../keptLoan.ts'

/** Terms that an offer and a request are published with. */
export type Published = Pick<Offer, 'principal' | 'apr' | 'duration' | 'instalments' | 'note'> & {
  /** For how many days it can be taken; 0: until it is withdrawn. */
  openDays: number
}

export const keptPublished = { ...keptTerms, openDays }

/** Unix seconds. */
export function openUntil({ openDays }: Published, now: number): number | undefined {
  return openDays === 0 ? undefined : now + openDays * DAY
}

/** A note that fits one storage slot. */
const SHORT_NOTE_GAS = 29_000n
const SHORT_NOTE_BYTES = 31
/** A longer one becomes the code of a contract: so much for the contract, and for each byte. */
const LONG_NOTE_GAS = 68_000n
const GAS_PER_BYTE = 276n

export function noteGas(note: string): bigint {
  const bytes = new TextEncoder().encode(note).length
  if (bytes === 0) return 0n
  return bytes <= SHORT_NOTE_BYTES ? SHORT_NOTE_GAS : LONG_NOTE_GAS + BigInt(bytes) * GAS_PER_BYTE
}
