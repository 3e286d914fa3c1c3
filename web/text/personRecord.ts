import { DOLLAR, type Person, type PersonRecord } from '../loans/loan.ts'
import { type Dealings, isKnownAs, type Role } from '../people/dealings.ts'
import { esLoans } from './es/esLoans.ts'
import { money } from './format.ts'

const words = esLoans.record

/**
 * Repayment record of a person as a borrower, whether they lend or borrow now. The record does not tell an active loan from a
 * forgiven one, nor whether it is late now: `current`, an active loan, does, if it is the only one they took.
 */
export function recordLine({ taken, repaid, repaidLate, repaidDollars }: PersonRecord, current?: { isLate: boolean }): string {
  const { none, underWay, notRepaid, repaidOf, late, isLate, isOnTime } = words
  if (taken === 0) return none
  if (repaid === 0) {
    return taken === 1 && current ? `${underWay(taken)}, ${current.isLate ? isLate : isOnTime}` : notRepaid(taken)
  }
  const dollars = money(BigInt(repaidDollars) * DOLLAR)
  const kept = repaidLate === 0 ? repaidOf(repaid, taken) : `${repaidOf(repaid, taken)}, ${late(repaidLate)}`
  return `${kept} · ${dollars}`
}

/** `good` and `late` are about my own loans or about what is overdue now, `doubt` is a reason not to believe the record. */
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
    ...(doubt ? [{ text: `${doubt} ${words.mayBeInflated}.`, tone: 'doubt', about: 'doubt' } as const] : []),
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

function peopleLine({ record, examined, overdue, lenders }: Person): HistoryLine {
  const who = examined < record.taken ? words.newestOf(examined, lenders) : words.askedOf(lenders)
  const isAllRepaid = record.repaid >= record.taken
  const state = overdue > 0 ? `, ${words.overdue(overdue)}` : isAllRepaid ? '' : `, ${words.noneOverdue}`
  return { text: `${who}${state}`, tone: overdue > 0 ? 'late' : 'plain', about: 'people' }
}

/** Dollars that a repaid loan has on average: below that, a good record costs next to nothing to make. */
const TINY_DOLLARS = 10

/** Why a good record may have been made for show, if so. */
function doubtOf({ record: { repaid, repaidDollars }, lenders }: Person): string | undefined {
  if (repaid === 0) return undefined
  const isTiny = repaidDollars < TINY_DOLLARS * repaid
  if (lenders <= 1) return isTiny ? words.doubts.both : words.doubts.oneLender
  return isTiny ? words.doubts.tiny : undefined
}
