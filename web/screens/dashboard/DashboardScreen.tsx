import { Box, Button, Typography } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Address } from 'viem'
import { relationTo } from '../../board/market.ts'
import { useBoard } from '../../board/useBoard.ts'
import { useDashboard } from '../../board/useDashboard.ts'
import { useFilters } from '../../board/useFilters.ts'
import { useFirstSteps } from '../../board/useFirstSteps.ts'
import { useSharedLoan } from '../../board/useSharedLoan.ts'
import { useWantedLoan, WantedLoanProvider } from '../../board/wantedLoan.tsx'
import { networks } from '../../chains.ts'
import { words as annulWords } from '../../commands/annul/words.ts'
import { fundingNotice } from '../../commands/faucet/funding.ts'
import { useTestFunds } from '../../commands/faucet/useTestFunds.ts'
import { PublishForm, type PublishHandle } from '../../commands/publish/PublishForm.tsx'
import { publishWords } from '../../commands/publish/words.ts'
import { OutboxNotice } from '../../commands/shared/OutboxNotice.tsx'
import { useAnnounce } from '../../commands/shared/useAnnounce.ts'
import { useOutcomes } from '../../commands/useOutcomes.ts'
import { SenderProvider, useSender } from '../../commands/useSender.tsx'
import { words as withdrawWords } from '../../commands/withdraw/words.ts'
import { type Item, isOffer, isRequest, type Proposal, type TakenLoan } from '../../loans/loan.ts'
import { peopleIn } from '../../people/dealings.ts'
import { ContactsProvider, useContacts } from '../../people/useContacts.tsx'
import { useSuggestions } from '../../people/useSuggestions.ts'
import { useWallet } from '../../session/session.tsx'
import { useOpenForVisit } from '../../session/useOpenForVisit.ts'
import { es } from '../../text/es/es.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { esLoans } from '../../text/es/esLoans.ts'
import { esMarket } from '../../text/es/esMarket.ts'
import { esShare } from '../../text/es/esShare.ts'
import { esWallet } from '../../text/es/esWallet.ts'
import { money } from '../../text/format.ts'
import { keepFocus } from '../../ui/keepFocus.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { ErrorBoundary } from '../../ui/notices/ErrorBoundary.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { useNotices } from '../../ui/notices/Notices.tsx'
import { SectionBoundary } from '../../ui/notices/SectionBoundary.tsx'
import { PeopleContext } from '../../ui/people/people.ts'
import type { Asked } from './Dialogs.tsx'
import { DueDates } from './loans/DueDates.tsx'
import type { LoanAction } from './loans/LoanCard.tsx'
import { LoanSection } from './loans/LoanSection.tsx'
import { useRemind } from './loans/useRemind.ts'
import { Marketplace } from './market/Marketplace.tsx'
import { Navigation } from './Navigation.tsx'
import { OutdatedNotice } from './OutdatedNotice.tsx'
import { goTo } from './places.ts'
import { FirstSteps } from './wallet/FirstSteps.tsx'
import { HeaderCard } from './wallet/HeaderCard.tsx'
import { TopBar } from './wallet/TopBar.tsx'
import { useShareAddress } from './wallet/useShareAddress.ts'

const loadDialogs = () => import('./Dialogs.tsx')
const Dialogs = lazyPart(() => loadDialogs().then((file) => file.Dialogs), OutdatedNotice)

// What most visits do not need.
const PendingOperations = lazyPart(() => loadDialogs().then((file) => file.PendingOperations), OutdatedNotice)
const News = lazyPart(
  () => loadDialogs().then((file) => file.News),
  () => null,
)

const queryClient = new QueryClient()

/** Dialogs that tell my own history with somebody. */
const ABOUT_PEOPLE: readonly Asked['kind'][] = ['request', 'fund', 'send', 'contacts', 'person']

/** Between sections, in addition to the gap of the grid. */
const APART = { xs: 4, lg: 2 }

export function DashboardScreen() {
  if (!useOpenForVisit()) return null
  return (
    <QueryClientProvider client={queryClient}>
      <WantedLoanProvider>
        <ContactsProvider>
          <WithSender />
        </ContactsProvider>
      </WantedLoanProvider>
    </QueryClientProvider>
  )
}

function WithSender() {
  const [{ kind }] = useFilters()
  const reading = useDashboard(kind === 'request')
  return (
    <SenderProvider dashboard={reading.dashboard} onNews={reading.refresh}>
      <Sections {...reading} />
    </SenderProvider>
  )
}

function Sections(reading: ReturnType<typeof useDashboard>) {
  const { dashboard, isOffline, isLagging, refresh } = reading
  const { address, dataKey, isUnlocked } = useWallet()
  const { isBusyElsewhere, underWay, entries } = useSender()
  const isPending = entries.some(({ stage }) => stage.at !== 'done')
  const { asked, ask, close, leaveTo } = useAsked()
  const arePeopleAsked = asked.some(({ about }) => ABOUT_PEOPLE.includes(about.kind))
  const inDialogs = asked.flatMap(({ about }) => ('id' in about ? [about.id] : []))
  const board = useBoard(reading, arePeopleAsked, inDialogs)
  const { book, now, claimable } = board
  const notify = useNotices()
  const remind = useRemind()
  const { want } = useWantedLoan()
  const publishForm = useRef<PublishHandle>(null)

  const { contacts } = useContacts()
  const people = useMemo(
    () => ({
      nameOf: (person: string) => contacts.get(person.toLowerCase())?.name,
      open: (person: Address) => ask({ kind: 'person', address: person }),
    }),
    [contacts, ask],
  )
  const suggest = useSuggestions(peopleIn(board.knownLoans, address))

  const hasMoney = dashboard !== undefined && dashboard.ethBalance > 0n && (book?.dollarBalance ?? 0n) > 0n
  const steps = useFirstSteps(hasMoney, board.hasPublished)
  const { share } = useShareAddress(address, steps.noteShared)
  const funds = useTestFunds(refresh, (funding) => notify(fundingNotice(funding)))

  // Also while the dollars are on their way: another command would have to wait for them.
  const isFunding = funds.isBusy || underWay.some(({ kind }) => kind === 'faucet')
  const getFunds = () => (book?.chainId === networks.local.id ? funds.draw() : ask({ kind: 'funds' }))
  const fundsToOffer = { isBusy: isFunding, get: getFunds }

  // Not over a dialog that somebody is reading: then at another visit.
  const offerPasskey = useEffectEvent((isDue: boolean) => {
    if (isDue && asked.length === 0) ask({ kind: 'offerPasskey' })
  })
  useEffect(() => {
    document.title = `${esWallet.dashboard.title} · ${es.product}`
    // Prefetched, after the screen itself, so that a dialog opens at once.
    loadDialogs()
      .then(async ({ mayOfferPasskey }) => offerPasskey(isUnlocked === true && (await mayOfferPasskey())))
      .catch(() => {})
  }, [isUnlocked])

  const onProposal = useCallback(
    (item: Item<Proposal>, action?: 'renew') => {
      if (action === 'renew') publishForm.current?.renew(item.loan)
      else if (item.loan.demo) notify(esLoans.demo.request)
      else if (isOffer(item)) ask({ kind: relationTo(address, item.loan) === 'own' ? 'cancel' : 'request', item })
      else if (isRequest(item)) ask({ kind: relationTo(address, item.loan) === 'own' ? 'withdrawRequest' : 'fund', item })
    },
    [notify, ask, address],
  )
  // Not over a dialog that somebody is reading.
  useSharedLoan(reading, now, asked.length === 0, (arrival) => {
    if (arrival.kind === 'take') onProposal(arrival.item)
    else if (arrival.kind === 'show') want(arrival)
    else notify(esShare.arrival[arrival.kind])
  })
  const showActivity = () => ask({ kind: 'activity' })
  const stepActions = { money: getFunds, lend: () => goTo('publish'), share }
  const onLoan = (loan: TakenLoan, action: LoanAction) => {
    if (action !== 'remind') ask({ kind: action, id: loan.id })
    else if (loan.status === 'active') remind(loan, now)
  }

  return (
    <PeopleContext value={people}>
      <Outcomes />
      <TopBar onOpen={(kind) => ask({ kind })}>
        <Navigation waiting={board.waiting} />
      </TopBar>
      <Box
        component="main"
        sx={{
          maxWidth: 1264,
          mx: 'auto',
          boxSizing: 'border-box',
          px: { xs: 2, sm: 3, lg: 4 },
          py: 3,
          display: 'grid',
          rowGap: { xs: 2, lg: 3 },
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(12, minmax(0, 1fr))' },
          '& > *': { minWidth: 0, gridColumn: { lg: '1 / -1' } },
        }}
      >
        <Typography
          component="h1"
          sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
        >
          {esWallet.dashboard.title}
        </Typography>
        {!dataKey && (
          <Notice
            severity="warning"
            role="note"
            action={<Button onClick={() => ask({ kind: 'keep' })}>{esWallet.keep.open}</Button>}
          >
            {esWallet.keep.notice}
          </Notice>
        )}
        {book && (
          <ErrorBoundary fallback={() => null}>
            <Suspense>
              <News book={book} now={now} loans={board.knownLoans} onAll={showActivity} />
            </Suspense>
          </ErrorBoundary>
        )}
        {/* Nobody can take these steps where there is no contract, and which are done is unknown where nothing could be read. */}
        {!steps.isOver && (dashboard ? book : !isOffline) && (
          <FirstSteps
            done={steps.done}
            canGetMoney={book !== undefined && !isFunding}
            onStep={(step) => stepActions[step]()}
            onDismiss={steps.dismiss}
          />
        )}
        <SectionBoundary title={esLoans.header.section}>
          <HeaderCard
            address={address}
            dashboard={dashboard}
            isOffline={isOffline}
            isLagging={isLagging}
            refusedCount={board.refusedCount}
            age={dashboard ? now - dashboard.at.timestamp : 0}
            inOffers={board.inOffers}
            isFunding={isFunding}
            onFunds={getFunds}
            onShared={steps.noteShared}
            onOpen={(kind) => ask({ kind })}
          >
            <DueDates dates={board.dueDates} state={board.areSumsKnown ? 'known' : isOffline ? 'unknown' : 'loading'} now={now} />
          </HeaderCard>
        </SectionBoundary>
        {dashboard && !book && (
          <Notice severity="info" role="note">
            {esLoans.header.noContract}
          </Notice>
        )}
        {claimable > 0n && (
          <Notice
            severity="info"
            role="note"
            action={<Button onClick={() => ask({ kind: 'withdraw', amount: claimable })}>{withdrawWords.open}</Button>}
          >
            {withdrawWords.notice(money(claimable))}
          </Notice>
        )}
        {isBusyElsewhere && (
          <Notice
            severity="warning"
            role="status"
            action={<Button onClick={() => ask({ kind: 'annulOther' })}>{annulWords.open}</Button>}
          >
            {annulWords.notice}
          </Notice>
        )}
        <OutboxNotice chainId={book?.chainId} address={address} />
        <SectionBoundary title={esCommands.pending.title}>
          <Suspense>{isPending && <PendingOperations chainId={book?.chainId} />}</Suspense>
        </SectionBoundary>
        <Box data-place="market" sx={{ mt: APART, gridColumn: { lg: 'span 8 !important' } }}>
          <SectionBoundary title={esMarket.title}>
            <Marketplace me={address} {...board.market} onAction={onProposal} />
          </SectionBoundary>
        </Box>
        <Box data-place="publish" sx={{ mt: APART, gridColumn: { lg: 'span 4 !important' } }}>
          {/* In a box as high as the marketplace: sticky as an item of the grid, it would go on over the loans below. */}
          <Box sx={{ '@media (min-width: 1200px) and (min-height: 1400px)': { position: 'sticky', top: 88 } }}>
            <SectionBoundary title={publishWords.title}>
              <PublishForm
                ref={publishForm}
                available={book?.dollarBalance}
                funds={fundsToOffer}
                suggest={suggest}
                now={now}
                onFill={() => goTo('publish')}
              />
            </SectionBoundary>
          </Box>
        </Box>
        {board.sections.map((section) => (
          <Box key={section.side} data-place="loans" sx={{ mt: APART, gridColumn: { lg: 'span 6 !important' } }}>
            <SectionBoundary title={esLoans[section.side].title}>
              <LoanSection
                {...section}
                areExamplesHidden={board.examples.areHidden}
                onToggleExamples={board.examples.toggle}
                now={now}
                onAction={onLoan}
                onEmpty={() => goTo(section.side === 'lent' ? 'publish' : 'market')}
              />
            </SectionBoundary>
          </Box>
        ))}
      </Box>
      <Typography
        component="footer"
        variant="caption"
        color="textSecondary"
        sx={{ display: 'block', textAlign: 'center', pt: 4, pb: 'calc(32px + var(--bottom-bar, 0px))' }}
      >
        {esLoans.footer}
      </Typography>
      <Suspense>
        {asked.map(({ about, serial }) => (
          <ErrorBoundary key={serial} fallback={() => <BrokenDialog onClose={() => close(about)} />}>
            <Dialogs
              asked={about}
              loans={board.knownLoans}
              dealings={board.market.dealings}
              proposals={board.ownProposals}
              ethBalance={dashboard?.ethBalance ?? 0n}
              book={book}
              chainId={board.chainId}
              me={address}
              now={now}
              funds={fundsToOffer}
              onPublish={(kind, to) => leaveTo(() => publishForm.current?.address(kind, to))}
              onSend={(to) => ask({ kind: 'send', to })}
              examples={board.examples}
              onShared={steps.noteShared}
              onOpen={(kind) => ask({ kind })}
              onClose={() => close(about)}
            />
          </ErrorBoundary>
        ))}
      </Suspense>
    </PeopleContext>
  )
}

/** Where people have their names. */
function Outcomes() {
  useOutcomes(useAnnounce())
  return null
}

/** A dialog that cannot be drawn closes and says so: the page, and a phrase that is in memory only, stay. */
function BrokenDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotices()
  const leave = useEffectEvent(() => {
    notify(es.broken.section)
    onClose()
  })
  useEffect(() => leave(), [])
  return null
}

/**
 * The dialogs that are open, the uppermost last; `serial` tells two of a kind apart. Returns the focus to the button that opened the
 * first one.
 */
function useAsked() {
  const [asked, setAsked] = useState<readonly { about: Asked; serial: number }[]>([])
  const count = useRef(0)
  const returnFocus = useRef<() => void>(undefined)
  const ask = useCallback((about: Asked) => {
    returnFocus.current ??= keepFocus()
    const serial = ++count.current
    setAsked((open) => [...open, { about, serial }])
  }, [])
  const isOpen = asked.length > 0
  useEffect(() => {
    if (!isOpen) return
    return () => {
      returnFocus.current?.()
      returnFocus.current = undefined
    }
  }, [isOpen])
  return {
    asked,
    ask,
    close: (about: Asked) => setAsked((open) => open.filter((other) => other.about !== about)),
    /** Closes all of them and goes elsewhere, after the focus has come back. */
    leaveTo: (go: () => void) => {
      returnFocus.current = () => setTimeout(go)
      setAsked([])
    },
  }
}
