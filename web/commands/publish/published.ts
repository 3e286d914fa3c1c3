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
