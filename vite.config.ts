import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { securityHeaders, serveWithHeaders } from './securityHeaders.ts'
import { readConfig } from './web/config.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig(({ mode }) => {
  const { nodeUrls } = readConfig(loadEnv(mode, root, 'REACT_APP_'))
  return {
    root: `${root}web`,
    envDir: root,
    envPrefix: 'REACT_APP_',
    plugins: [react(), serveWithHeaders(securityHeaders(nodeUrls))],
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
