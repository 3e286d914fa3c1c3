/** The longest wait for an idle moment, and the whole wait in browsers that know none. */
const IDLE_LIMIT_MS = 5_000

/** After the first screen, with which fetching the whole app must not compete. The dev server has no service worker. */
export function startOffline(): void {
  if (!IS_BUILD || !('serviceWorker' in navigator)) return
  // Without this script the app is as it would be without a service worker.
  const start = () => import('./announceVersions.tsx').then((file) => file.announceVersions()).catch(() => {})
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: IDLE_LIMIT_MS }) : setTimeout(start, IDLE_LIMIT_MS)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
