import { Box, Button, Typography } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { networks } from '../../chains.ts'
import type { Item, Offer, TakenLoan } from '../../loans/loan.ts'
import { offerKind } from '../../loans/market.ts'
import { useBoard } from '../../state/board/useBoard.ts'
import { useDashboard } from '../../state/board/useDashboard.ts'
import { useOutcomes } from '../../state/sending/useOutcomes.ts'
import { SenderProvider, useSender } from '../../state/sending/useSender.tsx'
import { useTestFunds } from '../../state/sending/useTestFunds.ts'
import { useWallet } from '../../state/session/session.tsx'
import { useOpenForVisit } from '../../state/session/useOpenForVisit.ts'
import { es } from '../../text/es.ts'
import { esCommands } from '../../text/esCommands.ts'
import { esLoans } from '../../text/esLoans.ts'
import { esWallet } from '../../text/esWallet.ts'
import { money } from '../../text/format.ts'
import { fundingNotice } from '../../text/funding.ts'
import { keepFocus } from '../../ui/keepFocus.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useNotices } from '../../ui/Notices.tsx'
import { SectionBoundary } from '../../ui/SectionBoundary.tsx'
import { HeaderCard } from './account/HeaderCard.tsx'
import { TopBar } from './account/TopBar.tsx'
import { OutboxNotice } from './commands/OutboxNotice.tsx'
import { PendingOperations } from './commands/PendingOperations.tsx'
import { useAnnounce } from './commands/useAnnounce.ts'
import type { Asked } from './Dialogs.tsx'
import { DueChart } from './loans/DueChart.tsx'
import type { LoanAction } from './loans/LoanCard.tsx'
import { LoanSection } from './loans/LoanSection.tsx'
import { useRemind } from './loans/useRemind.ts'
import { Marketplace } from './market/Marketplace.tsx'
import { PublishForm } from './publish/PublishForm.tsx'

const loadDialogs = () => import('./Dialogs.tsx')
const Dialogs = lazyPart(() => loadDialogs().then((file) => file.Dialogs), NoDialogs)

function NoDialogs() {
  return (
    <Notice severity="warning" role="alert">
      {es.outdated.notice}
    </Notice>
  )
}

const queryClient = new QueryClient()

export function DashboardScreen() {
  if (!useOpenForVisit()) return null
  return (
    <QueryClientProvider client={queryClient}>
      <WithSender />
    </QueryClientProvider>
  )
}

function WithSender() {
  const reading = useDashboard()
  return (
    <SenderProvider dashboard={reading.dashboard} onNews={reading.refresh}>
      <Sections {...reading} />
    </SenderProvider>
  )
}

function Sections(reading: ReturnType<typeof useDashboard>) {
  const { dashboard, isOffline, isLagging, refresh } = reading
  const { address, dataKey } = useWallet()
  const { isBusyElsewhere } = useSender()
  const board = useBoard(reading)
  const { book, now, claimable } = board
  const notify = useNotices()
  const remind = useRemind()
  const { asked, ask, close } = useAsked()

  useOutcomes(useAnnounce())
  const funds = useTestFunds(refresh, (funding) => notify(fundingNotice(funding)))

  const getFunds = () => (book?.chainId === networks.local.id ? funds.draw() : ask({ kind: 'funds' }))

  useEffect(() => {
    document.title = `${esWallet.dashboard.title} · ${es.product}`
    // Prefetched, after the screen itself, so that a dialog opens at once.
    loadDialogs().catch(() => {})
  }, [])

  const onOffer = useCallback(
    (item: Item<Offer>) =>
      item.loan.demo
        ? notify(esLoans.demo.request)
        : ask({ kind: offerKind(item.loan, address) === 'own' ? 'cancel' : 'request', item }),
    [notify, ask, address],
  )
  const onLoan = (loan: TakenLoan, action: LoanAction) => {
    if (action !== 'remind') ask({ kind: action, id: loan.id })
    else if (loan.status === 'active') remind(loan, now)
  }

  return (
    <>
      <TopBar onOpen={(kind) => ask({ kind })} />
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
        <SectionBoundary title={esLoans.header.section}>
          <HeaderCard
            address={address}
            dashboard={dashboard}
            isOffline={isOffline}
            isLagging={isLagging}
            refusedCount={board.refusedCount}
            age={dashboard ? now - dashboard.at.timestamp : 0}
            isFunding={funds.isBusy}
            onFunds={getFunds}
          >
            <DueChart dates={board.dueDates} sums={board.areSumsKnown ? 'known' : isOffline ? 'unknown' : 'loading'} now={now} />
          </HeaderCard>
        </SectionBoundary>
        {claimable > 0n && (
          <Notice
            severity="info"
            role="note"
            action={<Button onClick={() => ask({ kind: 'withdraw', amount: claimable })}>{esCommands.withdraw.open}</Button>}
          >
            {esCommands.withdraw.notice(money(claimable))}
          </Notice>
        )}
        {isBusyElsewhere && (
          <Notice
            severity="warning"
            role="status"
            action={<Button onClick={() => ask({ kind: 'annulOther' })}>{esCommands.annulOther.open}</Button>}
          >
            {esCommands.annulOther.notice}
          </Notice>
        )}
        <OutboxNotice chainId={book?.chainId} address={address} />
        <SectionBoundary title={esCommands.pending.title}>
          <PendingOperations chainId={book?.chainId} />
        </SectionBoundary>
        <Box sx={{ gridColumn: { lg: 'span 8 !important' } }}>
          <SectionBoundary title={esLoans.market.title}>
            <Marketplace me={address} {...board.market} onAction={onOffer} />
          </SectionBoundary>
        </Box>
        <Box
          sx={{
            gridColumn: { lg: 'span 4 !important' },
            alignSelf: 'start',
            '@media (min-width: 1200px) and (min-height: 920px)': { position: 'sticky', top: 24 },
          }}
        >
          <SectionBoundary title={esLoans.publish.title}>
            <PublishForm available={book?.dollarBalance} />
          </SectionBoundary>
        </Box>
        {board.sections.map((section) => (
          <Box key={section.side} sx={{ gridColumn: { lg: 'span 6 !important' } }}>
            <SectionBoundary title={esLoans[section.side].title}>
              <LoanSection
                {...section}
                areExamplesHidden={board.areExamplesHidden}
                onToggleExamples={board.toggleExamples}
                now={now}
                onAction={onLoan}
              />
            </SectionBoundary>
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
      <Suspense>
        {asked.map((about) => (
          <Dialogs
            key={about.kind}
            asked={about}
            loans={board.sections.flatMap(({ loans }) => loans.map(({ loan }) => loan))}
            book={book}
            me={address}
            now={now}
            funds={{ isBusy: funds.isBusy, get: getFunds }}
            onClose={() => close(about)}
          />
        ))}
      </Suspense>
    </>
  )
}

/** The dialogs that are open, the uppermost last. Returns the focus to the button that opened the first one. */
function useAsked() {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const returnFocus = useRef<() => void>(undefined)
  const ask = useCallback((about: Asked) => {
    returnFocus.current ??= keepFocus()
    setAsked((open) => [...open, about])
  }, [])
  const isOpen = asked.length > 0
  useEffect(() => {
    if (!isOpen) return
    return () => {
      returnFocus.current?.()
      returnFocus.current = undefined
    }
  }, [isOpen])
  return { asked, ask, close: (about: Asked) => setAsked((open) => open.filter((other) => other !== about)) }
}
