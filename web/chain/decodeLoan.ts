import type { ContractFunctionReturnType } from 'viem'
import { limits } from '../loans/limits.ts'
import { type Item, type Loan, NOBODY } from '../loans/loan.ts'
import type { loanLensAbi } from './abi.ts'

type RawDashboard = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>
export type RawItem = RawDashboard['openOffers'][number]

/** In characters. The contract's limit is in bytes, of which no character has less than one. */
const MAX_NOTE_LENGTH = Number(limits.note.max)

// Not limits of the contract, but generous bounds: any number within them can be drawn.
export const MAX_TIMESTAMP = 2n ** 33n
const MAX_REPAID = limits.principal.max * 1000n
const MAX_COUNT = 2n ** 32n - 1n

// Control characters, zero-width characters and bidirectional overrides.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * Validates and decodes a loan from the chain; nothing else does. Treats every field as hostile: the result is safe to
 * draw, and a value that the contract could not have written throws with the facts.
 */
export function decodeLoan({ id, loan, record, offered }: RawItem): Item {
  const refuse = (what: string): never => {
    throw new Error(`Loan ${id} has ${what}`)
  }
  const within = (what: string, value: bigint, { min, max }: { min: bigint; max: bigint }): bigint =>
    value >= min && value <= max ? value : refuse(`${what} ${value}`)

  const terms = {
    id,
    lender: loan.lender,
    principal: within('principal', loan.principal, limits.principal),
    apr: Number(within('apr', loan.apr, limits.apr)),
    duration: Number(within('duration', loan.duration, limits.duration)),
    note: noteOf(loan.comment),
    demo: false,
  }
  const taken = () => ({
    borrower: loan.borrower === NOBODY ? refuse('no borrower') : loan.borrower,
    dueAt: Number(within('due date', loan.dueTs, { min: 1n, max: MAX_TIMESTAMP })),
    repaid: within('repaid', loan.repaid, { min: 0n, max: MAX_REPAID }),
  })
  const decode = (): Loan => {
    switch (loan.status) {
      case 1:
        return { ...terms, status: 'open', borrower: loan.borrower === NOBODY ? undefined : loan.borrower }
      case 2:
        return { ...terms, ...taken(), status: 'active' }
      case 3:
        return { ...terms, ...taken(), status: 'repaid' }
      case 4:
        return { ...terms, status: 'cancelled' }
      default:
        return refuse(`unknown status ${loan.status}`)
    }
  }
  const count = (value: bigint) => Number(value > MAX_COUNT ? MAX_COUNT : value)
  return {
    loan: decode(),
    record: {
      taken: count(record.taken),
      repaid: count(record.repaid),
      repaidLate: count(record.repaidLate),
      offered: count(offered),
    },
  }
}

/** The loans that can be drawn, and why the others cannot. */
export function decodeLoans(items: readonly RawItem[]): { items: Item[]; refused: string[] } {
  const decoded: { items: Item[]; refused: string[] } = { items: [], refused: [] }
  for (const item of items) {
    try {
      decoded.items.push(decodeLoan(item))
    } catch (error) {
      decoded.refused.push(error instanceof Error ? error.message : String(error))
    }
  }
  return decoded
}

function noteOf(comment: string): string {
  // Truncated first, to bound the cost of the regular expressions on a note of a million characters.
  const clean = comment
    .slice(0, MAX_NOTE_LENGTH * 8)
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .trim()
  return Array.from(clean).slice(0, MAX_NOTE_LENGTH).join('')
}
