import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, createServer, type PreviewServer, preview } from 'vite'

export type App = { url: string; stop: () => Promise<void> }

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

/** Builds the app for the settings in the environment and serves it as it would be served to the world. Port 0: any. */
export async function serveApp({ port, outDir }: { port: number; outDir: string }): Promise<App> {
  await build({ configFile, logLevel: 'warn', build: { outDir } })
  const server = await preview({ configFile, logLevel: 'warn', build: { outDir }, preview: { port } })
  return { url: urlOf(server), stop: () => server.close() }
}

/** Where a server can be reached, also if it chose its port itself. */
export function urlOf({ httpServer }: PreviewServer): string {
  const address = httpServer.address()
  if (typeof address !== 'object' || !address) throw new Error('The app is not served.')
  return `http://localhost:${address.port}`
}

/** The same with hot reload, for those who write it. */
export async function serveAppForDevelopment({ port }: { port: number }): Promise<App> {
  const server = await createServer({ configFile, server: { port } })
  await server.listen()
  return { url: `http://localhost:${port}`, stop: () => server.close() }
}

/** For a build that nobody needs afterwards. */
export async function discardBuild(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
}
