import type { Address } from 'viem'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import { type Item, isTaken, isTakenStatus, type TakenLoan } from '../../loans/loan.ts'
import { type Dealings, dealingsIn, isKnownAs, isSameDealings, peopleIn, type Role } from '../../people/dealings.ts'
import { createItems } from '../items.ts'
import type { Read } from '../reads.ts'
import type { OwnLoans } from './ownLoans.ts'

/** How many of my newest loans on each side are looked through for people, and how many in one call. */
const MAX_LOANS = 500
const CALL_COUNT = 100

type Sides = { lent: OwnLoans; borrowed: OwnLoans }

/**
 * My history with everybody on the other side of my own loans. Who that is, a loan in short does not tell: the loans that are
 * not known whole are read once, in the background, as soon as it `isWanted`.
 */
export function createDealings(reader: Pick<Reader, 'items'>, me: Address) {
  const readItems = createItems(reader, { slot: 'parties', most: CALL_COUNT, accepts: (item) => takenIn(item) !== undefined })

  let people: ReadonlyMap<string, Dealings> = new Map()

  return (read: Read, book: Book | undefined, { lent, borrowed }: Sides, isWanted: boolean, now: number) => {
    const sides = [lent, borrowed]
    const known = new Map(sides.flatMap((side) => side.known.map(({ loan }) => [loan.id, loan] as const)))
    const rows = sides.flatMap((side) => side.rows.filter(({ status }) => isTakenStatus(status)).slice(0, MAX_LOANS))
    const unread = rows.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, version: '' }))
    // Not while older rows are on their way: with those the same loans would be asked for once more.
    const isReady = sides.every(({ areRowsWhole, hasFailed }) => areRowsWhole || hasFailed)
    if (isWanted && isReady) readItems.want(read, book, unread)
    const partiesOf = (id: bigint) => known.get(id) ?? takenIn(readItems.get(id))
    const loans = rows.flatMap((row) => {
      const parties = partiesOf(row.id)
      return parties ? { ...row, lender: parties.lender, borrower: parties.borrower } : []
    })
    people = new Map([...dealingsIn(loans, me, now)].map(([person, next]) => [person, unchanged(people.get(person), next)]))
    // Rows that cannot be decoded, or that an answer leaves out, are loans with nobody knows whom.
    const rowCount = lent.rows.length + borrowed.rows.length
    const isEveryRowRead = book !== undefined && rowCount >= book.lent.length + book.borrowed.length
    const isEveryoneRead = rows.every(({ id }) => partiesOf(id) !== undefined)
    return {
      /** Everybody on the other side of those that are read, the newest first. */
      people: peopleIn(loans, me),
      /** More loans can only add to what makes somebody known, so a part of them is enough to say yes. */
      isKnown: (person: Address, role: Role) => isKnownAs(role, people.get(person.toLowerCase())),
      /** By address in lower case. Undefined until the other side of every loan is known: a part of a history is a false one. */
      dealings: isEveryRowRead && isEveryoneRead && lent.areRowsWhole && borrowed.areRowsWhole ? people : undefined,
    }
  }
}

/** The same object while nothing in it changed, so that cards are not drawn again. */
function unchanged(before: Dealings | undefined, next: Dealings): Dealings {
  return before && isSameDealings(before, next) ? before : next
}

function takenIn(item: Item | undefined): TakenLoan | undefined {
  return item && isTaken(item) ? item.loan : undefined
}
