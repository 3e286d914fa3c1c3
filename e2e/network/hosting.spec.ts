// The static folder on a host that knows nothing of the app: files by name, without `.html`, and 404.html for the rest.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { ConsoleMessage } from '@playwright/test'
import { hostHeaders, securityHeaders } from '../../build/securityHeaders.ts'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { ROUTES } from '../../web/routes.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { startHost } from '../support/host.ts'
import { ana, confirmPhraseSaved, fillCredentials, importPhrase, passQuiz, title } from '../support/steps.ts'

const test = base.extend<{ host: string }>({
  host: async ({ world }, use) => {
    const host = await startHost(world.outDir)
    await use(host.url)
    await host.stop()
  },
})

test('every route opens by its address, any other leads to /login, and a missing script is missing', { tag: '@journey' }, async ({
  page,
  host,
  request,
}) => {
  for (const route of ROUTES) expect((await request.get(host + route)).status(), route).toBe(200)
  expect((await request.get(`${host}/assets/none.js`)).status()).toBe(404)
  await page.goto(`${host}/seed`)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await page.goto(`${host}/dashboard`)
  await expect(page).toHaveURL(`${host}/login`)
  await page.goto(`${host}/login`)
  await expect(title(page, 'Acceso seguro')).toBeVisible()
})

test('/seed names its scripts in the page, and so fetches them at once', async ({ page, world }) => {
  const html = await readFile(`${world.outDir}/seed.html`, 'utf8')
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  await page.goto('/seed')
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((file) => !loaded.includes(file ?? ''))).toEqual([])
  expect(named.some((file) => file?.includes('SeedScreen'))).toBe(true)
})

test.describe('an address that no file has', () => {
  test.use({ expectedErrors: /Failed to load resource.*404/ })

  test('leads to /login all the same', async ({ page, host }) => {
    await page.goto(`${host}/no/such/path`)
    await expect(title(page, 'Acceso seguro')).toBeVisible()
    await expect(page).toHaveURL(`${host}/login`)
  })
})

test('a wallet is made and opened under the policy in the page, where the host sends no headers', async ({ page, host }) => {
  await page.goto(`${host}/login`)
  await fillCredentials(page, ana)
  await page.getByRole('button', { name: 'Acceder' }).click()
  await importPhrase(page, TEST_PHRASE)
  await confirmPhraseSaved(page)
  await passQuiz(page, TEST_PHRASE)
  await expect(page).toHaveURL(`${host}/dashboard`)
  await page.reload()
  await fillCredentials(page, ana)
  await page.getByRole('button', { name: 'Acceder' }).click()
  await expect(page).toHaveURL(`${host}/dashboard`)
})

test.describe('under the policy in the page', () => {
  test.use({ expectedErrors: /content security policy|Content Security Policy|TrustedScript/i })

  test('no inline script runs, and nothing of another origin is fetched', { tag: '@journey' }, async ({ page, host }) => {
    await page.goto(`${host}/login`)
    const ran = await page.evaluate(async () => {
      const inline = document.createElement('script')
      inline.append('window.isIn = true')
      try {
        document.head.append(inline)
      } catch {}
      const foreign = document.createElement('img')
      foreign.src = 'https://example.org/x.png'
      const isBlocked = new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
          if (blockedURI.includes('example.org')) resolve(blockedURI)
        }),
      )
      document.body.append(foreign)
      return { isIn: 'isIn' in window, blocked: await isBlocked }
    })
    expect(ran).toEqual({ isIn: false, blocked: 'https://example.org/x.png' })
  })
})

test('the files for hosts carry the headers that our own server sends, and tell browsers to use https alone, which that cannot', {
  tag: '@journey',
}, async ({ world, request }) => {
  const headers = Object.entries(hostHeaders(securityHeaders([world.node.url])))
  const file = await readFile(`${world.outDir}/_headers`, 'utf8')
  const vercel = JSON.parse(await readFile(`${world.outDir}/vercel.json`, 'utf8'))
  expect(headers.length).toBeGreaterThan(5)
  for (const [key, value] of headers) {
    expect(file).toContain(`\n  ${key}: ${value}\n`)
    expect(vercel.headers[0].headers).toContainEqual({ key, value })
  }
  const [, maxAge] = /\n {2}Strict-Transport-Security: max-age=(\d+)\n/.exec(file) ?? []
  expect(Number(maxAge)).toBeGreaterThanOrEqual(31_536_000)
  const ours = (await request.get('/login')).headers()
  expect(ours['content-security-policy']).toBeDefined()
  expect(ours['strict-transport-security']).toBeUndefined()
})

test('every script and style that a page names carries the hash of its file', { tag: '@journey' }, async ({ world }) => {
  for (const name of ['/index', '/404', ...ROUTES]) {
    const page = await readFile(`${world.outDir}${name}.html`, 'utf8')
    const elements = page.match(/<(script|link)[^>]*"\/[^"]+\.(js|css)"[^>]*>/g) ?? []
    expect(elements.length, name).toBeGreaterThan(1)
    for (const element of elements) {
      const [, file = ''] = /"\/([^"]+\.(?:js|css))"/.exec(element) ?? []
      const bytes = await readFile(`${world.outDir}/${file}`)
      expect(element).toContain(` integrity="sha384-${createHash('sha384').update(bytes).digest('base64')}"`)
    }
  }
})

const isIntegrityError = (message: ConsoleMessage) => message.type() === 'error' && /integrity|digest/.test(message.text())

test.describe('a script that a page names and that is not the one of its build', () => {
  test.use({ expectedErrors: /integrity|Failed to load|Failed to find a valid digest/i })

  for (const { which, pattern, route } of [
    { which: 'the entry', pattern: /\/assets\/index-[^/]+\.js$/, route: '/login' },
    { which: 'one that it imports', pattern: /\/assets\/common-[^/]+\.js$/, route: '/seed' },
  ]) {
    test(`does not run: ${which}`, async ({ page }) => {
      await page.route(pattern, async (request) => {
        const answer = await request.fetch()
        await request.fulfill({ response: answer, body: `window.isIn = true;${await answer.text()}` })
      })
      const [refused] = await Promise.all([
        page.waitForEvent('console', { predicate: isIntegrityError, timeout: 45_000 }),
        page.goto(route),
      ])
      expect(refused.text()).toContain('/assets/')
      expect(await page.evaluate(() => 'isIn' in window)).toBe(false)
    })
  }
})

test('hosts let browsers keep the files of the build for good, and no 404: what is missing for a moment is asked for again', {
  tag: '@journey',
}, async ({ world }) => {
  const assets = (await readdir(`${world.outDir}/assets`)).map((name) => `/assets/${name}`).sort()
  const file = await readFile(`${world.outDir}/_headers`, 'utf8')
  const vercel: { headers: { source: string }[] } = JSON.parse(await readFile(`${world.outDir}/vercel.json`, 'utf8'))
  const kept = (paths: string[]) => paths.filter((path) => path.startsWith('/assets')).sort()
  expect(assets.length).toBeGreaterThan(20)
  expect(kept(file.split('\n'))).toEqual(assets)
  expect(kept(vercel.headers.map(({ source }) => source))).toEqual(assets)
  // Cloudflare reads no more rules.
  expect(file.match(/^\//gm)?.length).toBeLessThanOrEqual(100)
})

test('every page says its charset where browsers look for it', { tag: '@journey' }, async ({ world }) => {
  for (const name of ['/index', '/404', ...ROUTES]) {
    const page = await readFile(`${world.outDir}${name}.html`, 'utf8')
    expect(page.indexOf('<meta charset="utf-8"'), name).toBeLessThan(100)
    expect(page, name).toMatch(/<meta charset="utf-8" ?\/?>\s*<meta http-equiv="Content-Security-Policy"/)
  }
})
