import type { Plugin } from 'vite'
import { ROUTES } from './web/routes.ts'

/** File names contain a content hash. */
export const KEPT_FOREVER = 'public, max-age=31536000, immutable'

/**
 * What a host of static files needs. A page per route, and one for every other path: hosts leave out `.html`, so no rewrites are
 * needed, and a missing script is a 404 instead of the page. The headers in the files that Netlify, Cloudflare Pages and Vercel
 * read. And the content security policy in the page itself, for hosts that read none of them. The pages of /login, and of what
 * leads there, show it before any script has run.
 */
export function hostFiles(
  headers: Record<string, string>,
  prerenderLogin: () => Promise<{ html: string; title: string }>,
): Plugin {
  return {
    name: 'host-files',
    apply: 'build',
    // After Vite has made index.html.
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: policyForMeta(headers) },
          injectTo: 'head-prepend',
        },
      ],
    },
    async generateBundle(_, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('There is no index.html in the build.')
      const empty = String(page.source)
      const login = withLogin(empty, await prerenderLogin())
      page.source = login
      for (const path of [...ROUTES, '/404']) emit(`${path.slice(1)}.html`, path === '/login' || path === '/404' ? login : empty)
      emit('_headers', headersFile(headers))
      emit('vercel.json', `${JSON.stringify(vercel(headers), null, 2)}\n`)
    },
  }
}

function withLogin(page: string, { html, title }: { html: string; title: string }): string {
  return page
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
}

/** Browsers ignore `frame-ancestors` in a meta element, and say so on the console. */
function policyForMeta(headers: Record<string, string>): string {
  const directives = (headers['Content-Security-Policy'] ?? '').split('; ')
  return directives.filter((directive) => !directive.startsWith('frame-ancestors')).join('; ')
}

function headersFile(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
  return ['/*', ...lines, '/assets/*', `  Cache-Control: ${KEPT_FOREVER}`, ''].join('\n')
}

function vercel(headers: Record<string, string>) {
  const asList = (named: Record<string, string>) => Object.entries(named).map(([key, value]) => ({ key, value }))
  return {
    cleanUrls: true,
    headers: [
      { source: '/(.*)', headers: asList(headers) },
      { source: '/assets/(.*)', headers: asList({ 'Cache-Control': KEPT_FOREVER }) },
    ],
  }
}
