import { Box, Button, Typography } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { demoDebtors, demoDebts, demoOffers } from '../../loans/demo.ts'
import { dueDates } from '../../loans/dueDates.ts'
import type { ActiveLoan, Item, Offer } from '../../loans/loan.ts'
import { isFiltered, isOffer } from '../../loans/market.ts'
import { useSession } from '../../state/session.tsx'
import { useAddress } from '../../state/useAddress.ts'
import { useDashboard } from '../../state/useDashboard.ts'
import { useExamples } from '../../state/useExamples.ts'
import { useFilters } from '../../state/useFilters.ts'
import { useNow } from '../../state/useNow.ts'
import { useOpenOffers } from '../../state/useOpenOffers.ts'
import { es } from '../../text/es.ts'
import { esLoans } from '../../text/esLoans.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useNotices } from '../../ui/Notices.tsx'
import { DueChart } from './DueChart.tsx'
import { ForgetDialog } from './ForgetDialog.tsx'
import { HeaderCard } from './HeaderCard.tsx'
import { KeepDialog } from './KeepDialog.tsx'
import { type KnownLoan, LoanSection } from './LoanSection.tsx'
import { Marketplace } from './Marketplace.tsx'
import { PublishForm } from './PublishForm.tsx'
import { ShowPhraseDialog } from './ShowPhraseDialog.tsx'
import { TopBar, type TopBarDialog } from './TopBar.tsx'

const DIALOGS = { showPhrase: ShowPhraseDialog, forget: ForgetDialog, keep: KeepDialog }
const NO_RECORD = { taken: 0, repaid: 0, repaidLate: 0, offered: 0 }
const DEMO_ITEMS: Item<Offer>[] = demoOffers.map((loan) => ({ loan, record: NO_RECORD }))

const queryClient = new QueryClient()

export function DashboardScreen() {
  return (
    <QueryClientProvider client={queryClient}>
      <Sections />
    </QueryClientProvider>
  )
}

function Sections() {
  const { dataKey } = useSession()
  const address = useAddress()
  const { dashboard, isOffline } = useDashboard(address)
  const now = useNow(dashboard)
  const examples = useExamples()
  const notify = useNotices()
  const [filters, setFilters] = useFilters()
  const [dialog, setDialog] = useState<TopBarDialog | 'keep'>()
  const Dialog = dialog && DIALOGS[dialog]

  useEffect(() => {
    document.title = `${es.dashboard.title} · ${es.product}`
  }, [])

  const [status, setStatus] = useState<string>()
  // Nothing pretends to send: what was typed stays.
  const publish = async () => {
    setStatus(book ? esLoans.publish.notYet : esLoans.publish.noContract)
    return 'keep' as const
  }

  const book = dashboard?.book
  const market = useOpenOffers(book, isFiltered(filters))
  // Without a contract, or without an answer from it, the examples stay.
  const hasAnswer = dashboard !== undefined || isOffline
  const offers = market.offers?.filter(isOffer) ?? (hasAnswer ? DEMO_ITEMS : undefined)
  const lent = knownLoans(book?.lent)
  const borrowed = knownLoans(book?.borrowed)
  const [debtors, debts] = [demoDebtors(now), demoDebts(now)]
  const shownExamples = examples.areHidden ? { debtors: [], debts: [] } : { debtors, debts }

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
        >
          <DueChart
            dates={dueDates([...active(lent), ...shownExamples.debtors], [...active(borrowed), ...shownExamples.debts])}
            now={now}
          />
        </HeaderCard>
        <Box sx={{ gridColumn: { lg: 'span 8 !important' } }}>
          <Marketplace
            me={address}
            offers={offers}
            forMe={book?.offersForMe.filter(isOffer) ?? []}
            openCount={book ? market.openCount : DEMO_ITEMS.length}
            filters={filters}
            onFilters={setFilters}
            reading={market.reading}
            isLoadingMore={market.isLoadingMore}
            onNearEnd={market.loadMore}
            onSearchMore={market.searchMore}
            onAction={(item) => item.loan.demo && notify(esLoans.demo.request)}
          />
        </Box>
        <Box
          sx={{
            gridColumn: { lg: 'span 4 !important' },
            alignSelf: 'start',
            '@media (min-width: 1200px) and (min-height: 920px)': { position: 'sticky', top: 24 },
          }}
        >
          <PublishForm me={address} status={status} onPublish={publish} />
        </Box>
        <Box sx={{ gridColumn: { lg: 'span 6 !important' } }}>
          <LoanSection
            side="lent"
            loans={lent}
            examples={debtors}
            areExamplesHidden={examples.areHidden}
            onToggleExamples={examples.toggle}
            now={now}
          />
        </Box>
        <Box sx={{ gridColumn: { lg: 'span 6 !important' } }}>
          <LoanSection
            side="borrowed"
            loans={borrowed}
            examples={debts}
            areExamplesHidden={examples.areHidden}
            onToggleExamples={examples.toggle}
            now={now}
          />
        </Box>
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
    </>
  )
}

/** Those that were taken: what is still open stands in the marketplace. */
function knownLoans(items: readonly Item[] = []): KnownLoan[] {
  return items.flatMap(({ loan, record }) => (loan.status === 'active' || loan.status === 'repaid' ? [{ loan, record }] : []))
}

function active(loans: readonly KnownLoan[]): ActiveLoan[] {
  return loans.flatMap(({ loan }) => (loan.status === 'active' ? [loan] : []))
}
