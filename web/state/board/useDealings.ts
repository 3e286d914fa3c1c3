import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Book, fetchItems } from '../../chain/fetchDashboard.ts'
import { type Dealings, dealingsIn, type Parties } from '../../loans/dealings.ts'
import { type Item, isTaken, isTakenStatus, type Row, type TakenLoan } from '../../loans/loan.ts'
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
  /** Undefined: it cannot be read. */
  const [read, setRead] = useState<ReadonlyMap<bigint, Parties | undefined>>(new Map())
  const known = sides.flatMap((side) => side.known.map(({ loan }) => [loan.id, loan] as const))
  const parties = new Map<bigint, Parties | undefined>([...read, ...known])
  const rows = sides.flatMap((side) => side.rows.filter(({ status }) => isTakenStatus(status)).slice(0, MAX_LOANS))
  const missing = rows.filter(({ id }) => !parties.has(id)).map(({ id }) => id)
  const part = missing.slice(0, CALL_COUNT)
  useQuery({
    queryKey: ['parties', book?.address, address, part.join()],
    queryFn: async () => {
      if (!book) return null
      const { items } = await fetchItems(book, address, part)
      const found = new Map(items.filter(isTaken).map(({ loan }) => [loan.id, loan]))
      setRead((before) => new Map([...before, ...part.map((id) => [id, found.get(id)] as const)]))
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
  const isWhole = missing.length === 0 && sides.every(({ areRowsWhole }) => areRowsWhole)
  return {
    hasDealtWith: (person: string) => people.has(person.toLowerCase()),
    /** Empty until every loan was looked at: a part of a history is a false one. */
    dealings: isWhole ? people : NOBODY_YET,
  }
}

const NOBODY_YET: ReadonlyMap<string, Dealings> = new Map()
