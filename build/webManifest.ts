import type { Plugin } from 'vite'
import { es } from '../web/text/es/es.ts'
import { color } from '../web/tokens.ts'

export const MANIFEST = 'manifest.json'

type Icon = {
  file: string
  /** In pixels. */
  size: number
  /** How much of the width the mark takes. */
  mark: number
  /** Of the corners, as a part of the width. 0: whoever shows it cuts it to their own shape. */
  radius: number
}

/** `npm run icons` draws them from web/public/mark.svg. A maskable one may lose all but the circle of 80 % of its width. */
export const ICONS = {
  small: { file: 'icon-192.png', size: 192, mark: 0.7, radius: 0.22 },
  large: { file: 'icon-512.png', size: 512, mark: 0.7, radius: 0.22 },
  maskable: { file: 'icon-maskable-512.png', size: 512, mark: 0.58, radius: 0 },
  apple: { file: 'apple-touch-icon.png', size: 180, mark: 0.66, radius: 0 },
} as const satisfies Record<string, Icon>

const png = ({ file, size }: Icon) => ({ src: `/${file}`, sizes: `${size}x${size}`, type: 'image/png' })

/** By which a browser installs the app. It opens at /login: an app that was just started has no open wallet. */
const manifest = {
  id: '/',
  name: es.product,
  short_name: es.product,
  description: es.login.product,
  lang: 'es',
  dir: 'ltr',
  start_url: '/login',
  scope: '/',
  display: 'standalone',
  theme_color: color.page,
  background_color: color.page,
  categories: ['finance'],
  icons: [
    { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
    png(ICONS.small),
    png(ICONS.large),
    { ...png(ICONS.maskable), purpose: 'maskable' },
  ],
}

/** Puts the web app manifest into the build, and the links to it into the page. */
export function webManifest(): Plugin {
  return {
    name: 'web-manifest',
    apply: 'build',
    transformIndexHtml: {
      // After Vite has resolved the links that index.html has: these are of files that keep their names.
      order: 'post',
      handler: () => [
        { tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST}` }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: `/${ICONS.apple.file}` }, injectTo: 'head' },
      ],
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: `${JSON.stringify(manifest, null, 2)}\n` })
    },
  }
}
