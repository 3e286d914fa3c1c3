import type { Plugin, Rolldown } from 'vite'
import { ROUTES, type Route } from '../web/routes.ts'
import { SERVICE_WORKER } from '../web/wallet/device/serviceWorkerPath.ts'
import { MANIFEST } from './webManifest.ts'

/** For files whose names contain a content hash. */
export const KEPT_FOREVER = 'public, max-age=31536000, immutable'

/** Their names are the same in every build: asked for anew each time. Hosts send pages under their routes. */
const NOT_CACHED = ['', ...[...ROUTES, SERVICE_WORKER].map((path) => path.slice(1)), MANIFEST, 'old.js']
export const ASKED_ANEW = 'no-cache'

/**
 * The headers of a path; `*` is any. Each asset and page has a rule by its name: hosts send the headers of all that fit, and with
 * a 404 too, and browsers would remember for a year that a file is missing which another deploy brings.
 */
type Rule = [path: string, headers: Record<string, string>]

/**
 * Files for a host of static files. A page per route, and one for every other path: hosts leave out `.html`, so no rewrites are
 * needed, and a missing script is a 404 instead of the page. The headers in the files that Netlify, Cloudflare Pages and Vercel
 * read. And the content security policy in the page itself, for hosts that read none of them. The pages of /login, and of paths
 * that lead there, show it before any script has run.
 */
export function hostFiles(
  headers: Record<string, string>,
  prerender: () => Promise<{ login: string; title: string; others: string }>,
): Plugin {
  let base = '/'
  return {
    name: 'host-files',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    // After Vite has made index.html.
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      // After the charset, which browsers look for in the first 1,024 bytes: with many nodes the policy is long.
      handler: (page) => page.replace(/<meta charset[^>]*>/, (charset) => `${charset}\n    ${policyElement(headers)}`),
    },
    async generateBundle(_, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('There is no index.html in the build.')
      const empty = String(page.source)
      const { login: html, title, others } = await prerender()
      const login = withContent(empty, html).replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
      const other = withContent(empty, others)
      page.source = login
      emit('404.html', login)
      for (const route of ROUTES) {
        const screen = FIRST_SCREENS[route]
        const scripts = screen ? scriptsOf(bundle, screen).map((file) => base + file) : []
        emit(`${route.slice(1)}.html`, route === '/login' ? login : withScripts(other, scripts))
      }
      const assets = Object.keys(bundle)
        .filter((file) => file.startsWith('assets/'))
        .sort()
      const rules: Rule[] = [
        [`${base}*`, headers],
        ...assets.map((file): Rule => [base + file, { 'Cache-Control': KEPT_FOREVER }]),
        ...NOT_CACHED.map((file): Rule => [base + file, { 'Cache-Control': ASKED_ANEW }]),
      ]
      emit('_headers', headersFile(rules))
      emit('vercel.json', `${JSON.stringify(vercel(rules), null, 2)}\n`)
    },
  }
}

function withContent(page: string, html: string): string {
  return page.replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
}

/**
 * The screen that a page opens with: without a phrase /seed/confirm leads to /seed. Undefined: /login, which is in the entry, and
 * to which /dashboard leads without a wallet.
 */
const FIRST_SCREENS: Record<Route, string | undefined> = {
  '/login': undefined,
  '/seed': '/web/screens/seed/SeedScreen.tsx',
  '/seed/confirm': '/web/screens/seed/SeedScreen.tsx',
  '/dashboard': undefined,
}

/** Fetched beside the entry, instead of after it has run. */
function withScripts(page: string, scripts: string[]): string {
  const links = scripts.map((file) => `    <link rel="modulepreload" crossorigin href="${file}">\n`).join('')
  return page.replace('  </head>', () => `${links}  </head>`)
}

/** The chunks of a screen, and of the theme that it is shown in. */
function scriptsOf(bundle: Rolldown.OutputBundle, screen: string): string[] {
  const files = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(visit)
  }
  for (const chunk of Object.values(bundle)) {
    const isNeeded = chunk.type === 'chunk' && [screen, '/web/ui/Themed.tsx'].some((end) => chunk.facadeModuleId?.endsWith(end))
    if (isNeeded) visit(chunk.fileName)
  }
  return [...files]
}

/** Browsers ignore `frame-ancestors` in a meta element, and say so on the console. */
function policyElement(headers: Record<string, string>): string {
  const directives = (headers['Content-Security-Policy'] ?? '').split('; ')
  const policy = directives.filter((directive) => !directive.startsWith('frame-ancestors')).join('; ')
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">`
}

function headersFile(rules: readonly Rule[]): string {
  const lines = rules.flatMap(([path, headers]) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ])
  return [...lines, ''].join('\n')
}

function vercel(rules: readonly Rule[]) {
  return {
    cleanUrls: true,
    headers: rules.map(([path, headers]) => ({
      source: path.replace('*', '(.*)'),
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
  }
}
