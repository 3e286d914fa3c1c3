// Requirements of browsers to offer the app for installation.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { ICONS } from '../../build/webManifest.ts'
import { drawIcon } from '../../scripts/lib/drawIcon.ts'
import { color } from '../../web/tokens.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectLogin } from '../support/steps.ts'

test('the browser finds nothing that speaks against installing the app, on any of its pages', async ({ page, world }) => {
  const devtools = await page.context().newCDPSession(page)
  for (const path of ['/login', '/seed', '/no/such/path']) {
    await page.goto(path)
    const { url, errors, manifest } = await devtools.send('Page.getAppManifest')
    expect(new URL(url).pathname).toBe('/manifest.json')
    expect(errors).toEqual([])
    expect(manifest).toMatchObject({
      name: 'EntrePares',
      display: 'kStandalone',
      startUrl: `${world.url}/login`,
      id: `${world.url}/`,
    })
    expect(manifest.icons).toHaveLength(4)
    // A whole Chromium judges by itself, too; the headless shell has no opinion.
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // Of the tests' own private window, not of the app.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  }
})

test('the installed app has a Spanish name, opens at /login and is dark from the first moment on', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const manifest = await (await request.get('/manifest.json')).json()
  expect(manifest).toMatchObject({ name: 'EntrePares', short_name: 'EntrePares', lang: 'es', display: 'standalone', scope: '/' })
  expect(manifest.description).toContain('prestar dinero entre personas')
  expect([manifest.theme_color, manifest.background_color]).toEqual([color.page, color.page])
  await page.goto(manifest.start_url)
  await expectLogin(page)
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', color.page)
})

test('every icon loads as what the manifest says it is', async ({ page, request }) => {
  const { icons } = await (await request.get('/manifest.json')).json()
  expect(icons.map(({ sizes, purpose }: { sizes: string; purpose?: string }) => [sizes, purpose ?? 'any'])).toEqual([
    ['any', 'any'],
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  await page.goto('/login')
  const apple = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  for (const { src, sizes, type } of [...icons, { src: apple, sizes: '180x180', type: 'image/png' }]) {
    expect((await request.get(src)).headers()['content-type'], src).toBe(type)
    if (sizes !== 'any') expect(await sizeOf(page, src), src).toBe(sizes)
  }
})

test('the icons are drawn from the mark: npm run icons would draw the same', async ({ browser }) => {
  const easel = await browser.newPage()
  for (const icon of Object.values(ICONS)) {
    const kept = readFileSync(fileURLToPath(new URL(`../../web/public/${icon.file}`, import.meta.url)))
    const drawn = await drawIcon(easel, icon)
    // Not byte by byte: another Chromium smooths edges in another way.
    expect(await difference(easel, kept, drawn), icon.file).toBeLessThan(0.002)
  }
  await easel.close()
})

test('crawlers may read what is public, and each file says what it is', { tag: '@journey' }, async ({ request }) => {
  const robots = await request.get('/robots.txt')
  expect(await robots.text()).toBe('User-agent: *\nAllow: /\n')
  expect(robots.headers()['content-type']).toMatch(/^text\/plain/)
  const manifest = await request.get('/manifest.json')
  expect(manifest.headers()['content-type']).toMatch(/^application\/json/)
  expect(manifest.headers()['cache-control']).toBe('no-cache')
})

function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (path) => {
    const image = new Image()
    image.src = path
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, src)
}

/** The mean difference of two PNG files, of 1; that of two sizes is 1. */
function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (files) => {
      const pixels = await Promise.all(
        files.map(async (file) => {
          const image = new Image()
          image.src = `data:image/png;base64,${file}`
          await image.decode()
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
          const context = canvas.getContext('2d')
          context?.drawImage(image, 0, 0)
          return context?.getImageData(0, 0, canvas.width, canvas.height).data
        }),
      )
      const [a, b] = pixels
      if (!a || !b || a.length !== b.length) return 1
      return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length / 255
    },
    [one.toString('base64'), other.toString('base64')],
  )
}
