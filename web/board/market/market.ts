import type { Address } from 'viem'
import { distinct } from '../../chain/read/fetchDashboard.ts'
import type { Reader } from '../../chain/read/reader.ts'
import type { Command } from '../../commands/command.ts'
import {
  addresseeOf,
  type Item,
  isOffer,
  isRequest,
  NO_RECORD,
  type Proposal,
  type ProposalKind,
  proposerOf,
} from '../../loans/loan.ts'
import type { Contacts } from '../../people/contacts.ts'
import type { PlainNames } from '../../people/search.ts'
import type { Clock } from '../clock.ts'
import type { Reading } from '../dashboard.ts'
import { demoOffers } from '../demo.ts'
import type { createDealings } from '../own/dealings.ts'
import { markPending, pendingProposals, type ShownItem } from '../pending.ts'
import type { Read } from '../reads.ts'
import { type Filters, hasExpired, relationTo } from './filters.ts'
import { forMe } from './forMe.ts'
import { createOpenPages, type OpenPages } from './openPages.ts'
import { createSearch } from './search.ts'

/** Examples that stand in where there is no contract, or no answer from it. There are none of requests. */
const STAND_INS: Record<ProposalKind, readonly Item<Proposal>[]> = {
  offer: demoOffers.map((loan) => ({ loan, record: NO_RECORD })),
  request: [],
}

const KINDS = ['offer', 'request'] as const satisfies ProposalKind[]

/** The offers or requests that I published, by kind. */
type Mine = Record<ProposalKind, readonly Item<Proposal>[]>

type Given = {
  reading: Reading
  now: number
  underWay: readonly Command[]
  mine: Mine
  /** As chosen, and as searched: that lags behind, so that typing never waits for thousands to be searched. */
  filters: Filters
  searched: Filters
  /** How many matches of a search are shown. */
  matchCount: number
  names: PlainNames
}

/** The marketplace: what is open, what matches the filters, and what only I may take. */
export function createMarket(reader: Reader, clock: Clock, me: Address, onChange: () => void) {
  const openPages = createOpenPages(reader, clock, onChange)
  const search = createSearch(reader, me)

  return (read: Read, { reading, now, underWay, mine, filters, searched, matchCount, names }: Given) => {
    const { book, isOffline } = reading
    const { kind } = filters
    const hasNoContract = reading.dashboard !== undefined && !book
    // Entries may have expired since they were read.
    const openOf = (of: ProposalKind) => {
      const pages = openPages(of, book)
      return { ...pages, items: pages.items?.filter(({ loan }) => !hasExpired(loan, now)) }
    }
    const pages = openOf(kind)
    const countOf = (of: ProposalKind) =>
      book ? openCount(openOf(of), book.open[of].length, mine[of], now) : hasNoContract ? STAND_INS[of].length : undefined
    // Mine are on these pages too; those that are addressed to one person, or expired, are on no page of what anyone may take.
    const open = pages.items && distinct([...pages.items, ...mine[kind]])
    const shown = open
      ? [...pendingProposals(kind, underWay, me, now), ...markPending(open, underWay)]
      : standInsFor(kind, hasNoContract, isOffline)
    const areStandIns = !hasNoContract && shown === STAND_INS[kind]
    const found = search(read, {
      book,
      kind,
      known: shown,
      version: pages.version,
      now,
      isAllKnown: pages.reading === 'all',
      filters: searched,
      count: matchCount,
      names,
    })
    const isUnread = isOffline && (shown === undefined || areStandIns)
    const isPageMissing = !found.isSearch && pages.hasFailed
    const forMeByKind = { offer: forMe(read, reader, 'offer', book), request: forMe(read, reader, 'request', book) }
    return {
      /** My own of the shown kind, without those that a pending command is about. */
      mine: markPending(mine[kind], underWay).filter(({ pending }) => !pending),
      items: found.items && markPending(found.items, underWay),
      areStandIns,
      /** Proposals that only I may take, of both kinds. */
      forMe: markPending([...forMeByKind.offer.items, ...forMeByKind.request.items], underWay),
      /** The kinds of which more is addressed to me than was read. */
      cutForMe: KINDS.filter((of) => forMeByKind[of].isCut),
      /** How many are open of each kind. Undefined: not known yet. */
      openCounts: {
        offer: countOf('offer'),
        request: countOf('request'),
      },
      search: {
        ...found,
        hasFailed: found.hasFailed || isUnread || isPageMissing,
        tryAgain: () => {
          if (isUnread) reading.refresh()
          if (isPageMissing) pages.tryAgain()
          found.tryAgain()
        },
      },
      filters,
      /** `more`: `loadMore` brings further ones; `stopped`: nothing but expired ones came, `searchMore` goes on; `all`: none is left. */
      reading: !found.isSearch ? pages.reading : found.hasMore ? ('more' as const) : ('all' as const),
      isLoadingMore: (found.isSearch ? found : pages).isLoadingMore,
      loadMore: pages.loadMore,
      searchMore: pages.searchMore,
      /** Somebody asks me for money, or may be asked for it. */
      isSomebodyAsking: kind === 'request' && found.items?.some(({ loan }) => relationTo(me, loan) !== 'own') === true,
      refused: [pages, found, forMeByKind.offer, forMeByKind.request].flatMap(({ refused }) => refused),
    }
  }
}

export type Market = ReturnType<ReturnType<typeof createMarket>>

function standInsFor(kind: ProposalKind, hasNoContract: boolean, isOffline: boolean): readonly Item<Proposal>[] | undefined {
  const examples = STAND_INS[kind]
  return hasNoContract || (isOffline && examples.length > 0) ? examples : undefined
}

/**
 * The contract's length counts expired ones, so it is the last resort: where all pages were read, their entries are counted.
 * My own that are addressed to one person are added: they are not among the public ones.
 */
function openCount(
  { items, reading }: Pick<OpenPages, 'items' | 'reading'>,
  length: number,
  mine: Mine[ProposalKind],
  now: number,
): number {
  const isAddressed = ({ loan }: Item<Proposal>) => addresseeOf(loan) !== undefined && !hasExpired(loan, now)
  return (items && reading === 'all' ? items.length : length) + mine.filter(isAddressed).length
}

type IsKnown = ReturnType<ReturnType<typeof createDealings>>['isKnown']

/**
 * Proposals that only I may take, by kind. `folded`: those of strangers, who can send as many as they like. A single one stands
 * open: it is how somebody new is lent to. `isCut`: there are more than were read.
 */
export function addressedToMe(
  forMe: readonly ShownItem<Proposal>[],
  cut: readonly ProposalKind[],
  isKnownPerson: IsKnown,
  contacts: Contacts,
) {
  // A name that I gave cannot be bought by the proposer.
  const isKnown = ({ loan }: Item<Proposal>) =>
    contacts.has(proposerOf(loan).toLowerCase()) ||
    isKnownPerson(proposerOf(loan), loan.status === 'open' ? 'lender' : 'borrower')
  const parted = (isWanted: (item: ShownItem<Proposal>) => boolean) => {
    const wanted = forMe.filter(isWanted)
    const strangers = wanted.filter((item) => !isKnown(item))
    return strangers.length > 1 ? { open: wanted.filter(isKnown), folded: strangers } : { open: wanted, folded: [] }
  }
  return {
    offers: { ...parted(isOffer), isCut: cut.includes('offer') },
    requests: { ...parted(isRequest), isCut: cut.includes('request') },
  }
}
