import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { retryFailed } from '../chain/node/retry.ts'
import { fetchPerson } from '../chain/read/fetchDashboard.ts'

/** What the chain tells of a person, read anew wherever one looks closer and it `isWanted`. */
export function usePerson(book: Address, person: Address, isWanted: boolean) {
  const { data, isError } = useQuery({
    queryKey: ['person', book, person],
    queryFn: () => fetchPerson({ address: book }, person),
    refetchInterval: retryFailed,
    enabled: isWanted,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  return { person: data, hasFailed: isError && data === undefined }
}
