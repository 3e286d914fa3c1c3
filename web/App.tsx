import { useCallback, useLayoutEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { lazyScreen } from './lazyScreen.tsx'
import { isRoute, type Route } from './routes.ts'
import { LoginScreen } from './screens/login/LoginScreen.tsx'
import { SessionProvider, useSession } from './session/session.tsx'
import { BrokenScreen } from './ui/notices/BrokenScreen.tsx'
import { ErrorBoundary } from './ui/notices/ErrorBoundary.tsx'
import { LockedScreen } from './ui/notices/Late.tsx'
import { NoticesProvider } from './ui/notices/Notices.tsx'
import { useOnFirstTouch } from './ui/useOnFirstTouch.ts'

const SeedScreen = lazyScreen(() => import('./screens/seed/SeedScreen.tsx').then((file) => file.SeedScreen))
const ConfirmScreen = lazyScreen(() => import('./screens/confirm/ConfirmScreen.tsx').then((file) => file.ConfirmScreen))
const DashboardScreen = lazyScreen(() => import('./screens/dashboard/DashboardScreen.tsx').then((file) => file.DashboardScreen))

export function App() {
  return (
    <ErrorBoundary fallback={() => <BrokenScreen />}>
      <SessionProvider locked={<LockedScreen />}>
        <NoticesProvider>
          <CurrentScreen />
        </NoticesProvider>
      </SessionProvider>
    </ErrorBoundary>
  )
}

/**
 * The route that an open wallet sees at each. The back button does not leave it, because /seed would show the words without asking
 * for PIN and password; the dashboard stays mounted, and with it what was typed.
 */
const WITH_WALLET: Record<Route, Route> = {
  '/login': '/dashboard',
  '/seed': '/dashboard',
  '/seed/confirm': '/dashboard',
  '/dashboard': '/dashboard',
}

/** The screen of the current path. Redirects replace the history entry. */
function CurrentScreen() {
  const [path] = useLocation()
  const { wallet } = useSession()
  const asked = isRoute(path) ? path : '/login'
  const route = wallet ? WITH_WALLET[asked] : asked
  return (
    <>
      {route !== path && <Redirect to={route} replace />}
      <ScreenAt route={route} />
    </>
  )
}

/** The screen after /login, fetched while PIN and password are typed. Whatever fails is tried again by the screen itself. */
function preloadNext(hasVault: boolean) {
  const next = hasVault ? DashboardScreen : SeedScreen
  next.preload().catch(() => {})
}

function ScreenAt({ route }: { route: Route }) {
  const { phrase, wallet } = useSession()
  const isOutdated = useWayAhead(phrase !== '')
  // Before it is drawn: browsers keep the place of the screen before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the route is not read, but each one is another screen
  useLayoutEffect(() => {
    scrollTo(0, 0)
  }, [route])
  switch (route) {
    case '/login':
      return <LoginScreen preload={preloadNext} />
    case '/seed':
      return <SeedScreen isOutdated={isOutdated} />
    case '/seed/confirm':
      return phrase ? <ConfirmScreen /> : <Redirect to="/seed" replace />
    case '/dashboard':
      return wallet || phrase ? <DashboardScreen /> : <Redirect to="/login" replace />
  }
}

/**
 * Loads the screens that follow before the words can be read: a later deploy would delete their chunks, and a reload would lose
 * the phrase. Returns whether that failed.
 */
function useWayAhead(hasPhrase: boolean): boolean {
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    Promise.all([ConfirmScreen.preload(), DashboardScreen.preload()]).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  }, [])
  useOnFirstTouch(hasPhrase ? load : undefined)
  return hasFailed
}
