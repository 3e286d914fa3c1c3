import type { Address } from 'viem'
import type { ProposalKind } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { createRecipientLog } from '../history/recipientLog.ts'
import { checkSigned } from '../signed/checkSigned.ts'
import { fetchSignedState } from '../signed/signedState.ts'
import {
  type BookAtBlock,
  fetchDashboard,
  fetchForMe,
  fetchForMeFrom,
  fetchItems,
  fetchOlder,
  fetchOpen,
  fetchOpenRows,
  type OwnListName,
} from './fetchDashboard.ts'

export type Reader = ReturnType<typeof createReader>

/** All that the board asks of the network, for one account. */
export function createReader(account: Address) {
  return {
    dashboard: (withRequests: boolean) => fetchDashboard(account, withRequests),
    open: fetchOpen,
    openRows: fetchOpenRows,
    forMe: (kind: ProposalKind, source: Pick<BookAtBlock, 'address'>, from: number, signal: AbortSignal) =>
      fetchForMe(kind, source, account, from, signal),
    forMeFrom: (kind: ProposalKind, source: BookAtBlock, people: readonly Address[]) =>
      fetchForMeFrom(kind, source, account, people),
    items: (source: BookAtBlock, ids: readonly bigint[]) => fetchItems(source, account, ids),
    older: (source: BookAtBlock, list: OwnListName, from: number) => fetchOlder(source, account, list, from),
    signed: (signed: Signed, source: BookAtBlock, signal: AbortSignal) => checkSigned(signed, source, account, signal),
    signedStates: (all: readonly Signed[]) => Promise.all(all.map(fetchSignedState)),
    recipients: createRecipientLog(account),
  }
}
