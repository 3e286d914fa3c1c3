import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { securityHeaders, serveWithHeaders } from '../../build/securityHeaders.ts'
import { TARGET } from '../../build/target.ts'
import { type App, discardBuild, urlOf } from './app.ts'

/** Builds a test page that is not part of the app, and serves it with the app's content security policy. */
export async function serveLab(root: string): Promise<App> {
  const outDir = mkdtempSync(join(tmpdir(), 'entrepares-lab-'))
  const common = { configFile: false, root, logLevel: 'warn' } as const
  await build({ ...common, build: { outDir, emptyOutDir: true, target: TARGET, assetsInlineLimit: 0 } })
  const server = await preview({
    ...common,
    plugins: [serveWithHeaders(securityHeaders([]))],
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', strictPort: true },
  })
  return {
    url: urlOf(server),
    stop: async () => {
      await server.close()
      await discardBuild(outDir)
    },
  }
}
