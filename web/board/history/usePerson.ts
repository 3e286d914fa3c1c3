import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { retryFailed } from '../../chain/node/retry.ts'
import { fetchPerson } from '../../chain/read/fetchDashboard.ts'
import { useBoard } from '../useBoard.ts'

/** On-chain history of a person, read anew wherever one looks closer and it `isWanted`. */
export function usePerson(person: Address, isWanted: boolean) {
  const book = useBoard((view) => view.book?.address)
  const { data, isError } = useQuery({
    queryKey: ['person', book, person],
    queryFn: () => (book ? fetchPerson({ address: book }, person) : null),
    refetchInterval: retryFailed,
    enabled: isWanted && book !== undefined,
    gcTime: 0,
  })
  return { person: data ?? undefined, hasFailed: isError && !data }
}
