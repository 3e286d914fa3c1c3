import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Book, fetchForMe } from '../chain/read/fetchDashboard.ts'
import type { ProposalKind } from '../loans/loan.ts'
import { useWallet } from '../session/session.tsx'

const NONE = { items: [], refused: [] }

/** The open ones that only I may take: the dashboard's page, and in the background all others, however many were sent. */
export function useForMe(kind: ProposalKind, book: Book | undefined) {
  const { address } = useWallet()
  const { items = [], next = 0, length = 0 } = book?.forMe[kind] ?? {}
  const { data: further = NONE } = useQuery({
    queryKey: ['forMe', kind, book?.address, address, next, length],
    queryFn: () => (book ? fetchForMe(kind, book, address, next, length) : NONE),
    enabled: next < length,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  return next < length ? { items: [...items, ...further.items], refused: further.refused } : { items, refused: [] }
}
