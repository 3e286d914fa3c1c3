import { demoDebtors, demoDebts, demoOffers } from '../../loans/demo.ts'
import { dueDates } from '../../loans/dueDates.ts'
import { addresseeOf, type Item, isOffer, isRequest, NO_RECORD, type Proposal, proposerOf } from '../../loans/loan.ts'
import { urgentCount } from '../../loans/ownLoans.ts'
import { markPending, pendingProposals } from '../../loans/pending.ts'
import { useSender } from '../sending/useSender.tsx'
import { useWallet } from '../session/session.tsx'
import type { useDashboard } from './useDashboard.ts'
import { useExamples } from './useExamples.ts'
import { useFilters } from './useFilters.ts'
import { useForMe } from './useForMe.ts'
import { useKnownPeople } from './useKnownPeople.ts'
import { useNow } from './useNow.ts'
import { useOpen } from './useOpen.ts'
import { useOwnLoans } from './useOwnLoans.ts'
import { useSearch } from './useSearch.ts'

const DEMO_OFFERS = demoOffers.map((loan) => ({ loan, record: NO_RECORD }))

/** What the dashboard shows: the chain as it was read, my pending commands applied to it, and the examples. */
export function useBoard({ dashboard, isOffline, refresh }: ReturnType<typeof useDashboard>) {
  const { address } = useWallet()
  const { underWay } = useSender()
  const [filters, setFilters] = useFilters()
  const examples = useExamples()
  const now = useNow(dashboard)

  const book = dashboard?.book
  const { kind } = filters
  const offersForMe = useForMe('offer', book)
  const requestsForMe = useForMe('request', book)
  const lent = useOwnLoans(book, 'lent')
  const borrowed = useOwnLoans(book, 'borrowed')
  const requested = useOwnLoans(book, 'requested')
  const allForMe = markPending([...offersForMe.items, ...requestsForMe.items], underWay)
  const known = useKnownPeople(
    book,
    [lent, borrowed],
    allForMe.map(({ loan }) => proposerOf(loan)),
  )
  const open = useOpen(kind, book, kind === 'offer' ? lent.proposals : requested.proposals)
  // The examples stand in where there is no contract, or no answer from it.
  const standIn = kind === 'request' ? [] : DEMO_OFFERS
  const unsearched = open.items
    ? [...pendingProposals(kind, underWay, address), ...markPending(open.items, underWay)]
    : dashboard || isOffline
      ? standIn
      : undefined
  const search = useSearch(book, unsearched, open.reading === 'all', filters)
  const isKnown = ({ loan }: Item<Proposal>) => known.has(proposerOf(loan).toLowerCase())
  const forMe = (isWanted: (item: Item) => boolean) => {
    const wanted = allForMe.filter(isWanted)
    return { known: wanted.filter(isKnown), strangers: wanted.filter((item) => !isKnown(item)) }
  }
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
    market: {
      now,
      items: search.items && markPending(search.items, underWay),
      offersForMe: forMe(isOffer),
      requestsForMe: forMe(isRequest),
      /** How many are open of each kind. */
      openCounts: {
        offer: book ? book.open.offer.length + addressedCount(lent.proposals) : DEMO_OFFERS.length,
        request: book ? book.open.request.length + addressedCount(requested.proposals) : 0,
      },
      search,
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
    areExamplesHidden: examples.areHidden,
    toggleExamples: examples.toggle,
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
      market: allForMe.filter((item) => isKnown(item) && !item.pending).length,
      payments: urgentCount(borrowed.rows, now),
    },
    /** Every loan of mine that is known whole, for the dialogs. */
    knownLoans: [...lent.known, ...borrowed.known].map(({ loan }) => loan),
    /** How many loans could not be decoded. */
    refusedCount: new Set(
      [book, open, search, offersForMe, requestsForMe, lent, borrowed, requested].flatMap((part) => part?.refused ?? []),
    ).size,
    /** What the contract holds for me, unless I am withdrawing it already. */
    claimable: underWay.some(({ kind }) => kind === 'withdraw') ? 0n : (book?.claimable ?? 0n),
  }
}

/** Mine that are addressed to one person are not counted among those that anyone may take. */
function addressedCount(mine: readonly Item<Proposal>[]): number {
  return mine.filter(({ loan }) => addresseeOf(loan)).length
}
