import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createActivityLog, type EtherSent } from '../chain/history/activityLog.ts'
import type { Book } from '../chain/read/fetchDashboard.ts'
import type { Entry } from '../chain/send/outbox.ts'
import { useSender } from '../commands/useSender.tsx'
import { useWallet } from '../session/session.tsx'

/** After a failure. */
const RETRY_MS = 10_000

/** What happened, newest first. Searches again when my loans or my dollars change, and stops when the component unmounts. */
export function useActivity(book: Book) {
  const { address } = useWallet()
  const { entries } = useSender()
  const [presses, setPresses] = useState(1)
  const [progress, setProgress] = useState(0)
  const { address: contract, dollarBalance, lent, borrowed, requested } = book
  const log = useMemo(() => createActivityLog(contract, address), [contract, address])
  const version = useMemo(
    () =>
      [lent, borrowed, requested]
        .flatMap(({ rows }) => rows.map(({ id, status, owed, dueAt }) => `${id} ${status} ${owed} ${dueAt}`))
        .join(),
    [lent, borrowed, requested],
  )
  const sent = entries.flatMap(etherSentIn)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['activity', contract, address, String(dollarBalance), version, sent.length, sent.at(-1)?.hash, presses],
    queryFn: ({ signal }) => {
      setProgress(0)
      return log.read(book, { presses, sent, signal, onProgress: setProgress })
    },
    placeholderData: keepPreviousData,
    // The log keeps what it found.
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
    refetchOnWindowFocus: false,
    networkMode: 'always',
  })
  return {
    found: data,
    hasFailed: isError,
    isSearching: isFetching,
    progress,
    searchAgain: refetch,
    searchMore: () => setPresses(presses + 1),
  }
}

/** Ether that an operation of this device sent, once it is final. */
function etherSentIn({ command, stage }: Entry): EtherSent[] {
  if (command.kind !== 'sendEther' || stage.at !== 'done' || stage.outcome.kind !== 'confirmed') return []
  return [{ to: command.to, amount: command.amount, hash: stage.hash, block: stage.block }]
}
