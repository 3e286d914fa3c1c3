import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { type Book, fetchItems } from '../chain/read/fetchDashboard.ts'
import { type Item, isTaken, isTakenStatus, type Row, type TakenLoan } from '../loans/loan.ts'
import { dealingsIn, isKnownAs, type Parties, type Role } from '../people/dealings.ts'
import { useWallet } from '../session/session.tsx'

/** How many of my newest loans on each side are looked through for people, and how many in one call. */
const MAX_LOANS = 500
const CALL_COUNT = 100
/** After a failure. */
const RETRY_MS = 10_000

type Side = {
  rows: readonly Row[]
  areRowsWhole: boolean
  /** The taken loans that are known whole. */
  known: readonly Item<TakenLoan>[]
}

/**
 * My history with everybody on the other side of my own loans. Who that is, a loan in short does not tell: the loans that are
 * not known whole are read once, in the background, as soon as it `isWanted`.
 */
export function useDealings(book: Book | undefined, sides: readonly Side[], isWanted: boolean, now: number) {
  const { address } = useWallet()
  const [read, setRead] = useState<ReadonlyMap<bigint, Parties>>(new Map())
  const known = sides.flatMap((side) => side.known.map(({ loan }) => [loan.id, loan] as const))
  const parties = new Map<bigint, Parties>([...read, ...known])
  const rows = sides.flatMap((side) => side.rows.filter(({ status }) => isTakenStatus(status)).slice(0, MAX_LOANS))
  const missing = rows.filter(({ id }) => !parties.has(id)).map(({ id }) => id)
  const part = missing.slice(0, CALL_COUNT)
  useQuery({
    queryKey: ['parties', book?.address, address, part.join()],
    queryFn: async () => {
      if (!book) return null
      const { items } = await fetchItems(book, address, part)
      const found = items.filter(isTaken).filter(({ loan }) => part.includes(loan.id))
      // With a part of them found, the next query asks for the rest at once; with none, this one fails and is repeated.
      if (found.length === 0) throw new Error(`None of ${part.length} loans was returned.`)
      setRead((before) => new Map([...before, ...found.map(({ loan }) => [loan.id, loan] as const)]))
      return null
    },
    enabled: isWanted && part.length > 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
    refetchOnWindowFocus: false,
    retry: false,
    networkMode: 'always',
  })
  const people = dealingsIn(
    rows.flatMap((row) => {
      const both = parties.get(row.id)
      return both ? { ...row, lender: both.lender, borrower: both.borrower } : []
    }),
    address,
    now,
  )
  // Rows that cannot be decoded, or that an answer leaves out, are loans with nobody knows whom.
  const rowCount = sides.reduce((sum, side) => sum + side.rows.length, 0)
  const isEveryRowRead = book !== undefined && rowCount >= book.lent.length + book.borrowed.length
  const isWhole = missing.length === 0 && isEveryRowRead && sides.every(({ areRowsWhole }) => areRowsWhole)
  return {
    /** More loans can only add to what makes somebody known, so a part of them is enough to say yes. */
    isKnown: (person: Address, role: Role) => isKnownAs(role, people.get(person.toLowerCase())),
    /** By address in lower case. Undefined until the other side of every loan is known: a part of a history is a false one. */
    dealings: isWhole ? people : undefined,
  }
}
