import type { Address, Hash } from 'viem'
import { worthOf } from './balance.ts'
import { isSameAddress, isTakenLoan, type Loan, NOBODY, type TakenLoan } from './loan.ts'
import { instalmentsPaid } from './plan.ts'
import { totalOf } from './terms.ts'
import { isDust, isMinimal } from './transfer.ts'
import type { Dollars, Wei } from './units.ts'

/** One event of the lending contract, of the dollar or of ether, as a log told it, or ether that this device sent. */
export type Happening = { block: bigint; index: number; hash: Hash } & (Told | EtherSent)

/** From the outbox, because not every network logs transfers of ether. */
type EtherSent = { event: 'EtherSent'; to: Address; amount: Wei }

export type Told =
  | {
      event: 'OfferCreated' | 'RequestCreated' | 'OfferCancelled' | 'RequestCancelled' | 'LoanAccepted' | 'RequestFunded'
      id: bigint
    }
  | { event: 'Repaid'; id: bigint; amount: Dollars; total: Dollars }
  | { event: 'PaidBy'; id: bigint; payer: Address }
  | { event: 'PaymentHeld' | 'Forgiven'; id: bigint; amount: Dollars }
  | { event: 'Extended'; id: bigint; dueAt: number }
  | { event: 'Withdrawn'; lender: Address; to: Address; amount: Dollars }
  | { event: 'Transfer'; from: Address; to: Address; amount: Dollars; unit?: undefined }
  | { event: 'EtherReceived'; from: Address; to: Address; amount: Wei; unit: 'wei' }

/** Kinds of activity, as the account sees them. */
export type ActivityKind =
  | 'offered'
  | 'offerCancelled'
  | 'requested'
  | 'requestCancelled'
  /** Cancelled after it had expired, by whomever: the log does not tell. */
  | 'offerLapsed'
  | 'requestLapsed'
  /** Somebody took my offer; I took one. */
  | 'offerTaken'
  | 'borrowed'
  /** I lent what somebody asked for; somebody lent what I asked for. */
  | 'funded'
  | 'requestFunded'
  /** `noted`: by the lender, of money that was received elsewhere. `paidForMe`: of my debt, by somebody else. */
  | 'paid'
  | 'paidForOther'
  | 'paidForMe'
  | 'notedForMe'
  | 'received'
  | 'noted'
  | 'gaveTime'
  | 'gotTime'
  | 'forgave'
  | 'forgiven'
  /** `withdrawnTo`: not to my own account. */
  | 'withdrawn'
  | 'withdrawnTo'
  | 'sent'
  | 'arrived'
  | 'faucet'
  /** Many of less than a cent, in one line. */
  | 'dustPayments'
  | 'dustTransfers'
  /** Many of less than a dollar, of a loan that is not read for them. */
  | 'smallPayments'

/** `at` in unix seconds. `isDayOnly`: it is estimated, and tells no more than the day. */
export type Activity = { key: string; block: bigint; hash: Hash; at: number; isDayOnly?: boolean | undefined } & Seen

type Seen = Moved & {
  kind: ActivityKind
  /** The person on the other side; of a payment, who paid or was paid. */
  person?: Address | undefined
  /** Whether the amount came into the account or left it. */
  flow?: 'in' | 'out' | undefined
  loan?: Loan | undefined
  /** Of a payment: what was left to pay afterwards, the instalments that it went to, and whether the contract holds it. */
  left?: Dollars | undefined
  instalments?: { first: number; last: number } | undefined
  isHeld?: boolean | undefined
  /** The new due date, in unix seconds. */
  dueAt?: number | undefined
  /** Of a line that stands for many: how many, and of which loan. */
  count?: number | undefined
  loanId?: bigint | undefined
}

type Known = {
  me: Address
  book: Address
  /** The loans that the events are about, as the contract has them now. */
  loans: ReadonlyMap<bigint, Loan>
  /** Of each block, in unix seconds. */
  times: ReadonlyMap<bigint, number>
  /** The time of a block that is not among them. */
  estimate?: (block: bigint) => number
}

/** Dollars, unless it says wei. */
type Moved = { amount?: Dollars | undefined; unit?: undefined } | { amount: Wei; unit: 'wei' }

type Trait =
  | { a: 'loan' | 'forgiveness' | 'other' }
  /** Of a debt of mine, or of one to me. By the lender it is only noted; anybody can pay for the borrower. */
  | { a: 'payment'; debt: 'mine' | 'toMe'; by: 'borrower' | 'lender' | 'anybody' }
  | { a: 'withdrawal'; to: 'me' | 'anybody' }
  /** Outside of any loan. */
  | { a: 'transfer'; by: 'me' | 'anybody' }

/** Every list of kinds is read from here. */
const TRAITS: Record<ActivityKind, Trait> = {
  offered: { a: 'loan' },
  offerCancelled: { a: 'loan' },
  requested: { a: 'loan' },
  requestCancelled: { a: 'loan' },
  offerLapsed: { a: 'loan' },
  requestLapsed: { a: 'loan' },
  offerTaken: { a: 'loan' },
  borrowed: { a: 'loan' },
  funded: { a: 'loan' },
  requestFunded: { a: 'loan' },
  paid: { a: 'payment', debt: 'mine', by: 'borrower' },
  // Of a debt between two others, of which I do not know what is left.
  paidForOther: { a: 'loan' },
  paidForMe: { a: 'payment', debt: 'mine', by: 'anybody' },
  notedForMe: { a: 'payment', debt: 'mine', by: 'lender' },
  received: { a: 'payment', debt: 'toMe', by: 'anybody' },
  noted: { a: 'payment', debt: 'toMe', by: 'lender' },
  gaveTime: { a: 'loan' },
  gotTime: { a: 'loan' },
  forgave: { a: 'forgiveness' },
  forgiven: { a: 'forgiveness' },
  withdrawn: { a: 'withdrawal', to: 'me' },
  withdrawnTo: { a: 'withdrawal', to: 'anybody' },
  sent: { a: 'transfer', by: 'me' },
  arrived: { a: 'transfer', by: 'anybody' },
  faucet: { a: 'other' },
  dustPayments: { a: 'loan' },
  dustTransfers: { a: 'other' },
  smallPayments: { a: 'loan' },
}

type OfKind = Pick<Activity, 'kind'>

/** Whether it is about a loan; the others are transfers. */
export function isAboutLoan({ kind }: OfKind): boolean {
  return TRAITS[kind].a !== 'transfer' && TRAITS[kind].a !== 'other'
}

/** Whether somebody sent something to somebody else, outside of any loan. */
export function isTransfer({ kind }: OfKind): boolean {
  return TRAITS[kind].a === 'transfer'
}

/** Whether it is money that I gave to somebody of my choice. */
export function isGivenByMe({ kind }: OfKind): boolean {
  const trait = TRAITS[kind]
  return (trait.a === 'transfer' && trait.by === 'me') || (trait.a === 'withdrawal' && trait.to === 'anybody')
}

/** Whether anyone can make it: they can send to me, and pay a debt of mine or one to me. */
export function isByAnybody({ kind }: OfKind): boolean {
  const trait = TRAITS[kind]
  return 'by' in trait && trait.by === 'anybody'
}

/** Whether so little came from somebody I do not know that their address is what it was sent for. */
export function isMinimalFromStranger(activity: Activity, isKnown: (person: string) => boolean): boolean {
  const { person } = activity
  if (!isByAnybody(activity) || person === undefined || isKnown(person)) return false
  return isMinimal(worthOf(activity))
}

export function isPayment({ kind }: OfKind): boolean {
  return TRAITS[kind].a === 'payment'
}

/** Whether a payment is of a debt of mine. */
export function isOfMyDebt({ kind }: OfKind): boolean {
  const trait = TRAITS[kind]
  return trait.a === 'payment' && trait.debt === 'mine'
}

/** Whether a payment was received elsewhere, and noted by the lender. */
export function isNoted({ kind }: OfKind): boolean {
  const trait = TRAITS[kind]
  return trait.a === 'payment' && trait.by === 'lender'
}

/** Whether its amount is part of a debt, paid or forgiven. */
export function isOfDebt({ kind }: OfKind): boolean {
  return TRAITS[kind].a === 'payment' || TRAITS[kind].a === 'forgiveness'
}

/**
 * Activities of the account, from events, newest first. A log that contradicts the loan as the contract has it is dropped; so
 * is a transfer that belongs to an event of the contract, which tells it already.
 */
export function activitiesOf(happenings: readonly Happening[], known: Known): Activity[] {
  return inTransactions(happenings, known).flatMap(([happening, transaction]) => {
    const { block, hash, index } = happening
    const exact = known.times.get(block)
    const at = exact ?? known.estimate?.(block)
    const seen = at === undefined ? undefined : meaningOf(happening, transaction, at, known)
    if (!seen || at === undefined) return []
    return [{ key: `${hash} ${index}`, block, hash, at, ...(exact === undefined && { isDayOnly: true }), ...seen }]
  })
}

/** Dollars that somebody sent to the account, outside of any loan. */
export type Arrival = { person: Address; amount: Dollars; hash: Hash; block: bigint }

/** Arrivals, newest first. Transfers from one person in one transaction are one arrival. */
export function arrivalsIn(happenings: readonly Happening[], known: Omit<Known, 'times'>): Arrival[] {
  const found = new Map<string, Arrival>()
  for (const [happening, transaction] of inTransactions(happenings, known)) {
    if (happening.event !== 'Transfer') continue
    const { kind, person, amount = 0n } = transferOf(happening, transaction, known) ?? {}
    if (kind !== 'arrived' || !person || isSameAddress(person, known.book)) continue
    const { hash, block } = happening
    const key = `${hash} ${person}`
    found.set(key, { person, amount: amount + (found.get(key)?.amount ?? 0n), hash, block })
  }
  return [...found.values()]
}

type Transaction = {
  happenings: Happening[]
  /** Whether something else than transfers happened in it. */
  isMore: boolean
  /** The transfers that its other events tell of, as `moveKey` writes them. */
  moves: Set<string>
}

/** Each with all of its transaction, newest first. */
function inTransactions(
  happenings: readonly Happening[],
  { loans, me }: Pick<Known, 'loans' | 'me'>,
): (readonly [Happening, Transaction])[] {
  const sorted = [...happenings].sort((a, b) => (a.block === b.block ? b.index - a.index : a.block > b.block ? -1 : 1))
  const byTransaction = new Map<Hash, Transaction>()
  return sorted.map((happening) => {
    const transaction = byTransaction.get(happening.hash) ?? { happenings: [], isMore: false, moves: new Set() }
    byTransaction.set(happening.hash, transaction)
    transaction.happenings.push(happening)
    if (!('from' in happening)) {
      transaction.isMore = true
      const move = moveIn(happening, 'id' in happening ? loans.get(happening.id) : undefined, me)
      if (move) transaction.moves.add(move)
    }
    return [happening, transaction] as const
  })
}

function meaningOf(happening: Happening, transaction: Transaction, at: number, { me, book, loans }: Known): Seen | undefined {
  const { happenings } = transaction
  if (happening.event === 'EtherSent') {
    return { kind: 'sent', person: happening.to, amount: happening.amount, unit: 'wei', flow: 'out' }
  }
  if (happening.event === 'EtherReceived') {
    return { kind: 'arrived', person: happening.from, amount: happening.amount, unit: 'wei', flow: 'in' }
  }
  if (happening.event === 'Transfer') return transferOf(happening, transaction, { me, book })
  if (happening.event === 'Withdrawn') return withdrawalOf(happening, me)
  const loan = loans.get(happening.id)
  if (!loan) return undefined
  const ofLoan = happenings.filter((other) => 'id' in other && other.id === happening.id)
  const isLender = isSameAddress(loan.lender, me)
  const isBorrower = isSameAddress(loan.borrower, me)
  if (!isLender && !isBorrower)
    return happening.event === 'PaidBy' ? paidForOther(happening, happenings, loan, { me, book }) : undefined
  const amount = loan.principal
  switch (happening.event) {
    case 'OfferCreated':
      return isLender ? { kind: 'offered', amount, flow: 'out', loan } : undefined
    case 'OfferCancelled':
      return isLender && loan.status === 'cancelled' ? offerEnd(loan, at, ofLoan) : undefined
    case 'RequestCreated':
      return isBorrower ? { kind: 'requested', amount, loan } : undefined
    case 'RequestCancelled':
      if (!isBorrower || loan.status !== 'cancelled') return undefined
      return { kind: hasLapsed(loan, at) ? 'requestLapsed' : 'requestCancelled', amount, loan }
    case 'LoanAccepted': {
      if (!isTakenLoan(loan)) return undefined
      const isFunded = ofLoan.some(({ event }) => event === 'RequestFunded')
      if (isLender) {
        const mine = { person: loan.borrower, amount, loan, dueAt: loan.startedAt + loan.duration }
        return isFunded ? { kind: 'funded', flow: 'out', ...mine } : { kind: 'offerTaken', ...mine }
      }
      return { kind: isFunded ? 'requestFunded' : 'borrowed', person: loan.lender, amount, flow: 'in', loan }
    }
    case 'Repaid':
      return isTakenLoan(loan) ? paymentOf(happening, ofLoan, loan, isLender, me) : undefined
    case 'Extended': {
      if (!isTakenLoan(loan) || happening.dueAt > loan.dueAt) return undefined
      const { dueAt } = happening
      return { kind: isLender ? 'gaveTime' : 'gotTime', person: isLender ? loan.borrower : loan.lender, loan, dueAt }
    }
    case 'Forgiven': {
      if (loan.status !== 'forgiven' || happening.amount !== totalOf(loan) - loan.repaid) return undefined
      return {
        kind: isLender ? 'forgave' : 'forgiven',
        person: isLender ? loan.borrower : loan.lender,
        amount: happening.amount,
        loan,
      }
    }
    // Told with the event that they belong to.
    case 'RequestFunded':
    case 'PaidBy':
    case 'PaymentHeld':
      return undefined
  }
}

type CancelledLoan = Extract<Loan, { status: 'cancelled' }>

/** The principal went back to the lender, or the contract holds it. */
function offerEnd(loan: CancelledLoan, at: number, ofLoan: readonly Happening[]): Seen {
  const isHeld = ofLoan.some(({ event }) => event === 'PaymentHeld')
  const kind = hasLapsed(loan, at) ? 'offerLapsed' : 'offerCancelled'
  return { kind, amount: loan.principal, flow: isHeld ? undefined : 'in', loan, isHeld }
}

/** From then on anyone could cancel it. */
function hasLapsed({ openUntil }: CancelledLoan, at: number): boolean {
  return openUntil !== undefined && at > openUntil
}

/** To me by another lender it is a transfer like any other, and dust is left out as there. */
function withdrawalOf({ lender, to, amount }: Extract<Happening, { event: 'Withdrawn' }>, me: Address): Seen | undefined {
  if (!isSameAddress(lender, me)) return isDust(amount) ? undefined : { kind: 'arrived', person: lender, amount, flow: 'in' }
  if (!isSameAddress(to, me)) return { kind: 'withdrawnTo', person: to, amount }
  return { kind: 'withdrawn', amount, flow: 'in' }
}

type Repaid = Extract<Happening, { event: 'Repaid' }>

/** PaidBy follows Repaid where the payer is not the borrower. */
function paymentOf(
  { amount, total, index }: Repaid,
  ofLoan: readonly Happening[],
  loan: TakenLoan,
  isLender: boolean,
  me: Address,
): Seen | undefined {
  const whole = totalOf(loan)
  if (amount <= 0n || amount > total || total > loan.repaid || total > whole) return undefined
  const next = ofLoan.find((other) => other.index === index + 1)
  const payer = next?.event === 'PaidBy' ? next.payer : loan.borrower
  const isNoted = isSameAddress(payer, loan.lender)
  const { first, last } = instalmentsPaid({ ...loan, repaid: total - amount }, amount)
  const about = {
    amount,
    loan,
    left: whole - total,
    instalments: { first, last },
    isHeld: ofLoan.some((other) => other.event === 'PaymentHeld' && other.index > index && other.amount === amount),
  }
  if (isLender) {
    return isNoted
      ? { kind: 'noted', person: loan.borrower, ...about }
      : { kind: 'received', person: payer, flow: about.isHeld ? undefined : 'in', ...about }
  }
  if (isSameAddress(payer, me)) return { kind: 'paid', person: loan.lender, flow: 'out', ...about }
  return { kind: isNoted ? 'notedForMe' : 'paidForMe', person: payer, ...about }
}

/**
 * A loan between two others that I paid. Its own events are not searched for: the dollars that left tell how much. Of a signed
 * payment all goes to the contract, and what is not owed comes back.
 */
function paidForOther(
  { payer, index }: Extract<Happening, { event: 'PaidBy' }>,
  transaction: readonly Happening[],
  loan: Loan,
  { me, book }: Pick<Known, 'me' | 'book'>,
): Seen | undefined {
  if (!isSameAddress(payer, me) || !isTakenLoan(loan)) return undefined
  const transfers = transaction.filter((other) => other.event === 'Transfer')
  const moved = transfers.filter((other) => other.index > index && isSameAddress(other.from, me)).at(-1)
  if (!moved) return undefined
  const back = transfers
    .filter((other) => other.index > moved.index && isSameAddress(other.from, book) && isSameAddress(other.to, me))
    .at(-1)
  const returned = back && back.amount < moved.amount && isSameAddress(moved.to, book) ? back.amount : 0n
  return { kind: 'paidForOther', person: loan.borrower, amount: moved.amount - returned, flow: 'out', loan }
}

type Transfer = Extract<Happening, { event: 'Transfer' }>

/**
 * The transfer that an event of the contract goes with. Of some the payer is known, of others the amount. A payment of a loan that
 * is not read may be to me: other transfers of it are not searched for.
 */
function moveIn(happening: Happening, loan: Loan | undefined, me: Address): string | undefined {
  if (happening.event === 'Repaid') return moveKey(undefined, loan?.lender ?? me, happening.amount)
  if (happening.event === 'PaidBy') return moveKey(happening.payer, loan?.lender ?? me, undefined)
  if (happening.event !== 'RequestFunded' || !loan?.lender || !loan.borrower) return undefined
  return moveKey(loan.lender, loan.borrower, loan.principal)
}

function moveKey(from: Address | undefined, to: Address, amount: Dollars | undefined): string {
  return `${from ?? ''} ${to} ${amount ?? ''}`.toLowerCase()
}

function transferOf(
  { from, to, amount }: Transfer,
  { isMore, moves }: Transaction,
  { me, book }: Pick<Known, 'me' | 'book'>,
): Seen | undefined {
  const isOut = isSameAddress(from, me)
  // Anyone can put a look-alike address into a list: the token announces transfers of nothing from anybody, and dust costs little.
  if (amount === 0n || (!isOut && isDust(amount)) || (isOut && isSameAddress(to, me))) return undefined
  const isOfBook = isMore && (isSameAddress(from, book) || isSameAddress(to, book))
  const keys = [moveKey(undefined, to, amount), moveKey(from, to, undefined), moveKey(from, to, amount)]
  const isPartOfLoan = isOfBook || keys.some((key) => moves.has(key))
  if (isPartOfLoan) return undefined
  if (from === NOBODY) return { kind: 'faucet', amount, flow: 'in' }
  return isOut ? { kind: 'sent', person: to, amount, flow: 'out' } : { kind: 'arrived', person: from, amount, flow: 'in' }
}
