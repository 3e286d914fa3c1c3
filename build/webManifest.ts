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

const png = (base: string, { file, size }: Icon) => ({ src: base + file, sizes: `${size}x${size}`, type: 'image/png' })

/** By which a browser installs the app. It opens at /login: an app that was just started has no open wallet. */
const manifest = (base: string) => ({
  id: base,
  name: es.product,
  short_name: es.product,
  description: es.login.product,
  lang: 'es',
  dir: 'ltr',
  start_url: `${base}login`,
  scope: base,
  display: 'standalone',
  theme_color: color.page,
  background_color: color.page,
  categories: ['finance'],
  icons: [
    { src: `${base}mark.svg`, sizes: 'any', type: 'image/svg+xml' },
    png(base, ICONS.small),
    png(base, ICONS.large),
    { ...png(base, ICONS.maskable), purpose: 'maskable' },
  ],
})

/** Puts the web app manifest into the build, and the links to it into the page. */
export function webManifest(): Plugin {
  let base = '/'
  return {
    name: 'web-manifest',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      // After Vite has resolved the links that index.html has: these are of files that keep their names.
      order: 'post',
      handler: () => [
        { tag: 'link', attrs: { rel: 'manifest', href: base + MANIFEST }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: base + ICONS.apple.file }, injectTo: 'head' },
      ],
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: `${JSON.stringify(manifest(base), null, 2)}\n` })
    },
  }
}
