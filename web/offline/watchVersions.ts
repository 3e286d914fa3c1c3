import { serviceWorkerUrl } from '../wallet/device/scriptUrl.ts'

const HOUR_MS = 3_600_000

/**
 * Registers the service worker, and looks for a newer one whenever somebody comes back to the page, and every hour. Calls `onNew`
 * where one has taken over that keeps a newer build than this page's.
 */
export async function watchVersions(onNew: () => void): Promise<void> {
  const { serviceWorker } = navigator
  const compare = async () => {
    if (await isOfAnotherBuild()) onNew()
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
  if (!serviceWorker.controller || !(await isOfAnotherBuild())) return
  // Either the page is newer than the worker, which is about to be replaced; or a newer one took over before anybody listened.
  const registration = await serviceWorker.getRegistration()
  await registration?.update()
  if (!registration?.installing && !registration?.waiting) await compare()
}

/** Whether the page that the worker keeps begins with another script, whose name contains a hash of all that it loads. */
async function isOfAnotherBuild(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  const page = await fetch('/').catch(() => undefined)
  return script !== null && page?.ok === true && !(await page.text()).includes(new URL(script.src).pathname)
}
