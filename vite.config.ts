import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as icons from '@mdi/js'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin, runnerImport } from 'vite'
import { hostFiles } from './hostFiles.ts'
import { securityHeaders, serveWithHeaders } from './securityHeaders.ts'
import { removeServiceWorker } from './serviceWorker.ts'
import { readConfig } from './web/config.ts'
import { color, FONTS, RADIUS } from './web/tokens.ts'
import { webManifest } from './webManifest.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The licences of what is shipped, which 'Acerca de' links to. */
const LICENCES = 'licencias.txt'

export default defineConfig(({ mode, command }) => {
  const { nodeUrls } = readConfig(loadEnv(mode, root, 'REACT_APP_'))
  const headers = securityHeaders(nodeUrls)
  return {
    root: `${root}web`,
    envDir: root,
    envPrefix: 'REACT_APP_',
    define: {
      APP_VERSION: JSON.stringify(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).version),
      IS_BUILD: JSON.stringify(command === 'build'),
    },
    plugins: [
      iconPerModule(),
      tokensAsVariables(),
      withoutBytecode(),
      licencesOfAssets(),
      react(),
      webManifest(),
      removeServiceWorker(),
      serveWithHeaders(headers),
      hostFiles(headers, prerenderLogin),
    ],
    build: {
      outDir: `${root}dist`,
      emptyOutDir: true,
      manifest: true,
      license: { fileName: LICENCES },
      target: 'es2022',
      // No inlined data: URLs: the content security policy blocks them for fonts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What (nearly) every screen needs, in one chunk, and the library of all screens but /login in another: each part that
            // loads later would otherwise split them into more and smaller chunks, which compress worse. Too low a number puts what
            // only some screens need into them: see weight.json.
            groups: [
              { name: 'common', minShareCount: 8, includeDependenciesRecursively: false },
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

/** Runs the app's own code in Node, to get the HTML of /login. */
async function prerenderLogin() {
  const { module } = await runnerImport<typeof import('./web/prerender.tsx')>(`${root}web/prerender.tsx`, {
    configFile: false,
    root: `${root}web`,
    mode: 'production',
    logLevel: 'warn',
    plugins: [iconPerModule(), react()],
  })
  return module.prerenderLogin()
}

/** The colours, fonts and corners of tokens.ts, as the variables of the stylesheet. */
function tokensAsVariables(): Plugin {
  const variables = Object.entries({ ...color, fonts: FONTS, radius: `${RADIUS}px` }).map(
    ([name, value]) => `--${name}: ${value};`,
  )
  return {
    name: 'tokens-as-variables',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('/web/base.css') ? `${code}\n:root { ${variables.join(' ')} }` : undefined),
  }
}

/** Drops the bytecode by which viem calls contracts that are not deployed: kilobytes that hardly compress, and nothing here does so. */
function withoutBytecode(): Plugin {
  return {
    name: 'without-bytecode',
    transform: (code, id) =>
      id.endsWith('/viem/_esm/constants/contracts.js') ? code.replace(/'0x[0-9a-f]{200,}'/g, "'0x'") : undefined,
  }
}

/** Turns each icon into a module of its own: as one module, @mdi/js would load the icons of all screens with the first one. */
function iconPerModule(): Plugin {
  const byName: Record<string, string> = { ...icons }
  return {
    name: 'icon-per-module',
    enforce: 'pre',
    transform: (code) =>
      code.replace(/import \{([^}]+)\} from '@mdi\/js'/g, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => `import ${name} from 'icon:${name}'`)
          .join(';'),
      ),
    resolveId: (id) => (id.startsWith('icon:') ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0icon:') ? `export default ${JSON.stringify(byName[id.slice(6)])}` : undefined),
  }
}

/** Adds to the licences what Vite does not see as a bundled module: the font, and the icons that become modules above. */
function licencesOfAssets(): Plugin {
  return {
    name: 'licences-of-assets',
    writeBundle: ({ dir }) => {
      const file = `${dir}/${LICENCES}`
      if (!existsSync(file)) return
      for (const name of ['@fontsource-variable/roboto', '@mdi/js']) {
        const folder = `${root}node_modules/${name}`
        const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
        appendFileSync(file, `\n## ${name} - ${version} (${license})\n\n${readFileSync(`${folder}/LICENSE`, 'utf8')}`)
      }
    },
  }
}
