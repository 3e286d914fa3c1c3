import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Book, fetchOffersForMe } from '../../chain/fetchDashboard.ts'
import type { Item, Offer } from '../../loans/loan.ts'
import { useWallet } from '../session/session.tsx'

/** The open offers that only I may take: the dashboard's page, and in the background all others, however many were sent. */
export function useOffersForMe(book: Book | undefined): Item<Offer>[] {
  const { address } = useWallet()
  const { items = [], next = 0 } = book?.offersForMe ?? {}
  const length = book?.offersForMeLength ?? 0
  const { data: further = [] } = useQuery({
    queryKey: ['offersForMe', book?.address, address, next, length],
    queryFn: () => (book ? fetchOffersForMe(book.address, address, next, length) : []),
    enabled: next < length,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  return next < length ? [...items, ...further] : items
}
