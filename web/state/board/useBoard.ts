import { demoDebtors, demoDebts, demoOffers } from '../../loans/demo.ts'
import { dueDates } from '../../loans/dueDates.ts'
import { NO_RECORD } from '../../loans/loan.ts'
import { urgentCount } from '../../loans/ownLoans.ts'
import { markPending, pendingOffers } from '../../loans/pending.ts'
import { useSender } from '../sending/useSender.tsx'
import { useWallet } from '../session/session.tsx'
import type { useDashboard } from './useDashboard.ts'
import { useExamples } from './useExamples.ts'
import { useFilters } from './useFilters.ts'
import { useKnownPeople } from './useKnownPeople.ts'
import { useNow } from './useNow.ts'
import { useOffersForMe } from './useOffersForMe.ts'
import { useOpenOffers } from './useOpenOffers.ts'
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
  const offersForMe = useOffersForMe(book)
  const lent = useOwnLoans(book, 'lent')
  const borrowed = useOwnLoans(book, 'borrowed')
  const known = useKnownPeople(
    book,
    [lent, borrowed],
    offersForMe.offers.map(({ loan }) => loan.lender),
  )
  const open = useOpenOffers(book, lent.openOffers)
  // The examples stand in where there is no contract, or no answer from it.
  const standIn = dashboard || isOffline ? DEMO_OFFERS : undefined
  const offers = open.offers ? [...pendingOffers(underWay, address), ...markPending(open.offers, underWay)] : standIn
  const search = useSearch(book, offers, open.reading === 'all', filters)
  const forMe = markPending(offersForMe.offers, underWay)
  const isKnown = ({ loan }: (typeof forMe)[number]) => known.has(loan.lender.toLowerCase())
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
      offers: search.offers && markPending(search.offers, underWay),
      forMe: { known: forMe.filter(isKnown), strangers: forMe.filter((item) => !isKnown(item)) },
      openCount: book ? open.openCount : DEMO_OFFERS.length,
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
      { side: 'lent', ...lent, ...stateOf(lent), examples: demo.lent },
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
      book && lent.areRowsWhole && lent.areOffersWhole
        ? lent.openOffers.reduce((sum, { loan }) => sum + loan.principal, 0n)
        : undefined,
    /** Whether I ever published an offer. */
    hasPublished: lent.rows.length > 0,
    /** What waits for me: offers of people I know, and debts that are late or due soon. */
    waiting: {
      offers: forMe.filter((item) => isKnown(item) && !item.pending).length,
      payments: urgentCount(borrowed.rows, now),
    },
    /** Every loan of mine that is known whole, for the dialogs. */
    knownLoans: [...lent.known, ...borrowed.known].map(({ loan }) => loan),
    /** How many loans could not be decoded. */
    refusedCount: new Set([book, open, search, offersForMe, lent, borrowed].flatMap((part) => part?.refused ?? [])).size,
    /** What the contract holds for me, unless I am withdrawing it already. */
    claimable: underWay.some(({ kind }) => kind === 'withdraw') ? 0n : (book?.claimable ?? 0n),
  }
}
