import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { cachePrefix } from '../web/offline/keptBuilds.ts'
import { SERVICE_WORKER } from '../web/wallet/device/serviceWorkerPath.ts'
import { TARGET } from './target.ts'

const source = fileURLToPath(new URL('../web/offline/worker.ts', import.meta.url))

/** Takes the place of the worker, where a host or the dev server wants none: unregisters it and drops what it kept. */
const removal = (base: string) => `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name.startsWith('${cachePrefix(base)}')) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(drop())
})
`
const REMOVAL_FILE = 'sw-remove.js'

/** Build files that the app never requests, and the worker does not cache. */
const NOT_KEPT = /^(\.vite\/|404\.html$|_headers$|vercel\.json$|robots\.txt$)/

/** Adds the service worker to a finished build, with the list of its files; and the script that removes it, under another name. */
export async function buildServiceWorker(outDir: string, base: string): Promise<void> {
  await build({
    configFile: false,
    base,
    publicDir: false,
    logLevel: 'warn',
    define: { FILES: JSON.stringify(filesIn(outDir, base)) },
    build: {
      outDir,
      emptyOutDir: false,
      target: TARGET,
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: SERVICE_WORKER.slice(1) } },
    },
  })
  writeFileSync(join(outDir, REMOVAL_FILE), removal(base))
}

/** The files of a build by their path, pages without `.html`, each with its hash. */
function filesIn(outDir: string, base: string): Record<string, string> {
  const entries = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = entries
    .map(({ parentPath, name }) => relative(outDir, join(parentPath, name)))
    .filter((name) => !NOT_KEPT.test(name))
  return Object.fromEntries(
    names.sort().map((name) => [
      base + name.replace(/(^index)?\.html$/, ''),
      `sha256-${createHash('sha256')
        .update(readFileSync(join(outDir, name)))
        .digest('base64')}`,
    ]),
  )
}

/** On the dev server: a worker that a build on the same port left behind goes away. */
export function removeServiceWorker(): Plugin {
  return {
    name: 'remove-service-worker',
    configureServer: ({ middlewares }) => {
      middlewares.use(SERVICE_WORKER, (_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }).end(removal('/'))
      })
    },
  }
}
