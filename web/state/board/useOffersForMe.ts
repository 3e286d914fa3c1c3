import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Book, fetchOffersForMe } from '../../chain/fetchDashboard.ts'
import { useWallet } from '../session/session.tsx'

const NONE = { items: [], refused: [] }

/** The open offers that only I may take: the dashboard's page, and in the background all others, however many were sent. */
export function useOffersForMe(book: Book | undefined) {
  const { address } = useWallet()
  const { items = [], next = 0 } = book?.offersForMe ?? {}
  const length = book?.offersForMeLength ?? 0
  const { data: further = NONE } = useQuery({
    queryKey: ['offersForMe', book?.address, address, next, length],
    queryFn: () => (book ? fetchOffersForMe(book, address, next, length) : NONE),
    enabled: next < length,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  return next < length ? { offers: [...items, ...further.items], refused: further.refused } : { offers: items, refused: [] }
}
