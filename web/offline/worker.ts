// The service worker. It keeps the files of one build on the device, so that every screen opens without a network, and answers
// for nothing else: no other origin, no request to a node, nothing but GET. What it keeps is public; nothing is added later.

import { CACHE_PREFIX } from './cachePrefix.ts'

/** Every file by its path, with its hash as an `integrity`: what was deployed by halves is not kept. `version`: a hash of them. */
declare const BUILD: { files: Readonly<Record<string, string>>; version: string }
// Once: the build puts the whole list where the name stands.
const { files, version } = BUILD

// TypeScript's types of a worker's global scope exclude those of a page, which all other files need.
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Asking) => void): void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}
const scope = globalThis as unknown as Scope

const CACHE = `${CACHE_PREFIX}${version}`
/** How long a page waits for the network, where one is kept. */
const NETWORK_LIMIT_MS = 1_500

// At once, without waiting for the tabs of the last build: what they still have to load stays in its cache.
scope.addEventListener('install', (event) => event.waitUntil(keepFiles().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(dropOldBuilds().then(() => scope.clients.claim())))

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const isKept = pathname in files
  if (request.mode === 'navigate') {
    // Any path that is no file leads to the app, as on the host.
    if (isKept || !/\.\w+$/.test(pathname)) event.respondWith(page(request, isKept ? pathname : '/'))
  } else if (isKept || pathname.startsWith('/assets/')) {
    event.respondWith(file(request, isKept ? CACHE : undefined))
  }
})

/** All of them or, if one cannot be fetched or is another build's, none: then the worker before stays. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  try {
    await cache.addAll(
      Object.entries(files).map(
        ([path, integrity]) =>
          new Request(path, { integrity, redirect: 'error', cache: path.startsWith('/assets/') ? 'default' : 'no-cache' }),
      ),
    )
  } catch (error) {
    await caches.delete(CACHE)
    throw error
  }
}

/** The build before stays, for the tabs that still show it. */
async function dropOldBuilds(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/**
 * A page comes from the network, so that a mended version is used from the next load on. Where that takes too long or fails,
 * the one that is kept opens; its query is never part of what is looked up.
 */
async function page(request: Request, path: string): Promise<Response> {
  const kept = await caches.match(path, { ignoreVary: true, cacheName: CACHE })
  const asked = fetch(request)
  if (!kept) return asked
  const answer = await Promise.race([asked.catch(() => undefined), afterLimit()])
  return answer && (answer.ok || answer.type === 'opaqueredirect') ? answer : kept
}

/** Names under /assets/ contain a hash: of whichever build, it is the same file. */
async function file(request: Request, cacheName: string | undefined): Promise<Response> {
  const { pathname } = new URL(request.url)
  return (await caches.match(pathname, { ignoreVary: true, ...(cacheName && { cacheName }) })) ?? fetch(request)
}

function afterLimit(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, NETWORK_LIMIT_MS))
}
