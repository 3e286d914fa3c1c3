import type { Address } from 'viem'
import { homeChainId } from '../chain/node/homeChainId.ts'
import { type Entry, isAheadOf } from '../chain/outbox/outbox.ts'
import { distinct } from '../chain/read/fetchDashboard.ts'
import type { Reader } from '../chain/read/reader.ts'
import { partsOf, withdraws } from '../commands/command.ts'
import { linkIn } from '../loans/link.ts'
import { isOffer, isRequest, isSameAddress, type Proposal, type ProposalKind, type Side } from '../loans/loan.ts'
import type { Signed } from '../loans/signed.ts'
import type { Contacts } from '../people/contacts.ts'
import { peopleIn } from '../people/dealings.ts'
import type { PlainNames } from '../people/search.ts'
import { createListeners, type Source } from '../store.ts'
import type { createPreferences, Preferences } from '../wallet/device/preferences.ts'
import { createArrival } from './arrival.ts'
import { type Clock, nowFrom } from './clock.ts'
import { createDashboard } from './dashboard.ts'
import { demoDebtors, demoDebts } from './demo.ts'
import { type AskedDialog, loansIn, type OpenDialog, tellsHistory, withoutLists } from './dialogs.ts'
import { firstSteps } from './firstSteps.ts'
import { type Filters, hasExpired } from './market/filters.ts'
import { forMeFrom } from './market/forMe.ts'
import { addressedToMe, createMarket } from './market/market.ts'
import { FIRST_MATCHES, MORE_MATCHES } from './market/search.ts'
import { createDealings } from './own/dealings.ts'
import { dueDates } from './own/dueDates.ts'
import { createKnownPeople } from './own/knownPeople.ts'
import { createOwnLoans, FIRST_COUNT, MORE_COUNT, type OwnLoans, urgentCount } from './own/ownLoans.ts'
import { createSignedLinks } from './own/signedLinks.ts'
import { type MinedAct, markPending, minedActsOf } from './pending.ts'
import { createReads, type Read } from './reads.ts'

/** The terms of an expired proposal, or the one person, that the publish form is filled in with. */
export type Prepared = { renewed: Proposal } | { kind: ProposalKind; to: Address }

/** The card that somebody asked to see: of a loan, or of a proposal of their own. A new object for each time it is asked for. */
export type Wanted = { side: Side | 'market'; id: bigint }

type Options = {
  account: Address
  reader: Reader
  clock: Clock
  contacts: Source<{ contacts: Contacts; plainNames: PlainNames }>
  /** The signed commands of this device: pending ones, and those that ended lately. */
  outbox: Source<readonly Entry[]>
  /** Requests and payments that were signed for others to send, by me or for me. */
  signed: Source<{ all: readonly Signed[] }>
  preferences: Pick<ReturnType<typeof createPreferences>, 'read' | 'change'>
  filters: Filters
  /** The link by which somebody came, until it was followed. Another one may come meanwhile. */
  link: { read: () => string | undefined; forget: () => void; subscribe: (onChange: () => void) => () => void }
}

type State = {
  filters: Filters
  searched: Filters
  matchCount: number
  /** How many loans of each side are on the page. */
  shown: Record<Side, { active: number; ended: number }>
  wanted: Wanted | undefined
  prepared: Prepared | undefined
  dialogs: readonly OpenDialog[]
  preferences: Preferences
  link: string | undefined
  /** Whom I sent dollars to, as 'Actividad' found. */
  recipients: readonly Address[]
  /** How many parts of the page show an address that may be an imitation. */
  lookUps: number
}

export type Board = ReturnType<typeof createBoard>
export type BoardView = ReturnType<Board['get']>

/** How often the time on screen goes on. */
const TICK_MS = 15_000

/**
 * The dashboard's knowledge: the chain as it was read, my pending commands applied to it, and the examples. A store without
 * React: `get` returns the view, `subscribe` starts to read and tells of every change, and the verbs change what is wanted.
 */
export function createBoard({ account, reader, clock, contacts, outbox, signed, preferences, filters, link }: Options) {
  const state: State = {
    filters,
    searched: filters,
    matchCount: FIRST_MATCHES,
    shown: { lent: { active: FIRST_COUNT, ended: 0 }, borrowed: { active: FIRST_COUNT, ended: 0 } },
    wanted: undefined,
    prepared: undefined,
    dialogs: [],
    preferences: preferences.read(),
    link: link.read(),
    recipients: [],
    lookUps: 0,
  }

  const readDashboard = createDashboard(reader, clock)
  const own = {
    lent: createOwnLoans('lent', reader),
    borrowed: createOwnLoans('borrowed', reader),
    requested: createOwnLoans('requested', reader),
  }
  const readDealings = createDealings(reader, account)
  const readKnownPeople = createKnownPeople(reader, account)
  const readSigned = createSignedLinks(reader, account)
  const readArrival = createArrival(reader, account)
  const readMarket = createMarket(reader, clock, account, () => changed())

  const compute = (read: Read) => {
    const reading = readDashboard(read, state.filters.kind === 'request')
    const { dashboard, book, isOffline } = reading
    const now = dashboard ? nowFrom(dashboard, clock.elapsed()) : clock.seconds()
    const readAt = dashboard?.at.blockNumber ?? 0n
    const acts = outbox.get().flatMap(minedActsOf)

    const inDialogs = loansIn(state.dialogs)
    const onPage = (side: Side) => ({
      ...state.shown[side],
      wanted: state.wanted?.side === side ? state.wanted.id : undefined,
      inDialogs,
    })
    const lent = own.lent(read, book, onPage('lent'), acts)
    const borrowed = own.borrowed(read, book, onPage('borrowed'), acts)
    const requested = own.requested(read, book, { active: 0, ended: 0, wanted: undefined, inDialogs: [] }, acts)
    const ownLists = [lent, borrowed, requested]
    const isBehind = (act: MinedAct) => ownLists.some((list) => list.isBehind(act))
    const isUnderWay = (entry: Entry) => isAheadOf(readAt, entry) || minedActsOf(entry).some(isBehind)
    const underWay = outbox
      .get()
      .filter(isUnderWay)
      .flatMap(({ command }) => partsOf(command))

    const links = readSigned(read, book, { kept: signed.get().all, own: ownLists, entries: outbox.get() }, now)

    const { contacts: named, plainNames } = contacts.get()
    const market = readMarket(read, {
      reading,
      now,
      underWay,
      mine: { offer: lent.proposals, request: requested.proposals },
      filters: state.filters,
      searched: state.searched,
      matchCount: state.matchCount,
      names: plainNames,
    })
    // Where somebody may lend, or sign. The list of offers alone is not worth reading all of my loans.
    const isAskedByLink = links.unused.some(({ kind, borrower }) => kind === 'request' && !isSameAddress(borrower, account))
    const arePeopleWanted = tellsHistory(state.dialogs) || market.forMe.length > 0 || market.isSomebodyAsking || isAskedByLink
    const { isKnown, dealings, people: parties } = readDealings(read, book, { lent, borrowed }, arePeopleWanted, now)
    const contactAddresses = [...named.values()].map(({ address }) => address)
    const ofKnown = market.cutForMe.flatMap((kind) => {
      const known = parties.filter((person) => isKnown(person, kind === 'offer' ? 'lender' : 'borrower'))
      return forMeFrom(read, reader, kind, book, [...new Set([...contactAddresses, ...known])])
    })
    const current = ofKnown.filter(({ loan }) => !hasExpired(loan, now))
    const allForMe = distinct([...markPending(current, underWay), ...market.forMe])
    const forMe = addressedToMe(allForMe, market.cutForMe, isKnown, named)
    const waiting = [...forMe.offers.open, ...forMe.requests.open].filter(({ pending }) => !pending)

    const areExamplesHidden = state.preferences.examplesHidden
    const examples = { lent: demoDebtors(now), borrowed: demoDebts(now) }
    const sectionOf = (side: Side, { hasFailed, tryAgain, ...loans }: OwnLoans) => ({
      side,
      ...loans,
      loans: markPending(loans.loans, underWay),
      examples: examples[side],
      areExamplesHidden,
      // Unknown is not empty: until the first answer nothing is said of one's loans.
      reading: hasFailed || (!dashboard && isOffline) ? ('failed' as const) : dashboard ? ('done' as const) : ('begun' as const),
      tryAgain: () => {
        if (!dashboard && isOffline) reading.refresh()
        tryAgain()
      },
    })
    const duesOf = ({ rows, known }: OwnLoans) => ({ rows, loans: known.map(({ loan }) => loan) })

    const knownLoans = [...lent.known, ...borrowed.known].map(({ loan }) => loan)
    const people = peopleIn(knownLoans, account)
    const ownProposals = [...allForMe, ...lent.proposals, ...requested.proposals].map(({ loan }) => loan)
    const { acquaintances, sendsRead } = readKnownPeople(
      read,
      book,
      {
        dealtWith: [...people, ...parties],
        outbox: outbox.get(),
        found: state.recipients,
        contacts: named,
        proposals: ownProposals,
      },
      tellsHistory(state.dialogs) || state.lookUps > 0,
    )
    const stepFacts = book && {
      hasMoney: (dashboard?.ethBalance ?? 0n) > 0n && book.dollarBalance > 0n,
      hasOffered: lent.rows.length > 0,
      hasAsked: requested.rows.length > 0 || links.asked.length > 0,
      hasLoan: lent.takenCount + borrowed.takenCount > 0,
    }
    return {
      ...reading,
      /** My address. */
      me: account,
      /** Unix seconds, by the chain's clock. */
      now,
      chainId: book?.chainId ?? homeChainId,
      underWay,
      market,
      forMe,
      /** My own history with people, by address in lower case. Undefined: not all of it is read. */
      dealings,
      sections: { lent: sectionOf('lent', lent), borrowed: sectionOf('borrowed', borrowed) },
      /** All of my loans in short. Undefined: not all of them are read, or not since a command of mine that is in the chain. */
      ownRows:
        ownLists.every(({ areRowsWhole }) => areRowsWhole) && !acts.some(isBehind)
          ? { lent: lent.rows, borrowed: borrowed.rows, requested: requested.rows }
          : undefined,
      areExamplesHidden,
      dueDates: dueDates(duesOf(lent), duesOf(borrowed)),
      /** Without a contract there is nothing to sum. */
      areSumsKnown: dashboard !== undefined && (!book || (lent.areRowsWhole && borrowed.areRowsWhole)),
      /** Sum of my open offers; undefined until all of them are known. */
      inOffers:
        book && lent.areRowsWhole && lent.areProposalsWhole
          ? lent.proposals.reduce((sum, { loan }) => sum + loan.principal, 0n)
          : undefined,
      /** Counts of what waits for me: offers and requests that are not folded, and debts that are late or due soon. */
      waiting: {
        offers: waiting.filter(isOffer).length,
        requests: waiting.filter(isRequest).length,
        payments: urgentCount(borrowed.rows, now),
      },
      /** Every loan of mine that is known whole, for the dialogs. */
      knownLoans,
      /** Everybody on the other side of these, the newest first. */
      people,
      /** Whom I know, and whether all of my transfers were read for it. */
      acquaintances,
      sendsRead,
      /** The proposals that I made and nobody has taken, and those that were made to me. */
      ownProposals,
      /** Signed requests and payments that are not used yet, by me or for me, the newest first. */
      signed: links.unused,
      /** My own: the requests that I signed, used or not, and the payments that were collected. */
      ownSigned: links,
      /** How many loans could not be decoded. */
      refusedCount: new Set([book, market, lent, borrowed, requested].flatMap((part) => part?.refused ?? [])).size,
      /** Dollars that the contract holds for me, unless I am withdrawing them already. */
      claimable: underWay.some(withdraws) ? 0n : (book?.claimable ?? 0n),
      steps: firstSteps(state.preferences, stepFacts),
      dialogs: state.dialogs,
      wanted: state.wanted,
      /** A new object for each time that it is asked for. */
      prepared: state.prepared,
      arrival: arrival(read, reading, now),
    }
  }

  /** Target of the link by which somebody came, once it was read. Not over a dialog that somebody is reading. */
  const arrival = (read: Read, { dashboard, book }: ReturnType<typeof readDashboard>, now: number) => {
    if (state.link === undefined || !dashboard) return undefined
    const found = readArrival(read, state.link, book, now)
    return state.dialogs.length === 0 ? found : undefined
  }

  let isScheduled = false
  /** Several answers at once are one change. */
  const changedLater = () => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      changed()
    })
  }
  const reads = createReads(changedLater)
  let view = reads.during(compute)
  const changed = () => {
    view = reads.during(compute)
    // Kept: whoever spends all of their money is no newcomer again.
    if (view.steps.isOver && !state.preferences.areStepsOver) prefer({ areStepsOver: true })
    listeners.notify()
  }
  const prefer = (changes: Partial<Preferences>) => {
    preferences.change(changes)
    state.preferences = { ...state.preferences, ...changes }
  }

  const listeners = createListeners(() => {
    reads.start()
    changed()
    const followLink = () => set({ link: link.read() })
    const stops = [
      clock.every(TICK_MS, changed),
      contacts.subscribe(changed),
      outbox.subscribe(changed),
      signed.subscribe(changed),
      link.subscribe(followLink),
    ]
    return () => {
      for (const stop of stops) stop()
      reads.stop()
    }
  })

  let serial = 0
  const set = (changes: Partial<State>) => {
    Object.assign(state, changes)
    changed()
  }
  const show = (side: Side, changes: Partial<State['shown'][Side]>) =>
    set({ shown: { ...state.shown, [side]: { ...state.shown[side], ...changes } } })

  return {
    get: () => view,
    subscribe: listeners.add,
    refresh: () => view.refresh(),
    filter: (next: Filters) => {
      const isNewKind = next.kind !== state.filters.kind
      set({ filters: next })
      // The open requests are read only where somebody looks at them.
      if (isNewKind && next.kind === 'request') view.refresh()
      setTimeout(() => {
        if (state.filters === next) set({ searched: next, matchCount: FIRST_MATCHES })
      })
    },
    /** The end of the list is near. */
    loadMore: () => {
      const { reading, search, loadMore } = view.market
      if (reading !== 'more') return
      if (!search.isSearch) loadMore()
      else if (search.canShowMore) set({ matchCount: state.matchCount + MORE_MATCHES })
    },
    searchMore: () => view.market.searchMore(),
    showMore: (side: Side) => show(side, { active: view.sections[side].shownCount + MORE_COUNT }),
    toggleEnded: (side: Side) => show(side, { ended: state.shown[side].ended > 0 ? 0 : MORE_COUNT }),
    showMoreEnded: (side: Side) => show(side, { ended: state.shown[side].ended + MORE_COUNT }),
    want: (wanted: Wanted) => set({ wanted, dialogs: withoutLists(state.dialogs) }),
    ask: (about: AskedDialog) => set({ dialogs: [...state.dialogs, { about, serial: ++serial }] }),
    close: (about: AskedDialog) => set({ dialogs: state.dialogs.filter((other) => other.about !== about) }),
    /** Reads whom I sent dollars to, while somebody looks at an address. Returns the function that ends it. */
    lookUp: () => {
      set({ lookUps: state.lookUps + 1 })
      return () => set({ lookUps: state.lookUps - 1 })
    },
    /** Whom I sent dollars to, found elsewhere. */
    noteRecipients: (found: readonly Address[]) => {
      const added = found.filter((person) => !state.recipients.includes(person))
      if (added.length > 0) set({ recipients: [...state.recipients, ...added] })
    },
    /** Fills in the publish form, and closes all dialogs above it. */
    prepare: (prepared: Prepared) => set({ prepared, dialogs: [] }),
    /** As if somebody came by this link. */
    follow: (url: string) => set({ link: linkIn(new URL(url)) }),
    /** The arrival was told. */
    arrived: () => {
      link.forget()
      set({ link: undefined })
    },
    toggleExamples: () => {
      prefer({ examplesHidden: !state.preferences.examplesHidden })
      changed()
    },
    dismissSteps: () => {
      prefer({ areStepsOver: true })
      changed()
    },
    noteShared: () => {
      prefer({ hasSharedAddress: true })
      changed()
    },
  }
}
