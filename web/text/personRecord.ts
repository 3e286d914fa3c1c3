import { isOverdue } from '../loans/due.ts'
import { MAX_HISTORY } from '../loans/limits.ts'
import { NO_RECORD, type Person, type PersonRecord, type Side, type TakenLoan, unpaidIn } from '../loans/loan.ts'
import { nextPayment } from '../loans/plan.ts'
import { type Dealings, isKnownAs, NO_DEALINGS, type Role } from '../people/dealings.ts'
import { esLoans } from './es/esLoans.ts'
import { wholeMoney } from './format.ts'

const words = esLoans.record

/** `good` and `late` are about my own loans or about what is overdue now, `doubt` is a reason not to rely on the record. */
export type Tone = 'plain' | 'good' | 'late' | 'doubt'
export type Line = { text: string; tone: Tone }

/**
 * The one line below a person's name, by the role that they have there: my own history with them or, where there is none, what
 * their record says. Where they lend, never their record as a borrower. `person`: undefined where it is not read.
 */
export function personLine(record: PersonRecord, withMe: Dealings | undefined, role: Role, person?: Person): Line {
  const [own] = ownLines(record, withMe, role)
  if (own && (role === 'borrower' || withMe?.lentToMe)) return own
  if (role === 'borrower') return plain(believed(record, role))
  // That I lent to them tells more than that they lent to nobody.
  if (person && (person.borrowers > 0 || !own)) return plain(lentLine(person))
  return own ?? plain(withMe ? words.notLentToMe : words.lends)
}

/** The same on the card of a loan between us, which tells something of its own. */
export function loanLine(loan: TakenLoan, side: Side, record: PersonRecord, withMe: Dealings | undefined, now: number): string {
  if (side === 'borrowed') return withMe?.lentToMe ? words.lentToMe(withMe.lentToMe) : words.lentThis
  if (loan.status !== 'active') return withMe?.taken ? borrowedLine(record, withMe).text : recordLine(record)
  // Several loans with me: that this one is paid on time must not hide another.
  if (withMe && withMe.taken > 1) return borrowedLine(record, withMe).text
  const elsewhere = record.repaid > 0 ? [repaidPart(record)] : []
  return [payingLine(loan, now), ...elsewhere].join(' · ')
}

/** How this loan is being paid. Of one on time of which nothing is due yet no count is said: it would read as a fault. */
function payingLine(loan: TakenLoan, now: number): string {
  const { isLate, isOnTime, pays, paysLate } = words
  const paid = nextPayment(loan).number - 1
  if (isOverdue(loan, now)) return loan.instalments > 1 ? paysLate(paid, loan.instalments) : isLate
  return paid > 0 ? pays(paid, loan.instalments) : isOnTime
}

/** The subject of a line, for its icon. */
export type HistoryLine = Line & { about: 'me' | 'stranger' | 'record' | 'people' | 'doubt' }

/** `both`: on the sheet of a person, who has no role there. */
export type ShownAs = Role | 'both'

/** History of a person, shown before signing. `person` and `withMe` are undefined until they are read. */
export function historyLines(
  known: PersonRecord | undefined,
  person: Person | undefined,
  withMe: Dealings | undefined,
  as: ShownAs,
): HistoryLine[] {
  const record = person?.record ?? known
  const own = record ? ownLines(record, withMe, as) : []
  const isStranger = withMe !== undefined && own.length === 0 && record !== undefined
  return [
    ...own.map((line) => ({ ...line, about: 'me' as const })),
    ...(isStranger ? [{ text: words.stranger, tone: 'plain', about: 'stranger' } as const] : []),
    ...(as === 'borrower' ? [] : lenderLines(person, withMe, as)),
    ...(as === 'lender' || !record ? [] : borrowerLines(record, person, withMe)),
  ]
}

/** That somebody lent to nobody is not said beside what they lent me, nor on their sheet. */
function lenderLines(person: Person | undefined, withMe: Dealings | undefined, as: ShownAs): HistoryLine[] {
  if (!person || (person.borrowers === 0 && (as !== 'lender' || withMe?.lentToMe))) return []
  const line = lentLine(person)
  // As cheap to make as a borrower's record: those people may all be one.
  const isBelieved = person.borrowers === 0 || withMe?.lentToMe
  return [{ ...plain(isBelieved ? line : `${line} · ${words.mayBeInflated}`), about: 'people' }]
}

function borrowerLines(record: PersonRecord, person: Person | undefined, withMe: Dealings | undefined): HistoryLine[] {
  const isKnown = isKnownAs('borrower', withMe)
  const doubt = !isKnown && person ? doubtOf(person) : undefined
  return [
    { text: doubt || isKnown ? recordLine(record) : believed(record, 'borrower'), tone: 'plain', about: 'record' },
    ...(person && record.taken > 0 ? [peopleLine(person)] : []),
    ...(doubt ? [{ text: doubt, tone: 'doubt', about: 'doubt' } as const] : []),
  ]
}

function plain(text: string): Line {
  return { text, tone: 'plain' }
}

/**
 * Repayment record of a person as a borrower. What was forgiven is said apart and counts neither way. The record does not tell
 * whether an unpaid loan is late now.
 */
export function recordLine(record: PersonRecord): string {
  const { none, notRepaid, onlyForgiven, wereForgiven, principal } = words
  const { taken, repaid, forgiven, repaidDollars } = record
  const unpaid = unpaidIn(record)
  if (taken === 0) return none
  if (repaid + unpaid === 0) return onlyForgiven(forgiven)
  const pardon = forgiven > 0 ? [wereForgiven(forgiven)] : []
  // The amount stands beside what was repaid: after what was forgiven it would seem to be that.
  const first = repaid > 0 ? `${repaidPart(record)} · ${principal(wholeMoney(repaidDollars))}` : notRepaid(unpaid)
  return [first, ...pardon].join(', ')
}

function repaidPart({ taken, repaid, repaidLate, forgiven }: PersonRecord): string {
  return [words.repaidOf(repaid, taken - forgiven), ...(repaidLate > 0 ? [words.late(repaidLate)] : [])].join(', ')
}

/** The record of a borrower who repaid me nothing is cheap to make: anyone can lend to an address of their own. */
function believed(record: PersonRecord, role: Role): string {
  const line = recordLine(record)
  return role === 'borrower' && record.repaid > 0 ? `${line} · ${words.mayBeInflated}` : line
}

/** My own history with a person after `line`, where there is one: in dialogs that say what they do in this loan. */
export function withOwnHistory(line: string, withMe: Dealings | undefined, role: Role): string {
  return [
    line,
    ...ownLines(NO_RECORD, withMe, role)
      .slice(0, 1)
      .map(({ text }) => text),
  ].join(' · ')
}

/** My own history with a person, lines about their role first. Where they lend, what they owe or owed me is not judged. */
function ownLines(record: PersonRecord, withMe: Dealings = NO_DEALINGS, as: ShownAs): Line[] {
  const { taken, lentToMe } = withMe
  const asLender: Line[] = lentToMe > 0 ? [{ text: words.lentToMe(lentToMe), tone: as === 'borrower' ? 'plain' : 'good' }] : []
  if (as === 'lender') return lentToMe === 0 && taken > 0 ? [plain(words.lentByMe(taken))] : asLender
  const asBorrower = taken > 0 ? [borrowedLine(record, withMe)] : []
  return [...asBorrower, ...asLender]
}

/**
 * Loans that they took from me: what they returned of what they had to, and what is under way apart, because it is no fault. A
 * repaid loan does not tell whether it was late; the record does, but of all of their loans, so that one late payment to anybody
 * is said and takes the green away.
 */
function borrowedLine(record: PersonRecord, { taken, repaid, forgiven, overdue }: Dealings): Line {
  const { repaidLate } = record
  const underWay = taken - repaid - forgiven
  const isNoneLate = underWay > 0 && overdue === 0
  const parts =
    repaid > 0
      ? [
          words.repaidMe(repaid, repaid + overdue),
          overdue > 0 ? words.overdue(overdue) : [],
          underWay > overdue ? words.running(underWay - overdue) : [],
        ]
      : [underWay > 0 ? words.underWay(underWay) : [], overdue > 0 ? words.overdue(overdue) : [], isNoneLate ? words.onTime : []]
  const past = [forgiven > 0 ? words.forgiven(forgiven) : [], repaidLate > 0 && repaid > 0 ? words.lateInAll(repaidLate) : []]
  const isGood = repaid > 0 && forgiven === 0 && repaidLate === 0
  const text = words.withMe([...parts, ...past].flat().join(', '))
  return { text, tone: overdue > 0 ? 'late' : isGood ? 'good' : 'plain' }
}

/** Somebody as a lender. Where all of the newest were lent there may be older ones: then it is the least. */
function lentLine({ lent, borrowers }: Person): string {
  if (borrowers === 0) return words.lentToNobody
  return (lent < MAX_HISTORY ? words.lentTo : words.lentToAtLeast)(borrowers)
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
