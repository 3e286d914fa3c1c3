import { serviceWorkerUrl } from '../wallet/device/scriptUrl.ts'
import { CACHE_PREFIX } from './cachePrefix.ts'

const HOUR_MS = 3_600_000

/**
 * Registers the service worker, and looks for a newer one whenever somebody comes back to the page, and every hour. Calls `onNew`
 * where one has taken over that keeps a newer build than this page's.
 */
export async function watchVersions(onNew: () => void): Promise<void> {
  const { serviceWorker } = navigator
  const compare = async () => {
    if (await isOfOlderBuild()) onNew()
  }
  const look = async () => {
    if (document.visibilityState === 'visible') await (await serviceWorker.getRegistration())?.update()
  }
  // Without a network there is nothing newer to find.
  const lookAgain = () => look().catch(() => {})

  serviceWorker.addEventListener('controllerchange', compare)
  document.addEventListener('visibilitychange', lookAgain)
  addEventListener('online', lookAgain)
  setInterval(lookAgain, HOUR_MS)

  await serviceWorker.register(serviceWorkerUrl(), { updateViaCache: 'none' })
  // Perhaps one took over before anybody listened.
  await compare()
}

/**
 * Whether this page is of a build before the one that was kept last. The name of the script that a page begins with contains a hash
 * of all that it loads. A page whose script is kept nowhere is newer than all of them.
 */
async function isOfOlderBuild(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!script) return false
  const { pathname } = new URL(script.src)
  const kept = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX))
  const found = await Promise.all(kept.map((cacheName) => caches.match(pathname, { cacheName, ignoreVary: true })))
  return found.at(-1) === undefined && found.some((file) => file !== undefined)
}
