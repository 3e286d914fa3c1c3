import { useQuery } from '@tanstack/react-query'
import { type Book, fetchItems } from '../../chain/fetchDashboard.ts'
import { type Item, isTaken, isTakenStatus, type Row, type TakenLoan } from '../../loans/loan.ts'
import { useWallet } from '../session/session.tsx'

/** How many of my newest loans on each side are looked through for people, and how many in one call. */
const MAX_LOANS = 500
const CALL_COUNT = 100

type Side = { rows: readonly Row[]; loans: readonly Item<TakenLoan>[] }

/**
 * The people on the other side of my own loans, in lower case. Loans that are not on screen are read in the background, if one
 * of the people whom the answer is for is not among those that are.
 */
export function useKnownPeople(book: Book | undefined, sides: readonly Side[], strangers: readonly string[]): Set<string> {
  const { address } = useWallet()
  const shown = sides.flatMap(({ loans }) => loans.map(({ loan }) => loan))
  const known = peopleIn(shown)
  const shownIds = new Set(shown.map(({ id }) => id))
  const others = sides.flatMap(({ rows }) =>
    rows
      .filter(({ id, status }) => isTakenStatus(status) && !shownIds.has(id))
      .slice(0, MAX_LOANS)
      .map(({ id }) => id),
  )
  const { data: further = [] } = useQuery({
    queryKey: ['people', book?.address, address, others.join()],
    queryFn: async () => {
      const people: string[] = []
      for (let at = 0; book && at < others.length; at += CALL_COUNT) {
        const { items } = await fetchItems(book, address, others.slice(at, at + CALL_COUNT))
        people.push(...peopleIn(items.filter(isTaken).map(({ loan }) => loan)))
      }
      return people
    },
    enabled: others.length > 0 && strangers.some((person) => !known.has(person.toLowerCase())),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  return new Set([...known, ...further])
}

function peopleIn(loans: readonly TakenLoan[]): Set<string> {
  return new Set(loans.flatMap(({ lender, borrower }) => [lender.toLowerCase(), borrower.toLowerCase()]))
}
