import type { Address } from 'viem'
import { cleanText } from '../../loans/cleanText.ts'
import { amountText, aprText, type DecimalProblem, parseAmount, parseApr } from '../../loans/decimal.ts'
import { limits } from '../../loans/limits.ts'
import { addresseeOf, addresseeProblem, CENT, DAY, type Offer, type Proposal, type ProposalKind } from '../../loans/loan.ts'
import { REQUEST_LINK_DAYS } from '../../loans/signed.ts'
import { INSTALMENTS, TERM_DAYS, totalOf } from '../../loans/terms.ts'
import type { CreateOffer } from '../createOffer/createOffer.ts'
import type { CreateRequest } from '../createRequest/createRequest.ts'
import type { Published } from './published.ts'

/** For how many days a proposal can be taken; 0: until it is withdrawn. */
export const OPEN_DAYS = [7, 30, 90, 0] as const

/** An offer or a request as it was typed. `to`: the one person who may take it, if any. */
export type Draft = { amount: string; apr: string; days: number; instalments: number; openDays: number; to: string; note: string }

export const EMPTY_DRAFT: Draft = { amount: '', apr: '', days: 30, instalments: 1, openDays: 30, to: '', note: '' }

export type Mistake =
  | { field: 'amount' | 'apr'; problem: DecimalProblem }
  | { field: 'days' | 'openDays' | 'note' }
  | { field: 'instalments'; problem: 'unknown' | 'tooSmall' }
  | { field: 'to'; problem: 'invalid' | 'own' }

export type Publishing = CreateOffer | CreateRequest

export type CheckedDraft = { ok: true; command: Publishing } | { ok: false; mistake: Mistake }

/** The command that publishes a draft, or the first mistake in it. `addressee`: as for `checkTerms`. */
export function checkDraft(kind: ProposalKind, draft: Draft, me: Address, addressee: Address | undefined): CheckedDraft {
  const checked = checkTerms(draft, me, addressee)
  if (!checked.ok) return checked
  const { terms, only } = checked
  return {
    ok: true,
    command:
      kind === 'offer'
        ? { kind: 'createOffer', offer: { ...terms, borrower: only } }
        : { kind: 'createRequest', request: { ...terms, lender: only } },
  }
}

/** A command that costs as much as the draft's will, even while the draft has no valid amounts. */
export function sampleOf(kind: ProposalKind, draft: Draft, me: Address, addressee: Address | undefined): Publishing {
  const note = 'x'.repeat(Number(limits.note.max) - Math.max(noteBytesLeft(draft.note), 0))
  // The least that any number of instalments divides.
  const checked = checkDraft(kind, { ...draft, amount: '0.12', apr: '1', note }, me, addressee)
  return checked.ok ? checked.command : sampleOf(kind, EMPTY_DRAFT, me, undefined)
}

type CheckedTerms = { ok: true; terms: Published; only: Address | undefined } | { ok: false; mistake: Mistake }

/**
 * The draft as terms and the one person who may take them, if any, or the first mistake from top to bottom. `addressee` is
 * `draft.to` parsed; undefined if it is not an address.
 */
export function checkTerms(draft: Draft, me: Address, addressee: Address | undefined): CheckedTerms {
  const principal = parseAmount(draft.amount)
  if (!principal.ok) return refuse({ field: 'amount', problem: principal.problem })

  const apr = parseApr(draft.apr)
  if (!apr.ok) return refuse({ field: 'apr', problem: apr.problem })

  const { days, instalments, openDays } = draft
  if (!isOneOf(TERM_DAYS, days)) return refuse({ field: 'days' })

  const isAddressed = draft.to.trim() !== ''
  const problem = addresseeProblem(me, addressee)
  if (isAddressed && problem) return refuse({ field: 'to', problem })

  if (noteBytesLeft(draft.note) < 0) return refuse({ field: 'note' })

  if (!isOneOf(INSTALMENTS, instalments)) return refuse({ field: 'instalments', problem: 'unknown' })
  const figures = { principal: principal.value, apr: apr.value, duration: days * DAY, instalments }
  if (isSplitTooFar(figures)) return refuse({ field: 'instalments', problem: 'tooSmall' })

  if (!isOneOf(OPEN_DAYS, openDays)) return refuse({ field: 'openDays' })

  return { ok: true, terms: { ...figures, openDays, note: cleanText(draft.note) }, only: isAddressed ? addressee : undefined }
}

/** The same draft for a link, which counts for 30 days where another time was chosen than a link may have. */
export function forLink(draft: Draft): Draft {
  return isOneOf(REQUEST_LINK_DAYS, draft.openDays) ? draft : { ...draft, openDays: EMPTY_DRAFT.openDays }
}

/** Whether its instalments would be of less than a cent. One payment may be as small as it likes. */
export function isSplitTooFar(terms: Pick<Offer, 'principal' | 'apr' | 'duration' | 'instalments'>): boolean {
  return terms.instalments > 1 && totalOf({ ...terms, demo: false }) < CENT * BigInt(terms.instalments)
}

/** The terms that a command publishes. */
export function publishedBy(command: Publishing): Published {
  return command.kind === 'createOffer' ? command.offer : command.request
}

/** How many more bytes of UTF-8 the note may have; negative: how many too many it has. */
export function noteBytesLeft(note: string): number {
  return Number(limits.note.max) - new TextEncoder().encode(cleanText(note)).length
}

/** A draft of the same terms, to publish them again. `lost`: those that the form cannot express, left as in an empty one. */
export function draftOf(loan: Proposal): { draft: Draft; lost: ('days' | 'instalments')[] } {
  const { days, instalments } = EMPTY_DRAFT
  const had = { days: loan.duration / DAY, instalments: loan.instalments }
  const [hasDays, hasInstalments] = [isOneOf(TERM_DAYS, had.days), isOneOf(INSTALMENTS, had.instalments)]
  return {
    draft: {
      ...EMPTY_DRAFT,
      amount: amountText(loan.principal),
      apr: aprText(loan.apr),
      days: hasDays ? had.days : days,
      instalments: hasInstalments ? had.instalments : instalments,
      to: addresseeOf(loan) ?? '',
      note: loan.note,
    },
    lost: [...(hasDays ? [] : ['days' as const]), ...(hasInstalments ? [] : ['instalments' as const])],
  }
}

function isOneOf(choices: readonly number[], value: number): boolean {
  return choices.includes(value)
}

function refuse(mistake: Mistake): { ok: false; mistake: Mistake } {
  return { ok: false, mistake }
}
