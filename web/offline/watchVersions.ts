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

  // The build of a page that was put off twice is no longer kept by then.
  let wasKept = false
  const compare = async () => {
    const { isKept, isNewest } = await whereIsThisBuild()
    wasKept ||= isKept
    if (wasKept && !isNewest) onNew()
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

  // Updates that began before the listener: still being kept (`follow`), or kept already (`compare`).
  follow()
  await compare()
  // The browser looks by itself after each page, but some take half a minute over it.
  await look()
}

/**
 * Whether this page's build is kept, and as the newest. The name of the script that a page begins with contains a hash of all that it
 * loads. A page whose script was never kept is newer than all of them.
 */
async function whereIsThisBuild(): Promise<{ isKept: boolean; isNewest: boolean }> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!script) return { isKept: false, isNewest: false }
  const { pathname } = new URL(script.src)
  const found = await Promise.all((await keptBuilds()).map((build) => fromBuild(build, pathname)))
  return { isKept: found.some((file) => file !== undefined), isNewest: found[0] !== undefined }
}
