import { homeChainId } from '../chain/node/homeChainId.ts'
import type { Book } from '../chain/read/fetchDashboard.ts'
import { useSender } from '../commands/useSender.tsx'
import { addresseeOf, type Item, isOffer, isRequest, NO_RECORD, type Proposal, proposerOf } from '../loans/loan.ts'
import { useContacts } from '../people/useContacts.tsx'
import { useWallet } from '../session/session.tsx'
import { demoDebtors, demoDebts, demoOffers } from './demo.ts'
import { dueDates } from './dueDates.ts'
import { daysOpen, relationTo } from './market.ts'
import { urgentCount } from './ownLoans.ts'
import { markPending, pendingProposals } from './pending.ts'
import type { useDashboard } from './useDashboard.ts'
import { useDealings } from './useDealings.ts'
import { useExamples } from './useExamples.ts'
import { useFilters } from './useFilters.ts'
import { useForMe } from './useForMe.ts'
import { useNow } from './useNow.ts'
import { useOpen } from './useOpen.ts'
import { useOwnLoans } from './useOwnLoans.ts'
import { useSearch } from './useSearch.ts'

const DEMO_OFFERS = demoOffers.map((loan) => ({ loan, record: NO_RECORD }))

/**
 * What the dashboard shows: the chain as it was read, my pending commands applied to it, and the examples. `arePeopleAsked`:
 * a dialog tells my own history with somebody.
 */
export function useBoard(
  { dashboard, isOffline, refresh }: ReturnType<typeof useDashboard>,
  arePeopleAsked: boolean,
  inDialogs: readonly bigint[],
) {
  const { address } = useWallet()
  const { underWay } = useSender()
  const { contacts } = useContacts()
  const [filters, setFilters] = useFilters()
  const examples = useExamples()
  const now = useNow(dashboard)

  const book = dashboard?.book
  const { kind } = filters
  const offersForMe = useForMe('offer', book)
  const requestsForMe = useForMe('request', book)
  const lent = useOwnLoans(book, 'lent', inDialogs)
  const borrowed = useOwnLoans(book, 'borrowed', inDialogs)
  const requested = useOwnLoans(book, 'requested')
  const allForMe = markPending([...offersForMe.items, ...requestsForMe.items], underWay)
  const open = useOpen(kind, book, kind === 'offer' ? lent.proposals : requested.proposals)
  const hasNoContract = dashboard !== undefined && !book
  // The examples stand in where there is no contract, or no answer from it. There are none of requests.
  const standIn = kind === 'offer' ? (hasNoContract || isOffline ? DEMO_OFFERS : undefined) : hasNoContract ? [] : undefined
  const unsearched = open.items
    ? [...pendingProposals(kind, underWay, address, now), ...markPending(open.items, underWay)]
    : standIn
  const search = useSearch(book, unsearched, open.reading === 'all', filters)
  const areStandIns = unsearched === DEMO_OFFERS && !hasNoContract
  const isUnread = isOffline && (unsearched === undefined || areStandIns)
  // Where somebody may lend, or sign. The list of offers alone is not worth reading all of my loans.
  const isAsked = kind === 'request' && search.items?.some(({ loan }) => relationTo(address, loan) !== 'own')
  const arePeopleWanted = arePeopleAsked || allForMe.length > 0 || isAsked === true
  const { isKnown: isKnownPerson, dealings } = useDealings(book, [lent, borrowed], arePeopleWanted, now)
  // A name of mine cannot be bought by who asks.
  const isKnown = ({ loan }: Item<Proposal>) =>
    contacts.has(proposerOf(loan).toLowerCase()) ||
    isKnownPerson(proposerOf(loan), loan.status === 'open' ? 'lender' : 'borrower')
  const forMe = (isWanted: (item: Item) => boolean) => {
    const wanted = allForMe.filter(isWanted)
    return { known: wanted.filter(isKnown), strangers: wanted.filter((item) => !isKnown(item)) }
  }
  const waitingOnes = allForMe.filter((item) => isKnown(item) && !item.pending)
  const demo = { lent: demoDebtors(now), borrowed: demoDebts(now) }
  // Unknown is not empty: until the first answer nothing is said of one's loans.
  const reading = dashboard ? ('done' as const) : isOffline ? ('failed' as const) : ('begun' as const)
  const stateOf = ({ hasFailed, tryAgain }: typeof lent) => ({
    reading: hasFailed ? ('failed' as const) : reading,
    tryAgain: () => {
      if (reading === 'failed') refresh()
      tryAgain()
    },
  })
  const shownDemo = examples.areHidden ? { lent: [], borrowed: [] } : demo
  const sideOf = ({ rows, known }: typeof lent, shown: typeof demo.lent) => ({
    rows,
    loans: known.map(({ loan }) => loan),
    examples: shown,
  })

  return {
    /** Unix seconds, by the chain's clock. */
    now,
    book,
    chainId: book?.chainId ?? homeChainId,
    market: {
      now,
      items: search.items && markPending(search.items, underWay),
      areStandIns,
      offersForMe: forMe(isOffer),
      requestsForMe: forMe(isRequest),
      dealings,
      /** How many are open of each kind. Undefined: not known yet. */
      openCounts: {
        offer: book ? openCount(book.open.offer, lent.proposals, now) : hasNoContract ? DEMO_OFFERS.length : undefined,
        request: book ? openCount(book.open.request, requested.proposals, now) : hasNoContract ? 0 : undefined,
      },
      search: {
        ...search,
        hasFailed: search.hasFailed || isUnread,
        tryAgain: () => {
          if (isUnread) refresh()
          search.tryAgain()
        },
      },
      filters,
      onFilters: setFilters,
      ...(search.isSearch
        ? {
            reading: search.hasMore ? ('more' as const) : ('all' as const),
            isLoadingMore: search.isLoadingMore,
            onNearEnd: search.showMore,
          }
        : { reading: open.reading, isLoadingMore: open.isLoadingMore, onNearEnd: open.loadMore }),
      onSearchMore: open.searchMore,
    },
    sections: [
      { side: 'lent', ...lent, ...stateOf(lent), loans: markPending(lent.loans, underWay), examples: demo.lent },
      {
        side: 'borrowed',
        ...borrowed,
        ...stateOf(borrowed),
        loans: markPending(borrowed.loans, underWay),
        examples: demo.borrowed,
      },
    ] as const,
    examples,
    dueDates: dueDates(sideOf(lent, shownDemo.lent), sideOf(borrowed, shownDemo.borrowed)),
    /** Without a contract there is nothing to sum. */
    areSumsKnown: dashboard !== undefined && (!book || (lent.areRowsWhole && borrowed.areRowsWhole)),
    /** What my open offers hold; undefined until all of them are known. */
    inOffers:
      book && lent.areRowsWhole && lent.areProposalsWhole
        ? lent.proposals.reduce((sum, { loan }) => sum + loan.principal, 0n)
        : undefined,
    /** Whether I ever published an offer. */
    hasPublished: lent.rows.length > 0,
    /** What waits for me: offers and requests of people I know, and debts that are late or due soon. */
    waiting: {
      offers: waitingOnes.filter(isOffer).length,
      requests: waitingOnes.filter(isRequest).length,
      payments: urgentCount(borrowed.rows, now),
    },
    /** Every loan of mine that is known whole, for the dialogs. */
    knownLoans: [...lent.known, ...borrowed.known].map(({ loan }) => loan),
    /** What I published and nobody has taken, and what was addressed to me. */
    ownProposals: [...allForMe, ...lent.proposals, ...requested.proposals].map(({ loan }) => loan),
    /** How many loans could not be decoded. */
    refusedCount: new Set(
      [book, open, search, offersForMe, requestsForMe, lent, borrowed, requested].flatMap((part) => part?.refused ?? []),
    ).size,
    /** What the contract holds for me, unless I am withdrawing it already. */
    claimable: underWay.some(({ kind }) => kind === 'withdraw') ? 0n : (book?.claimable ?? 0n),
  }
}

/**
 * The contract's length counts expired ones, so it is the last resort: where the newest page is all there is, its entries
 * are counted. Mine that are addressed to one person are not among those that anyone may take.
 */
function openCount({ length, next, items }: Book['open']['offer'], mine: readonly Item<Proposal>[], now: number): number {
  const isAddressed = ({ loan }: Item<Proposal>) => addresseeOf(loan) !== undefined && (daysOpen(loan, now) ?? 0) >= 0
  return (next >= length ? items.length : length) + mine.filter(isAddressed).length
}
