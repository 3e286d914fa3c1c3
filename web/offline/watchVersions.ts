import { serviceWorkerUrl } from '../wallet/device/scriptUrl.ts'
import { fromBuild, keptBuilds } from './keptBuilds.ts'

const HOUR_MS = 3_600_000

/**
 * Registers the service worker, and looks for a newer one whenever somebody comes back to the page, and every hour. Calls `onNew`
 * where one has kept a newer build than this page's.
 */
export async function watchVersions(onNew: () => void): Promise<void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(serviceWorkerUrl(), { updateViaCache: 'none' })

  const compare = async () => {
    if (await isOfOlderBuild()) onNew()
  }
  // It takes over much later, when no tab is left.
  const follow = () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') compare()
    })
  }
  const look = async () => {
    // Without a network there is nothing newer to find.
    if (document.visibilityState === 'visible') await registration.update().catch(() => {})
  }

  registration.addEventListener('updatefound', follow)
  document.addEventListener('visibilitychange', look)
  addEventListener('online', look)
  setInterval(look, HOUR_MS)

  // What began before anybody listened: one that is still being kept, or one that is.
  if (registration.installing) follow()
  else await compare()
  // The browser looks by itself after each page, but some take half a minute over it.
  await look()
}

/**
 * Whether this page is of a build before the one that was kept last. The name of the script that a page begins with contains a hash
 * of all that it loads. A page whose script is kept nowhere is newer than all of them.
 */
async function isOfOlderBuild(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!script) return false
  const { pathname } = new URL(script.src)
  const [newest, ...older] = await Promise.all((await keptBuilds()).map((build) => fromBuild(build, pathname)))
  return newest === undefined && older.some((file) => file !== undefined)
}
