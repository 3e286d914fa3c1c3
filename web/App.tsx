import { CssBaseline, ThemeProvider } from '@mui/material'
import { type ReactNode, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { lazyScreen } from './lazyScreen.ts'
import { SessionProvider, useSession } from './state/session.tsx'
import { theme } from './theme.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { NoticesProvider } from './ui/Notices.tsx'

const LoginScreen = lazyScreen(() => import('./screens/login/LoginScreen.tsx').then((file) => file.LoginScreen))
const SeedScreen = lazyScreen(() => import('./screens/seed/SeedScreen.tsx').then((file) => file.SeedScreen))
const ConfirmScreen = lazyScreen(() => import('./screens/confirm/ConfirmScreen.tsx').then((file) => file.ConfirmScreen))
const DashboardScreen = lazyScreen(() => import('./screens/dashboard/DashboardScreen.tsx').then((file) => file.DashboardScreen))

export function App() {
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <ErrorBoundary>
        <NoticesProvider>
          <SessionProvider>
            <BrowserRouter>
              <Suspense>
                <Routes>
                  <Route caseSensitive path="/login" element={<LoginScreen />} />
                  <Route caseSensitive path="/seed" element={<SeedScreen />} />
                  <Route
                    caseSensitive
                    path="/seed/confirm"
                    element={<WithPhrase otherwise="/seed" screen={<ConfirmScreen />} />}
                  />
                  <Route
                    caseSensitive
                    path="/dashboard"
                    element={<WithPhrase otherwise="/login" screen={<DashboardScreen />} />}
                  />
                  <Route path="*" element={<Navigate to="/login" replace />} />
                </Routes>
              </Suspense>
            </BrowserRouter>
          </SessionProvider>
        </NoticesProvider>
      </ErrorBoundary>
    </ThemeProvider>
  )
}

/** The screen where a phrase is in memory; elsewhere it gives way and leaves no trace in the history. */
function WithPhrase({ screen, otherwise }: { screen: ReactNode; otherwise: string }) {
  return useSession().phrase ? screen : <Navigate to={otherwise} replace />
}
