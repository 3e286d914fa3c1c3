import { Box, Button, Typography } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { networks } from '../../chains.ts'
import { demoDebtors, demoDebts, demoOffers } from '../../loans/demo.ts'
import { dueDates } from '../../loans/dueDates.ts'
import type { ActiveLoan, Item, Offer } from '../../loans/loan.ts'
import { isFiltered, isOffer, offerKind } from '../../loans/market.ts'
import { markPending, pendingOffers } from '../../loans/pending.ts'
import { useDashboard } from '../../state/board/useDashboard.ts'
import { useExamples } from '../../state/board/useExamples.ts'
import { useFilters } from '../../state/board/useFilters.ts'
import { useNow } from '../../state/board/useNow.ts'
import { useOpenOffers } from '../../state/board/useOpenOffers.ts'
import { useOutcomes } from '../../state/sending/useOutcomes.ts'
import { SenderProvider, useSender } from '../../state/sending/useSender.tsx'
import { useTestFunds } from '../../state/sending/useTestFunds.ts'
import { useSession } from '../../state/session/session.tsx'
import { useAddress } from '../../state/session/useAddress.ts'
import { outcomeNotice } from '../../text/commandStatus.ts'
import { es } from '../../text/es.ts'
import { esCommands } from '../../text/esCommands.ts'
import { esLoans } from '../../text/esLoans.ts'
import { money } from '../../text/format.ts'
import { fundingNotice } from '../../text/funding.ts'
import { keepFocus } from '../../ui/keepFocus.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useNotices } from '../../ui/Notices.tsx'
import { ForgetDialog } from './account/ForgetDialog.tsx'
import { HeaderCard } from './account/HeaderCard.tsx'
import { KeepDialog } from './account/KeepDialog.tsx'
import { ShowPhraseDialog } from './account/ShowPhraseDialog.tsx'
import { TopBar, type TopBarDialog } from './account/TopBar.tsx'
import { PendingOperations } from './commands/PendingOperations.tsx'
import type { Asked } from './LoanDialogs.tsx'
import { DueChart } from './loans/DueChart.tsx'
import type { LoanAction } from './loans/LoanCard.tsx'
import { type KnownLoan, LoanSection } from './loans/LoanSection.tsx'
import { useRemind } from './loans/useRemind.ts'
import { Marketplace } from './market/Marketplace.tsx'
import { PublishForm } from './publish/PublishForm.tsx'

const loadDialogs = () => import('./LoanDialogs.tsx')
const LoanDialogs = lazy(() => loadDialogs().then((file) => ({ default: file.LoanDialogs })))

const DIALOGS = { showPhrase: ShowPhraseDialog, forget: ForgetDialog, keep: KeepDialog }
const NO_RECORD = { taken: 0, repaid: 0, repaidLate: 0, offered: 0 }
const DEMO_ITEMS: Item<Offer>[] = demoOffers.map((loan) => ({ loan, record: NO_RECORD }))

const queryClient = new QueryClient()

export function DashboardScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <WithSender />
    </QueryClientProvider>
  )
}

function WithSender() {
  const address = useAddress()
  const { dashboard, isOffline, refresh } = useDashboard(address)
  return (
    <SenderProvider address={address} dashboard={dashboard} onNews={refresh}>
      <Sections address={address} dashboard={dashboard} isOffline={isOffline} refresh={refresh} />
    </SenderProvider>
  )
}

type Props = { address: Address | '' } & Pick<ReturnType<typeof useDashboard>, 'dashboard' | 'isOffline' | 'refresh'>

function Sections({ address, dashboard, isOffline, refresh }: Props) {
  const { dataKey } = useSession()
  const now = useNow(dashboard)
  const examples = useExamples()
  const notify = useNotices()
  const [filters, setFilters] = useFilters()
  const [dialog, setDialog] = useState<TopBarDialog | 'keep'>()
  const Dialog = dialog && DIALOGS[dialog]
  const remind = useRemind()

  const { underWay } = useSender()
  useOutcomes((command, outcome) => notify(outcomeNotice(command, outcome)))
  const funds = useTestFunds(address, refresh, (funding) => notify(fundingNotice(funding)))
  const [asked, setAsked] = useState<Asked>()
  const returnFocus = useRef(() => {})
  const ask = useCallback((about: Asked) => {
    returnFocus.current = keepFocus()
    setAsked(about)
  }, [])
  useEffect(() => {
    if (!asked) return
    return () => returnFocus.current()
  }, [asked])
  const onOffer = useCallback(
    (item: Item<Offer>) =>
      item.loan.demo
        ? notify(esLoans.demo.request)
        : ask({ kind: offerKind(item.loan, address) === 'own' ? 'cancel' : 'request', item }),
    [notify, ask, address],
  )

  useEffect(() => {
    // They are there before one is wanted, and after the lists.
    loadDialogs().catch(() => {})
    document.title = `${es.dashboard.title} · ${es.product}`
  }, [])

  const book = dashboard?.book
  const market = useOpenOffers(book, isFiltered(filters))
  // Without a contract, or without an answer from it, the examples stay.
  const hasAnswer = dashboard !== undefined || isOffline
  const own = address === '' ? [] : pendingOffers(underWay, address)
  const offers =
    book && market.offers ? [...own, ...markPending(market.offers.filter(isOffer), underWay)] : hasAnswer ? DEMO_ITEMS : undefined
  const lent = knownLoans(book?.lent)
  const borrowed = knownLoans(book && markPending(book.borrowed, underWay))
  const isWithdrawing = underWay.some(({ kind }) => kind === 'withdraw')
  const [debtors, debts] = [demoDebtors(now), demoDebts(now)]
  const shownExamples = examples.areHidden ? { debtors: [], debts: [] } : { debtors, debts }

  const sides = [
    { side: 'lent', loans: lent, demo: debtors },
    { side: 'borrowed', loans: borrowed, demo: debts },
  ] as const
  const act = (loan: KnownLoan['loan'], action: LoanAction) => {
    if (action !== 'remind') ask({ kind: action, id: loan.id })
    else if (loan.status === 'active') remind(loan, now)
  }

  return (
    <>
      <TopBar onOpen={setDialog} />
      <Box
        component="main"
        sx={{
          maxWidth: 1264,
          mx: 'auto',
          boxSizing: 'border-box',
          px: { xs: 2, sm: 3, lg: 4 },
          py: 3,
          display: 'grid',
          rowGap: 6,
          columnGap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(12, minmax(0, 1fr))' },
          '& > *': { minWidth: 0, gridColumn: { lg: '1 / -1' } },
        }}
      >
        <Typography
          component="h1"
          sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
        >
          {es.dashboard.title}
        </Typography>
        {!dataKey && (
          <Notice severity="warning" role="note" action={<Button onClick={() => setDialog('keep')}>{es.keep.open}</Button>}>
            {es.keep.notice}
          </Notice>
        )}
        <HeaderCard
          address={address}
          dashboard={dashboard}
          isOffline={isOffline}
          age={dashboard ? now - dashboard.at.timestamp : 0}
          isFunding={funds.isBusy}
          onFunds={() => (book?.chainId === networks.local.id ? funds.draw() : ask({ kind: 'funds' }))}
        >
          <DueChart
            dates={dueDates([...active(lent), ...shownExamples.debtors], [...active(borrowed), ...shownExamples.debts])}
            now={now}
          />
        </HeaderCard>
        {book && book.claimable > 0n && !isWithdrawing && (
          <Notice
            severity="info"
            role="note"
            action={<Button onClick={() => ask({ kind: 'withdraw', amount: book.claimable })}>{esCommands.withdraw.open}</Button>}
          >
            {esCommands.withdraw.notice(money(book.claimable))}
          </Notice>
        )}
        <PendingOperations chainId={book?.chainId} />
        <Box sx={{ gridColumn: { lg: 'span 8 !important' } }}>
          <Marketplace
            me={address}
            offers={offers}
            forMe={markPending(book?.offersForMe.filter(isOffer) ?? [], underWay)}
            openCount={book ? market.openCount : DEMO_ITEMS.length}
            filters={filters}
            onFilters={setFilters}
            reading={market.reading}
            isLoadingMore={market.isLoadingMore}
            onNearEnd={market.loadMore}
            onSearchMore={market.searchMore}
            onAction={onOffer}
          />
        </Box>
        <Box
          sx={{
            gridColumn: { lg: 'span 4 !important' },
            alignSelf: 'start',
            '@media (min-width: 1200px) and (min-height: 920px)': { position: 'sticky', top: 24 },
          }}
        >
          <PublishForm me={address} />
        </Box>
        {sides.map(({ side, loans, demo }) => (
          <Box key={side} sx={{ gridColumn: { lg: 'span 6 !important' } }}>
            <LoanSection
              side={side}
              loans={loans}
              examples={demo}
              areExamplesHidden={examples.areHidden}
              onToggleExamples={examples.toggle}
              now={now}
              onAction={act}
            />
          </Box>
        ))}
      </Box>
      <Typography
        component="footer"
        variant="caption"
        color="textSecondary"
        sx={{ display: 'block', textAlign: 'center', py: 4 }}
      >
        {esLoans.footer}
      </Typography>
      {Dialog && <Dialog onClose={() => setDialog(undefined)} />}
      <Suspense>
        {asked && (
          <LoanDialogs
            asked={asked}
            loans={[...lent, ...borrowed].map(({ loan }) => loan)}
            book={book}
            me={address}
            now={now}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Those that were taken: what is still open stands in the marketplace. */
function knownLoans(items: readonly Item[] = []): KnownLoan[] {
  return items.flatMap(({ loan, record, pending }) =>
    loan.status === 'active' || loan.status === 'repaid' ? [{ loan, record, pending }] : [],
  )
}

function active(loans: readonly KnownLoan[]): ActiveLoan[] {
  return loans.flatMap(({ loan }) => (loan.status === 'active' ? [loan] : []))
}
