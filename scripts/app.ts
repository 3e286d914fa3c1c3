import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer, type Plugin, type PreviewServer, preview, type ViteDevServer } from 'vite'
import { RPC_PATH, serveRpc } from '../devchain/serveRpc.ts'
import type { Chain } from '../devchain/start.ts'

export type App = { url: string; stop: () => Promise<void> }

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

type Options = {
  /** 0: any free one. */
  port: number
  /** Answered for under /rpc of the same address. */
  chain?: Chain | undefined
}

/** Builds the app for the settings in the environment and serves it as it would be served to the world. */
export async function serveApp({ port, chain, outDir }: Options & { outDir: string }): Promise<App> {
  await build({ configFile, logLevel: 'warn', build: { outDir } })
  const server = await preview({ ...common(chain), logLevel: 'warn', build: { outDir }, preview: { port } })
  return { url: urlOf(server), stop: () => server.close() }
}

/** Where a server can be reached, also if it chose its port itself. */
export function urlOf({ httpServer }: PreviewServer): string {
  const address = httpServer.address()
  if (typeof address !== 'object' || !address) throw new Error('The app is not served.')
  return `http://localhost:${address.port}`
}

/** The same with hot reload, for those who write it. */
export async function serveAppForDevelopment({ port, chain }: Options): Promise<App> {
  const server = await createServer({ ...common(chain), server: { port } })
  await server.listen()
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}

function common(chain: Chain | undefined) {
  return { configFile, plugins: chain ? [embedded(chain)] : [] }
}

function embedded({ answer }: Chain): Plugin {
  const serve = ({ middlewares }: PreviewServer | ViteDevServer) => {
    middlewares.use(RPC_PATH, serveRpc(answer))
  }
  return { name: 'embedded-chain', configureServer: serve, configurePreviewServer: serve }
}

/** For a build that nobody needs afterwards. */
export async function discardBuild(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
}
