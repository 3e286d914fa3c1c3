import { useMemo, useState } from 'react'
import { createActivityLog, type EtherSent } from '../../chain/history/activityLog.ts'
import type { Entry } from '../../chain/outbox/outbox.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import { moneyFor, recipientOf } from '../../commands/command.ts'
import { isGivenByMe } from '../../loans/activity.ts'
import { worthOf } from '../../loans/balance.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { useWallet } from '../../session/session.tsx'
import { useBoard, useBoardStore, useEntries } from '../useBoard.ts'
import { useLongSearch } from './useLongSearch.ts'

/** Activity, newest first. Searches again when my loans or my balances change; the log keeps what it found. */
export function useActivity(book: Book) {
  const { address } = useWallet()
  const entries = useEntries((entries) => entries)
  const etherBalance = useBoard((view) => view.dashboard?.ethBalance)
  const { noteRecipients } = useBoardStore()
  const [presses, setPresses] = useState(1)
  const { address: contract, dollarBalance, lent, borrowed, requested } = book
  const log = useMemo(() => createActivityLog(contract, address), [contract, address])
  const version = useMemo(
    () =>
      [lent, borrowed, requested]
        .flatMap(({ rows }) => rows.map(({ id, status, owed, dueAt }) => `${id} ${status} ${owed / DOLLAR} ${dueAt}`))
        .join(),
    [lent, borrowed, requested],
  )
  const sent = entries.flatMap(etherSentIn)
  // In whole dollars: strangers can move them by a little as often as they like.
  const ether = worthOf({ amount: etherBalance, unit: 'wei' }) / DOLLAR
  const key = [contract, dollarBalance / DOLLAR, ether, version, sent.length, sent.at(-1)?.hash, presses].join()
  const search = useLongSearch(key, async (options) => {
    const page = await log.read(book, { presses, sent, ...options })
    noteRecipients(page.activities.filter(isGivenByMe).flatMap(({ person }) => person ?? []))
    return page
  })
  return { ...search, searchMore: () => setPresses(presses + 1) }
}

/** Ether that an operation of this device sent, once it is settled. */
function etherSentIn({ command, stage }: Entry): EtherSent[] {
  const [to, amount] = [recipientOf(command), moneyFor(command).ether]
  if (!to || amount === 0n || stage.at !== 'done' || stage.outcome.kind !== 'confirmed') return []
  return [{ to, amount, hash: stage.hash, block: stage.block }]
}
