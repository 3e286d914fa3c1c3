import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer, type Plugin, type PreviewServer, preview, type ViteDevServer } from 'vite'
import { addIntegrity } from '../../build/integrity.ts'
import { buildServiceWorker } from '../../build/serviceWorker.ts'
import { RPC_PATH, serveRpc } from '../../devchain/serveRpc.ts'
import type { Chain } from '../../devchain/start.ts'

export type App = { url: string; stop: () => Promise<void> }

const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))

type Options = {
  /** 0: any free port. */
  port: number
  /** Its JSON-RPC endpoint is served under /rpc. */
  chain?: Chain | undefined
}

type Making = {
  /** Plugins that only a build for tests has. */
  plugins?: Plugin[]
  /** The folder of the origin that the app will lie in, with a slash at both ends. */
  base?: string
}

/** Makes a production build with the settings in the environment. */
export async function buildApp(outDir: string, making: Making = {}): Promise<void> {
  await buildPages(outDir, making)
  await finishBuild(outDir, making)
}

/** Adds what follows from the bytes of all other files. */
export async function finishBuild(outDir: string, { base = '/' }: Making = {}): Promise<void> {
  addIntegrity(outDir, base)
  // Last: it lists all files of the build.
  await buildServiceWorker(outDir, base)
}

/** A production build that is not finished. */
export async function buildPages(outDir: string, { plugins = [], base = '/' }: Making = {}): Promise<void> {
  await build({ configFile, base, logLevel: 'warn', build: { outDir }, plugins })
}

/** Makes a production build, and serves it with the production headers. */
export async function serveApp(options: Options & { outDir: string }): Promise<App> {
  await buildApp(options.outDir)
  return serveBuild(options)
}

/** Serves a production build with the production headers, of the settings in the environment. */
export async function serveBuild({ port, chain, outDir }: Options & { outDir: string }): Promise<App> {
  const server = await preview({ ...common(chain), logLevel: 'warn', build: { outDir }, preview: { port } })
  return { url: urlOf(server), stop: () => server.close() }
}

/** The server's URL, with the actual port if port 0 was requested. */
export function urlOf({ httpServer }: PreviewServer): string {
  const address = httpServer.address()
  if (typeof address !== 'object' || !address) throw new Error('The app is not served.')
  return `http://localhost:${address.port}`
}

/** Serves the app with hot reload. */
export async function serveAppForDevelopment({ port, chain }: Options): Promise<App> {
  const server = await createServer({ ...common(chain), server: { port } })
  await server.listen()
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}

function common(chain: Chain | undefined) {
  return { configFile, plugins: chain ? [rpcPlugin(chain)] : [] }
}

function rpcPlugin({ answer }: Chain): Plugin {
  const serve = ({ middlewares }: PreviewServer | ViteDevServer) => {
    middlewares.use(RPC_PATH, serveRpc(answer))
  }
  return { name: 'embedded-chain', configureServer: serve, configurePreviewServer: serve }
}

export async function discardBuild(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
}
