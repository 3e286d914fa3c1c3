import { readdirSync, renameSync } from 'node:fs'
import { expect, test } from './fixtures.ts'

test('every answer carries the security headers, an error page and a file too', async ({ request, world }) => {
  const script = readdirSync(`${world.outDir}/assets`).find((file) => file.endsWith('.js'))
  for (const path of ['/login', '/assets/none.js', `/assets/${script}`, '/mark.svg']) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain(`connect-src 'self' ${world.node.url};`)
    expect(policy).not.toContain('unsafe-inline')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
})

test('files with a hash in their name are kept for good, and a missing one is not remembered as missing', async ({
  request,
  world,
}) => {
  const script = readdirSync(`${world.outDir}/assets`).find((file) => file.endsWith('.js'))
  expect((await request.get(`/assets/${script}`)).headers()['cache-control']).toContain('immutable')
  const missing = await request.get('/assets/none.js')
  expect(missing.status()).toBe(404)
  expect(missing.headers()['cache-control']).toBe('no-store')
  expect((await request.get('/login')).headers()['cache-control']).toBe('no-cache')
})

test('the page speaks to itself and the configured node alone', async ({ page, world }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (![world.url, world.node.url].includes(new URL(request.url()).origin)) foreign.push(request.url())
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(foreign).toEqual([])
})

test('T2 the letters are our own Roboto', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^Roboto, Inter/)
  expect(await page.evaluate(async () => (await document.fonts.ready).check('16px Roboto'))).toBe(true)
  const loaded = await page.evaluate(() => [...document.fonts].map(({ family, status }) => ({ family, status })))
  expect(loaded).toEqual([{ family: 'Roboto', status: 'loaded' }])
})

test.describe('when a screen of an older build is gone', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module/ })

  test('the page is loaded anew once, and the newer build shows', async ({ page, world }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const putBack = hideScreen(world.outDir, 'SeedScreen')
    try {
      const refused = page.waitForEvent('response', (response) => response.url().includes('SeedScreen'))
      await page.evaluate(() => {
        history.pushState(null, '', '/seed')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      expect((await refused).status()).toBe(404)
    } finally {
      putBack()
    }
    await expect(page.getByRole('heading', { level: 1, name: 'Tu frase semilla' })).toBeVisible()
  })

  test('a screen that stays gone gives a sentence and a way back, not a blank page or a loop', async ({ page, world }) => {
    const putBack = hideScreen(world.outDir, 'SeedScreen')
    try {
      await page.goto('/seed')
      await expect(page.getByRole('heading', { level: 1, name: 'Algo salió mal' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('Tu dinero')
      await page.getByRole('link', { name: 'Ir al acceso' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Acceso seguro' })).toBeVisible()
    } finally {
      putBack()
    }
  })
})

/** Moves a screen's chunk out of the served folder. Returns a function that moves it back. */
function hideScreen(outDir: string, name: string): () => void {
  const file = readdirSync(`${outDir}/assets`).find((candidate) => candidate.startsWith(`${name}-`))
  if (!file) throw new Error(`The build has no ${name}.`)
  const [there, aside] = [`${outDir}/assets/${file}`, `${outDir}/${file}`]
  renameSync(there, aside)
  return () => renameSync(aside, there)
}
