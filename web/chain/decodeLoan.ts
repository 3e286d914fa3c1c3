import type { Address, ContractFunctionReturnType } from 'viem'
import type { Item, Loan } from '../loans/loan.ts'
import type { loanLensAbi } from './abi.ts'

type RawDashboard = ContractFunctionReturnType<typeof loanLensAbi, 'view', 'dashboard'>
export type RawItem = RawDashboard['openOffers'][number]

export type { Item }

const NOTE_LENGTH = 280
const NOBODY: Address = '0x0000000000000000000000000000000000000000'

// What the contract itself takes. A number beyond these did not come from it.
const MAX_PRINCIPAL = 2n ** 64n - 1n
const MAX_APR = 2n ** 16n - 1n
const MAX_DURATION = 2n ** 32n - 1n
export const MAX_MOMENT = 2n ** 33n
const MAX_COUNT = 2n ** 32n - 1n

// Control characters, and those that turn the direction of what follows them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

/**
 * The only way from the chain to a loan. Everything that arrives is hostile: what comes out can be drawn, and what cannot
 * be right is refused with the facts.
 */
export function decodeLoan({ id, loan, record, offered }: RawItem): Item {
  const refuse = (what: string): never => {
    throw new Error(`Loan ${id} has ${what}`)
  }
  const within = (what: string, value: bigint, max: bigint, min = 0n): bigint =>
    value >= min && value <= max ? value : refuse(`${what} ${value}`)

  const terms = {
    id,
    lender: loan.lender,
    principal: within('principal', loan.principal, MAX_PRINCIPAL, 1n),
    apr: Number(within('apr', loan.apr, MAX_APR)),
    duration: Number(within('duration', loan.duration, MAX_DURATION)),
    note: noteOf(loan.comment),
    demo: false,
  }
  const taken = () => ({
    borrower: loan.borrower === NOBODY ? refuse('no borrower') : loan.borrower,
    dueAt: Number(within('due date', loan.dueTs, MAX_MOMENT, 1n)),
    repaid: within('repaid', loan.repaid, MAX_PRINCIPAL * 1000n),
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

/** Those that can be drawn, and why the others cannot. */
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
  // Cut first, so that a note of a million characters costs no more than one of a thousand.
  const clean = comment
    .slice(0, NOTE_LENGTH * 8)
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .trim()
  return Array.from(clean).slice(0, NOTE_LENGTH).join('')
}
