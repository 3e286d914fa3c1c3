// A host of static files that knows nothing of the app: files by name, without `.html`, and 404.html for the rest. It sends no headers.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { KEPT_FOREVER } from '../../build/hostFiles.ts'
import { type Listening, listenOn } from './listening.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

export type Host = Pick<Listening, 'goAway' | 'comeBack'> & {
  url: string
  /** The path of every request so far. */
  asked: readonly string[]
  /** From now on this folder is served instead. */
  deploy: (folder: string) => void
  /** Requests for these paths get no answer; all others do. */
  hold: (path: RegExp) => void
  /** Browsers may keep these for good, as some hosts allow even where they don't have the file. */
  keepForever: (path: RegExp) => void
  stop: () => Promise<void>
}

/** `base`: the folder of the host that holds the build, with a slash at both ends. */
export async function startHost(first: string, base = '/'): Promise<Host> {
  let folder = first
  let held: RegExp | undefined
  let kept: RegExp | undefined
  const asked: string[] = []

  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    asked.push(pathname)
    if (held?.test(pathname)) return
    if (!pathname.startsWith(base)) {
      response.writeHead(404).end()
      return
    }
    const path = pathname.slice(base.length)
    for (const [name, status] of [
      [path || 'index.html', 200],
      [`${path}.html`, 200],
      ['404.html', 404],
    ] as const) {
      const bytes = await readFile(join(folder, name)).catch(() => undefined)
      if (!bytes) continue
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      response
        .writeHead(status, { 'Content-Type': type, ...(kept?.test(pathname) && { 'Cache-Control': KEPT_FOREVER }) })
        .end(bytes)
      return
    }
  })
  const { port, goAway, comeBack } = await listenOn(server, 'localhost')
  return {
    url: `http://localhost:${port}`,
    asked,
    deploy: (next) => {
      folder = next
    },
    hold: (path) => {
      held = path
    },
    keepForever: (path) => {
      kept = path
    },
    goAway,
    comeBack,
    stop: goAway,
  }
}
