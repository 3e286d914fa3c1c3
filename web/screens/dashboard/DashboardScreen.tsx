import { Box, Typography } from '@mui/material'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { BoardProvider } from '../../board/BoardProvider.tsx'
import { useBoard, useBook, useEntries } from '../../board/useBoard.ts'
import { PublishForm } from '../../commands/publish/PublishForm.tsx'
import { publishWords } from '../../commands/publish/words.ts'
import { useAnnounce } from '../../commands/shared/useAnnounce.ts'
import { useOutcomes } from '../../commands/useOutcomes.ts'
import { SendingProvider } from '../../commands/useSending.tsx'
import { ContactsProvider } from '../../people/useContacts.tsx'
import { useOpenForVisit } from '../../session/useOpenForVisit.ts'
import { SignedProvider, useSignedTrouble } from '../../signed/useSigned.tsx'
import { es } from '../../text/es/es.ts'
import { esCommands } from '../../text/es/esCommands.ts'
import { esLoans } from '../../text/es/esLoans.ts'
import { esMarket } from '../../text/es/esMarket.ts'
import { esSigned } from '../../text/es/esSigned.ts'
import { esWallet } from '../../text/es/esWallet.ts'
import { PAGE_WIDTH } from '../../theme.ts'
import { ErrorBoundary } from '../../ui/notices/ErrorBoundary.tsx'
import { SectionBoundary } from '../../ui/notices/SectionBoundary.tsx'
import { News, OpenDialogs, PendingOperations, SignedSection, usePrefetchDialogs } from './dialogParts.tsx'
import { Footer } from './Footer.tsx'
import { LoanSection } from './loans/LoanSection.tsx'
import { Marketplace } from './market/Marketplace.tsx'
import { AccountNotices, VisitOnly } from './notices/StandingNotices.tsx'
import { goTo } from './places.ts'
import { useArrival } from './useArrival.ts'
import { useOfferPasskey } from './useOfferPasskey.ts'
import { WithPeople } from './WithPeople.tsx'
import { FirstSteps } from './wallet/FirstSteps.tsx'
import { HeaderCard } from './wallet/HeaderCard.tsx'
import { TopBar } from './wallet/TopBar.tsx'

/** Between sections, in addition to the gap of the grid. */
const APART = { xs: 2, sm: 4, lg: 2 }

export function DashboardScreen() {
  // Its cache ends with the wallet: locking leaves nothing of it in memory.
  const [queryClient] = useState(createQueries)
  if (!useOpenForVisit()) return null
  return (
    <QueryClientProvider client={queryClient}>
      <ContactsProvider>
        <SignedProvider>
          <BoardProvider>
            <SendingProvider>
              <WithPeople>
                <Sections />
              </WithPeople>
            </SendingProvider>
          </BoardProvider>
        </SignedProvider>
      </ContactsProvider>
    </QueryClientProvider>
  )
}

function createQueries(): QueryClient {
  // Each query says itself when it is asked again. 'always': even where the browser believes to be offline, a node on this machine
  // still answers.
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
}

function Sections() {
  const book = useBook()
  const isAnythingSigned = useBoard(({ signed }) => signed.length > 0)
  const hasSigned = useSignedTrouble() !== undefined || isAnythingSigned
  const isPending = useEntries((entries) => entries.some(({ stage }) => stage.at !== 'done'))
  useEffect(() => {
    document.title = `${esWallet.dashboard.title} · ${es.product}`
  }, [])
  useOutcomes(useAnnounce())
  useOfferPasskey()
  usePrefetchDialogs()
  useArrival()
  return (
    <>
      <TopBar />
      <Box component="main" sx={page}>
        <Typography component="h1" sx={unseen}>
          {esWallet.dashboard.title}
        </Typography>
        <SectionBoundary title={esCommands.pending.title}>
          <Suspense>{isPending && <PendingOperations />}</Suspense>
        </SectionBoundary>
        <VisitOnly />
        {book && (
          <ErrorBoundary fallback={() => null}>
            <Suspense>
              <News book={book} />
            </Suspense>
          </ErrorBoundary>
        )}
        <FirstSteps />
        <SectionBoundary title={esLoans.header.section}>
          <HeaderCard />
        </SectionBoundary>
        <AccountNotices />
        {hasSigned && (
          <SectionBoundary title={esSigned.list.title}>
            <Suspense>
              <SignedSection />
            </Suspense>
          </SectionBoundary>
        )}
        <Box data-place="market" sx={{ mt: APART, gridColumn: { lg: 'span 8 !important' } }}>
          <SectionBoundary title={esMarket.title}>
            <Marketplace />
          </SectionBoundary>
        </Box>
        <Box data-place="publish" sx={{ mt: APART, gridColumn: { lg: 'span 4 !important' } }}>
          {/* In a box as high as the marketplace: sticky as an item of the grid, it would go on over the loans below. */}
          <Box sx={{ '@media (min-width: 1200px) and (min-height: 1400px)': { position: 'sticky', top: 88 } }}>
            <SectionBoundary title={publishWords.title}>
              <PublishForm onFill={() => goTo('publish')} />
            </SectionBoundary>
          </Box>
        </Box>
        {(['lent', 'borrowed'] as const).map((side) => (
          <Box key={side} data-place="loans" sx={{ mt: APART, gridColumn: { lg: 'span 6 !important' } }}>
            <SectionBoundary title={esLoans[side].title}>
              <LoanSection side={side} />
            </SectionBoundary>
          </Box>
        ))}
      </Box>
      <Footer />
      <OpenDialogs />
    </>
  )
}

const page = {
  maxWidth: PAGE_WIDTH,
  mx: 'auto',
  boxSizing: 'border-box',
  px: { xs: 2, sm: 3, lg: 4 },
  py: { xs: 2, sm: 3 },
  display: 'grid',
  rowGap: { xs: 2, lg: 3 },
  columnGap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(12, minmax(0, 1fr))' },
  '& > *': { minWidth: 0, gridColumn: { lg: '1 / -1' } },
} as const

/** For screen readers alone. */
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const
