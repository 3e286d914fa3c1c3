import type { Address } from 'viem'
import { type DecimalProblem, parseAmount, parseApr } from './decimal.ts'
import { limits } from './limits.ts'
import { DAY, isSameAddress, NOBODY, type Offer } from './loan.ts'
import { TERM_DAYS } from './terms.ts'

/** An offer as it was typed. */
export type Draft = { amount: string; apr: string; days: number; to: string; note: string }

export const EMPTY_DRAFT: Draft = { amount: '', apr: '', days: 30, to: '', note: '' }

/** An offer that the contract would take. */
export type NewOffer = Pick<Offer, 'principal' | 'apr' | 'duration' | 'instalments' | 'borrower' | 'note'> & {
  /** For how many days it can be taken; 0: until it is cancelled. */
  openDays: number
}

export type Mistake =
  | { field: 'amount' | 'apr'; problem: DecimalProblem }
  | { field: 'days' | 'note' }
  | { field: 'to'; problem: 'invalid' | 'own' }

export type CheckedDraft = { ok: true; offer: NewOffer } | { ok: false; mistake: Mistake }

/** The offer, or the first mistake from top to bottom. `addressee` is `draft.to` parsed; undefined if it is not an address. */
export function checkDraft(draft: Draft, me: Address, addressee: Address | undefined): CheckedDraft {
  const principal = parseAmount(draft.amount)
  if (!principal.ok) return refuse({ field: 'amount', problem: principal.problem })

  const apr = parseApr(draft.apr)
  if (!apr.ok) return refuse({ field: 'apr', problem: apr.problem })

  if (!TERM_DAYS.some((days) => days === draft.days)) return refuse({ field: 'days' })

  const isAddressed = draft.to.trim() !== ''
  const problem = addresseeProblem(me, addressee)
  if (isAddressed && problem) return refuse({ field: 'to', problem })

  if (noteBytesLeft(draft.note) < 0) return refuse({ field: 'note' })

  return {
    ok: true,
    offer: {
      principal: principal.value,
      apr: apr.value,
      duration: draft.days * DAY,
      instalments: 1,
      openDays: 0,
      borrower: isAddressed ? addressee : undefined,
      note: draft.note.trim(),
    },
  }
}

/** Why this cannot be the one person who may take the offer, if so. */
export function addresseeProblem(me: Address, addressee: Address | undefined): 'invalid' | 'own' | undefined {
  // The contract reads the zero address as 'anyone', which is not what a person means who fills in this field.
  if (!addressee || addressee === NOBODY) return 'invalid'
  return isSameAddress(addressee, me) ? 'own' : undefined
}

/** How many more bytes of UTF-8 the note may have; negative: how many too many it has. */
export function noteBytesLeft(note: string): number {
  return Number(limits.note.max) - new TextEncoder().encode(note.trim()).length
}

function refuse(mistake: Mistake): CheckedDraft {
  return { ok: false, mistake }
}
