// The service worker. It keeps the files of one build on the device, so that every screen opens without a network, and answers
// for nothing else: no other origin, no request to a node, nothing but GET. What it keeps is public; nothing is added later.

import { BASE, pathOf } from '../routes.ts'
import { CACHE_PREFIX, fromBuild, keptBuilds } from './keptBuilds.ts'

/** Every file by its path, with its hash as an `integrity`: what was deployed by halves is not kept. */
declare const FILES: Readonly<Record<string, string>>
// Once: the build puts the whole list where the name stands.
const files = FILES

// TypeScript's types of a worker's global scope exclude those of a page, which all other files need.
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Asking) => void): void
  clients: { claim: () => Promise<void> }
}
const scope = globalThis as unknown as Scope

const ASSETS = pathOf('/assets/')

/** How long a page waits for the network, where one is kept. */
const NETWORK_LIMIT_MS = 1_500

// Takes over from a worker before when no tab is left, as browsers do by themselves. Until then that one serves what this one keeps.
scope.addEventListener('install', (event) => event.waitUntil(keepFiles().then(dropOldBuilds)))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const isKept = pathname in files
  if (request.mode === 'navigate') {
    // Any path that is no file leads to the app, as on the host.
    if (isKept || !/\.\w+$/.test(pathname)) event.respondWith(page(request, isKept ? pathname : BASE))
  } else if (isKept || pathname.startsWith(ASSETS)) {
    event.respondWith(file(request))
  }
})

/** All of them or, if one cannot be fetched or is another build's, none. */
async function keepFiles(): Promise<void> {
  // A new one even for a build that was kept before: after a rollback that one is the newest.
  const name = `${CACHE_PREFIX}${crypto.randomUUID()}`
  const cache = await caches.open(name)
  try {
    // Once more past the browser's own cache, which may remember from a deploy by halves that a file is missing.
    await cache.addAll(requests('default')).catch(() => cache.addAll(requests('reload')))
  } catch (error) {
    await caches.delete(name)
    throw error
  }
}

function requests(assets: RequestCache): Request[] {
  return Object.entries(files).map(
    ([path, integrity]) =>
      new Request(path, { integrity, redirect: 'error', cache: path.startsWith(ASSETS) ? assets : 'no-cache' }),
  )
}

/** The build before stays, for the tabs that still show it. */
async function dropOldBuilds(): Promise<void> {
  const [newest, before] = await keptBuilds()
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== newest && name !== before)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/**
 * A page comes from the network, so that a mended version is used from the next load on. Where that takes too long or fails,
 * the one that is kept opens; its query is never part of what is looked up.
 */
async function page(request: Request, path: string): Promise<Response> {
  const kept = await fromNewest(path)
  // Past the browser's own cache: hosts that say nothing of it let browsers keep a page for as long as they like.
  const asked = fetch(request, { cache: 'no-cache' })
  if (!kept) return asked
  const answer = await Promise.race([asked.catch(() => undefined), afterLimit()])
  return answer && (await Promise.race([isWhole(answer).catch(() => false), afterLimit()])) ? answer : kept
}

/** A page whose files the host does not have, in the middle of a deploy, would do nothing and say nothing. */
async function isWhole(answer: Response): Promise<boolean> {
  if (answer.type === 'opaqueredirect') return true
  if (!answer.ok) return false
  const named = [...(await answer.clone().text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)]
  const isThere = await Promise.all(named.map(([, path]) => path === undefined || !path.startsWith(ASSETS) || canHave(path)))
  return isThere.every((is) => is)
}

async function canHave(path: string): Promise<boolean> {
  if (await fromNewest(path)) return true
  const { ok, headers } = await fetch(path, { method: 'HEAD', cache: 'no-cache' })
  // Some hosts answer with a page for whatever they don't have.
  return ok && !headers.get('Content-Type')?.startsWith('text/html')
}

/** Names under /assets/ contain a hash: of whichever build, it is the same file. */
async function file(request: Request): Promise<Response> {
  const kept = await fromNewest(new URL(request.url).pathname)
  if (kept) return kept
  const answer = await fetch(request)
  // The browser's own cache may remember that the file was missing.
  return answer.ok ? answer : fetch(request, { cache: 'reload' })
}

/** From the newest build that has it. Storage that fails is as good as empty: the network may still answer. */
async function fromNewest(path: string): Promise<Response | undefined> {
  try {
    for (const build of await keptBuilds()) {
      const found = await fromBuild(build, path)
      if (found) return found
    }
  } catch {}
  return undefined
}

function afterLimit(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, NETWORK_LIMIT_MS))
}
