import type { Address } from 'viem'
import { isSameAddress, isTaken, NO_RECORD, type PersonRecord, type TakenLoan } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { type BookAtBlock, fetchItems, fetchPerson } from '../read/fetchDashboard.ts'
import { isGenuine, isOwn } from './signature.ts'
import { fetchSignedState, wasFunded } from './signedState.ts'

/** The chain's state of a signed request or payment, before anything of it is shown. */
export type CheckedSigned = {
  /** Whether the borrower signed exactly this. */
  isGenuine: boolean
  state: 'unused' | 'used' | 'voided'
  /** The borrower's, of a request. */
  record: PersonRecord
  /** The loan of a payment, if there is one with that id. */
  loan: TakenLoan | undefined
}

const FALSE: CheckedSigned = { isGenuine: false, state: 'unused', record: NO_RECORD, loan: undefined }

/** State of one that is for this book on this chain. Rejects where a node does not answer. */
export async function checkSigned(
  signed: Signed,
  book: BookAtBlock,
  account: Address,
  signal: AbortSignal,
): Promise<CheckedSigned> {
  const isMine = isSameAddress(signed.borrower, account)
  if (!(await (isMine ? isOwn(signed) : isGenuine(signed)))) return FALSE
  const [state, record, loan] = await Promise.all([
    stateOf(signed, signal),
    recordOf(signed, book),
    loanOf(signed, book, account),
  ])
  return { isGenuine: true, state, record, loan }
}

async function stateOf(signed: Signed, signal: AbortSignal): Promise<CheckedSigned['state']> {
  const state = await fetchSignedState(signed)
  if (state === 'spent' && signed.kind === 'request') return (await wasFunded(signed, signal)) ? 'used' : 'voided'
  return state === 'collected' ? 'used' : state === 'voided' ? 'voided' : 'unused'
}

async function recordOf(signed: Signed, book: BookAtBlock): Promise<PersonRecord> {
  return signed.kind === 'request' ? (await fetchPerson(book, signed.borrower)).record : NO_RECORD
}

async function loanOf(signed: Signed, book: BookAtBlock, account: Address): Promise<TakenLoan | undefined> {
  if (signed.kind === 'request') return undefined
  const { items } = await fetchItems(book, account, [signed.loanId])
  return items.find(isTaken)?.loan
}
