import { DOLLAR, type Person, type PersonRecord, unpaidIn } from '../loans/loan.ts'
import { type Dealings, isKnownAs, type Role } from '../people/dealings.ts'
import { esLoans } from './es/esLoans.ts'
import { money } from './format.ts'

const words = esLoans.record

/**
 * Repayment record of a person as a borrower, whether they lend or borrow now. What was forgiven is said apart and counts neither
 * way. The record does not tell whether an unpaid loan is late now: `current` does, if it is the only unpaid one.
 */
export function recordLine(record: PersonRecord, current?: { isLate: boolean }): string {
  const { none, underWay, notRepaid, repaidOf, late, isLate, isOnTime, onlyForgiven, wereForgiven } = words
  const { taken, repaid, repaidLate, forgiven, repaidDollars } = record
  const unpaid = unpaidIn(record)
  if (taken === 0) return none
  if (repaid + unpaid === 0) return onlyForgiven(forgiven)
  const pardon = forgiven > 0 ? [wereForgiven(forgiven)] : []
  if (repaid > 0) {
    const kept = [repaidOf(repaid, taken), ...(repaidLate > 0 ? [late(repaidLate)] : [])]
    // The amount stands beside what was repaid: after what was forgiven it would seem to be that.
    return [`${kept.join(', ')} · ${money(BigInt(repaidDollars) * DOLLAR)}`, ...pardon].join(', ')
  }
  const owed = unpaid === 1 && current ? [underWay(unpaid), current.isLate ? isLate : isOnTime] : [notRepaid(unpaid)]
  return [...owed, ...pardon].join(', ')
}

/** `good` and `late` are about my own loans or about what is overdue now, `doubt` is a reason not to rely on the record. */
export type Tone = 'plain' | 'good' | 'late' | 'doubt'
export type Line = { text: string; tone: Tone }

/** The one line below a person's name: my own history with them or, where there is none, what their record says. */
export function personLine(record: PersonRecord, withMe: Dealings | undefined, role: Role): Line {
  return ownLines(record, withMe, role)[0] ?? { text: believed(record, role), tone: 'plain' }
}

/** The subject of a line, for its icon. */
export type HistoryLine = Line & { about: 'me' | 'stranger' | 'record' | 'people' | 'doubt' }

/** History of a person, shown before signing. `person` and `withMe` are undefined until they are read. */
export function historyLines(
  known: PersonRecord,
  person: Person | undefined,
  withMe: Dealings | undefined,
  role: Role,
): HistoryLine[] {
  const record = person?.record ?? known
  const own = ownLines(record, withMe, role)
  const isKnown = isKnownAs(role, withMe)
  const doubt = role === 'borrower' && !isKnown && person ? doubtOf(person) : undefined
  const isStranger = withMe !== undefined && own.length === 0
  return [
    ...own.map((line) => ({ ...line, about: 'me' as const })),
    ...(isStranger ? [{ text: words.stranger, tone: 'plain', about: 'stranger' } as const] : []),
    { text: doubt || isKnown ? recordLine(record) : believed(record, role), tone: 'plain', about: 'record' },
    ...(person && record.taken > 0 ? [peopleLine(person)] : []),
    ...(doubt ? [{ text: doubt, tone: 'doubt', about: 'doubt' } as const] : []),
  ]
}

/** The record of a borrower who repaid me nothing is cheap to make: anyone can lend to an address of their own. */
function believed(record: PersonRecord, role: Role): string {
  const line = recordLine(record)
  return role === 'borrower' && record.repaid > 0 ? `${line} · ${words.mayBeInflated}` : line
}

/** My own history with a person, lines about `role` first. */
function ownLines(record: PersonRecord, withMe: Dealings | undefined, role: Role): Line[] {
  if (!withMe) return []
  const asLender: Line[] =
    withMe.lentToMe > 0
      ? [{ text: words.withMe(words.lentToMe(withMe.lentToMe)), tone: role === 'lender' ? 'good' : 'plain' }]
      : []
  const asBorrower = withMe.taken > 0 ? [borrowedLine(record, withMe)] : []
  return role === 'lender' ? [...asLender, ...asBorrower] : [...asBorrower, ...asLender]
}

/**
 * Loans that they took from me. A repaid loan does not tell whether it was late; the record does, but of all of their loans,
 * so that one late payment to anybody is said and takes the green away.
 */
function borrowedLine(record: PersonRecord, { taken, repaid, forgiven, overdue }: Dealings): Line {
  const [isAllMine, { repaidLate }] = [record.repaid <= repaid, record]
  const underWay = taken - repaid - forgiven
  const parts = [
    repaid > 0 ? words.repaidMe(repaid, taken) : underWay > 0 ? words.underWay(underWay) : [],
    forgiven > 0 ? words.forgiven(forgiven) : [],
    overdue > 0 ? words.overdue(overdue) : [],
    repaidLate > 0 && repaid > 0 ? (isAllMine ? words.late : words.lateInAll)(repaidLate) : [],
  ]
  const isGood = repaid > 0 && forgiven === 0 && repaidLate === 0
  return { text: words.withMe(parts.flat().join(', ')), tone: overdue > 0 ? 'late' : isGood ? 'good' : 'plain' }
}

/** Unpaid loans that lie too deep to be looked at may be overdue: they are said, and warned of. */
function peopleLine({ record, examined, lenders, active, overdue }: Person): HistoryLine {
  const unseen = unpaidIn(record) - active
  const parts = [
    examined < record.taken ? words.newestOf(examined, lenders) : words.askedOf(lenders),
    overdue > 0 ? words.overdue(overdue) : active > 0 ? words.noneOverdue : [],
    unseen > 0 ? words.unseen(unseen) : [],
  ]
  return { text: parts.flat().join(', '), tone: overdue > 0 ? 'late' : unseen > 0 ? 'doubt' : 'plain', about: 'people' }
}

/** Dollars of principal that came back for a repaid loan, on average: below that, a good record costs next to nothing to make. */
const TINY_DOLLARS = 10

/** Why a good record may have been made for show, if so. Payments that a lender noted moved nothing, so they do not speak for it. */
function doubtOf({ record: { repaid, repaidDollars }, lenders }: Person): string | undefined {
  const { doubts, mayBeInflated, cashIsNotCounted } = words
  const isTiny = repaidDollars < TINY_DOLLARS * repaid
  if (repaid === 0 || (lenders > 1 && !isTiny)) return undefined
  const doubt = lenders > 1 ? doubts.tiny : isTiny ? doubts.both : doubts.oneLender
  return [doubt, `${mayBeInflated}.`, ...(isTiny ? [cashIsNotCounted] : [])].join(' ')
}
