import type { Address } from 'viem'
import { type DecimalProblem, parseAmount, parseApr } from './decimal.ts'
import { DAY, type Offer } from './loan.ts'

/** The terms that one may choose, in days. */
export const TERMS: readonly number[] = [15, 30, 60, 90]

const MAX_NOTE_BYTES = 280
const NOBODY: Address = '0x0000000000000000000000000000000000000000'

/** An offer as it was typed. */
export type Draft = { amount: string; apr: string; days: number; to: string; note: string }

export const EMPTY_DRAFT: Draft = { amount: '', apr: '', days: 30, to: '', note: '' }

/** An offer that the contract would take. */
export type NewOffer = Pick<Offer, 'principal' | 'apr' | 'duration' | 'borrower' | 'note'>

export type Mistake =
  | { field: 'amount' | 'apr'; problem: DecimalProblem }
  | { field: 'days' | 'note' }
  | { field: 'to'; problem: 'invalid' | 'own' }

export type CheckedDraft = { ok: true; offer: NewOffer } | { ok: false; mistake: Mistake }

/** The offer, or the first mistake from top to bottom. `addressee` is what `draft.to` reads as; nothing if it is no address. */
export function checkDraft(draft: Draft, me: string, addressee: Address | undefined): CheckedDraft {
  const principal = parseAmount(draft.amount)
  if (!principal.ok) return refuse({ field: 'amount', problem: principal.problem })

  const apr = parseApr(draft.apr)
  if (!apr.ok) return refuse({ field: 'apr', problem: apr.problem })

  if (!TERMS.includes(draft.days)) return refuse({ field: 'days' })

  const isAddressed = hasAddressee(draft)
  // To the contract the address of nobody means everybody, which is not what somebody who fills in the field wants.
  if (isAddressed && (!addressee || addressee === NOBODY)) return refuse({ field: 'to', problem: 'invalid' })
  if (isAddressed && addressee?.toLowerCase() === me.toLowerCase()) return refuse({ field: 'to', problem: 'own' })

  if (noteBytesLeft(draft.note) < 0) return refuse({ field: 'note' })

  return {
    ok: true,
    offer: {
      principal: principal.value,
      apr: apr.value,
      duration: draft.days * DAY,
      borrower: isAddressed ? addressee : undefined,
      note: draft.note.trim(),
    },
  }
}

/** Whether the offer is meant for one person, rather than for anyone. */
export function hasAddressee({ to }: Draft): boolean {
  return to.trim() !== ''
}

/** How many bytes the note may still grow; below 0, by how many it is too long. */
export function noteBytesLeft(note: string): number {
  return MAX_NOTE_BYTES - new TextEncoder().encode(note.trim()).length
}

function refuse(mistake: Mistake): CheckedDraft {
  return { ok: false, mistake }
}
