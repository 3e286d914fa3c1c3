import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { fetchItems } from '../chain/read/fetchDashboard.ts'
import { LINK_PARAMETER, parseId } from '../loans/link.ts'
import { useWallet } from '../session/session.tsx'
import { sharedLink } from '../wallet/device/sharedLink.ts'
import { type Arrival, arrivalAt } from './shared.ts'
import type { useDashboard } from './useDashboard.ts'

/** After a failure. */
const RETRY_MS = 10_000

/** Reads what the link leads to by which somebody came, once, and reports it. */
export function useSharedLoan(
  { dashboard }: ReturnType<typeof useDashboard>,
  now: number,
  mayArrive: boolean,
  onArrival: (arrival: Arrival) => void,
): void {
  const { address } = useWallet()
  const [link, setLink] = useState(sharedLink.read)
  const [, setQuery] = useSearchParams()
  const id = link === undefined ? undefined : parseId(link)
  const book = dashboard?.book
  const { data } = useQuery({
    queryKey: ['shared', book?.address, address, link],
    queryFn: async () => (book && id ? (await fetchItems(book, address, [id])).items : []),
    enabled: link !== undefined && book !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
    networkMode: 'always',
  })
  // Without a contract no link leads anywhere.
  const items = dashboard && !book ? [] : data
  const hasArrived = mayArrive && link !== undefined && items !== undefined
  const arrive = useEffectEvent(() => {
    setLink(undefined)
    sharedLink.forget()
    setQuery(withoutLink, { replace: true })
    onArrival(arrivalAt(items?.[0], address, now))
  })
  useEffect(() => {
    if (hasArrived) arrive()
  }, [hasArrived])
}

function withoutLink(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(LINK_PARAMETER)
  return rest
}
