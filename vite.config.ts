import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, runnerImport } from 'vite'
import { hostFiles } from './build/hostFiles.ts'
import {
  iconPerModule,
  LICENCES,
  licencesOfAssets,
  oldestBrowsersInPage,
  tokensAsVariables,
  withoutBytecode,
} from './build/plugins.ts'
import { hostHeaders, securityHeaders, serveWithHeaders } from './build/securityHeaders.ts'
import { removeServiceWorker } from './build/serviceWorker.ts'
import { TARGET } from './build/target.ts'
import { webManifest } from './build/webManifest.ts'
import { commitOf } from './scripts/lib/commitOf.ts'
import { readConfig } from './web/config.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig(({ mode, command }) => {
  const { nodeUrls } = readConfig(loadEnv(mode, root, 'REACT_APP_'))
  const headers = securityHeaders(nodeUrls)
  return {
    root: `${root}web`,
    envDir: root,
    envPrefix: 'REACT_APP_',
    define: {
      APP_VERSION: JSON.stringify(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).version),
      APP_COMMIT: JSON.stringify(command === 'build' ? commitOf(root) : ''),
      IS_BUILD: JSON.stringify(command === 'build'),
    },
    plugins: [
      iconPerModule(),
      tokensAsVariables(),
      oldestBrowsersInPage(),
      withoutBytecode(),
      licencesOfAssets(),
      react(),
      webManifest(),
      removeServiceWorker(),
      serveWithHeaders(headers),
      hostFiles(hostHeaders(headers), prerender),
    ],
    build: {
      outDir: `${root}dist`,
      emptyOutDir: true,
      manifest: true,
      license: { fileName: LICENCES },
      target: TARGET,
      // No inlined data: URLs: the content security policy blocks them for fonts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Chunks that screens share: 'common' for (nearly) every screen, 'mui' for all but /login. Each part that loads later would
            // otherwise split them into more and smaller chunks, which compress worse. Too low a number puts what only some screens
            // need into them: see weight.json.
            groups: [
              { name: 'common', minShareCount: 7, includeDependenciesRecursively: false },
              { name: 'mui', test: /@mui|@emotion|stylis/, minShareCount: 3 },
            ],
          },
        },
      },
    },
    server: { host: '127.0.0.1', strictPort: true, cors: false },
    preview: { host: '127.0.0.1', strictPort: true, cors: false },
  }
})

/** Runs the app's own code in Node, to get the HTML that pages begin with. */
async function prerender() {
  const { module } = await runnerImport<typeof import('./web/prerender.tsx')>(`${root}web/prerender.tsx`, {
    configFile: false,
    root: `${root}web`,
    mode: 'production',
    logLevel: 'warn',
    plugins: [iconPerModule(), react()],
  })
  return module.prerender()
}
