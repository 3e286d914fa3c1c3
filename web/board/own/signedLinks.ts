import type { Address } from 'viem'
import type { Entry } from '../../chain/outbox/outbox.ts'
import type { Book } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { SignedState } from '../../chain/signed/signedState.ts'
import { encodeSigned } from '../../chain/signed/signedText.ts'
import { commandOn, partsOf } from '../../commands/command.ts'
import { isSameAddress } from '../../loans/loan.ts'
import type { Signed, SignedPayment, SignedRequest } from '../../loans/signed.ts'
import type { Read } from '../reads.ts'
import type { OwnLoans } from './ownLoans.ts'

/** Nothing in the dashboard tells that a number was voided. */
const POLL_MS = 60_000

type Known = {
  /** All that is kept on this device. */
  kept: readonly Signed[]
  own: readonly OwnLoans[]
  entries: readonly Entry[]
}

/** Requests and payments that were signed for this book, by me or for me, with their state on the chain; newest first. */
export function createSignedLinks(reader: Pick<Reader, 'signedStates'>, me: Address) {
  const keepIdentity = createIdentity<Signed>()

  return (read: Read, book: Book | undefined, { kept, own, entries }: Known, now: number) => {
    const ours = book ? kept.filter((each) => isOfBook(each, book)) : []
    const mine = ours.filter(({ borrower }) => isSameAddress(borrower, me))
    const alive = ours.filter(({ until }) => now <= until)
    // A loan or a payment of mine that is new may have used one, so that each is asked for again then.
    const version = own.map(({ rows }) => rows.map(({ id, owed }) => `${id} ${owed}`))
    const current = statesIn(reader, read, 'signed', alive, version, { refetchInterval: POLL_MS })
    // One that has ended changes no more: it is asked for once, because a payment may have been collected before.
    const over = mine.filter((each) => isPayment(each) && now > each.until)
    const before = statesIn(reader, read, 'signed before', over, [], { staleTime: Number.POSITIVE_INFINITY })

    const ended = new Set(
      own.flatMap(({ rows }) => rows.filter(({ status }) => status === 'repaid' || status === 'forgiven').map(({ id }) => id)),
    )
    const done = entries.filter(isInChain).flatMap(({ command }) => partsOf(command))
    const isOpen = (each: Signed) =>
      current.stateOf(each) === 'unused' && !(isPayment(each) && ended.has(each.loanId)) && !commandOn(each, done)
    const isCollected = (each: Signed) => (current.stateOf(each) ?? before.stateOf(each)) === 'collected'
    return {
      /** Those that still count and are not used. */
      unused: keepIdentity(alive.filter(isOpen)),
      /** My own: every request, used or not, and the payments that were collected. */
      asked: mine.filter(isRequest),
      collected: mine.filter(isPayment).filter(isCollected),
      isRead: current.isRead && before.isRead,
    }
  }
}

type Options = { refetchInterval?: number; staleTime?: number }

/** The state of each, by its text: what is kept is decoded anew with every change. */
function statesIn(
  reader: Pick<Reader, 'signedStates'>,
  read: Read,
  slot: string,
  all: readonly Signed[],
  version: readonly unknown[],
  options: Options,
) {
  const texts = all.map(encodeSigned)
  const { data, isError } = read<ReadonlyMap<string, SignedState>>(slot, {
    queryKey: [slot, texts, version],
    queryFn: async () => new Map((await reader.signedStates(all)).map((state, index) => [texts[index] ?? '', state])),
    placeholderData: (last) => last,
    enabled: all.length > 0,
    ...options,
  })
  return {
    stateOf: (each: Signed) => data?.get(encodeSigned(each)),
    isRead: all.length === 0 || data !== undefined || isError,
  }
}

/** Whether it counts for this contract on this chain. */
export function isOfBook({ chainId, book }: Signed, { chainId: ours, address }: Book): boolean {
  return chainId === ours && isSameAddress(book, address)
}

function isPayment(signed: Signed): signed is SignedPayment {
  return signed.kind === 'payment'
}

function isRequest(signed: Signed): signed is SignedRequest {
  return signed.kind === 'request'
}

/** Whether a command of mine was carried out. */
function isInChain({ stage }: Entry): boolean {
  return stage.at === 'mined' || (stage.at === 'done' && stage.outcome.kind === 'confirmed')
}

/** The list as it was, while it holds the same: many cards look at it. */
function createIdentity<T>() {
  let last: readonly T[] = []
  return (next: readonly T[]): readonly T[] => {
    const isSame = next.length === last.length && next.every((each, index) => each === last[index])
    if (!isSame) last = next
    return last
  }
}
