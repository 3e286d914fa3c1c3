import { fileURLToPath } from 'node:url'
import * as icons from '@mdi/js'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { hostFiles } from './hostFiles.ts'
import { securityHeaders, serveWithHeaders } from './securityHeaders.ts'
import { readConfig } from './web/config.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig(({ mode }) => {
  const { nodeUrls } = readConfig(loadEnv(mode, root, 'REACT_APP_'))
  const headers = securityHeaders(nodeUrls)
  return {
    root: `${root}web`,
    envDir: root,
    envPrefix: 'REACT_APP_',
    plugins: [iconPerModule(), react(), serveWithHeaders(headers), hostFiles(headers)],
    build: {
      outDir: `${root}dist`,
      emptyOutDir: true,
      manifest: true,
      target: 'es2022',
      // No inlined data: URLs: the content security policy blocks them for fonts.
      assetsInlineLimit: 0,
    },
    server: { host: '127.0.0.1', strictPort: true, cors: false },
    preview: { host: '127.0.0.1', strictPort: true, cors: false },
  }
})

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
