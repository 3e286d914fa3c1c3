import { readdirSync, readFileSync, renameSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { filesFor } from '../../build/weight.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  answerQuiz,
  button,
  chooseInMenu,
  chooseInSettings,
  confirmPhraseSaved,
  createVisitWallet,
  createWallet,
  expectDashboard,
  expectLogin,
  header,
  importPhrase,
  logIn,
  passQuiz,
  readPhrase,
  title,
  wordsIn,
} from '../support/steps.ts'

test('every answer carries the security headers, an error page and a file too', { tag: '@journey' }, async ({
  request,
  world,
}) => {
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

test('files with a hash in their name are kept for good, and a missing one is not remembered as missing', {
  tag: '@journey',
}, async ({ request, world }) => {
  const script = readdirSync(`${world.outDir}/assets`).find((file) => file.endsWith('.js'))
  expect((await request.get(`/assets/${script}`)).headers()['cache-control']).toContain('immutable')
  const missing = await request.get('/assets/none.js')
  expect(missing.status()).toBe(404)
  expect(missing.headers()['cache-control']).toBe('no-store')
  expect((await request.get('/login')).headers()['cache-control']).toBe('no-cache')
})

test('the page speaks to itself and the configured node alone', { tag: '@journey' }, async ({ page, world }) => {
  const foreign: string[] = []
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    // URLs that the page made itself, such as the picture of an address, leave it for nobody.
    if (['data:', 'blob:'].includes(protocol)) return
    asked.add(origin)
    if (![world.url, world.node.url].includes(origin)) foreign.push(request.url())
  })
  await createWallet(page)
  await expect(header(page)).toContainText('Red local')
  await chooseInSettings(page, 'Ver frase semilla')
  await expect(page.getByRole('dialog', { name: 'Ver frase semilla' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Ajustes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await button(header(page), 'Recibir').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(foreign).toEqual([])
  expect([...asked].toSorted()).toEqual([world.url, world.node.url].toSorted())
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

test('dialogs are loaded when the pointer nears a button, not with the dashboard', async ({ page }) => {
  await createVisitWallet(page)
  await expect.poll(() => loadedBy(page)).toContainEqual(expect.stringMatching(/\/News-/))
  await page.waitForLoadState('networkidle')
  expect(await loadedBy(page)).not.toContainEqual(expect.stringMatching(/\/Dialogs-/))
  await button(page, 'Recibir').hover()
  await expect.poll(() => loadedBy(page)).toContainEqual(expect.stringMatching(/\/Dialogs-/))
})

test.describe('when a deploy took away what an open page had not loaded yet', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module|Unable to preload CSS/ })

  const NEW_VERSION = 'Hay una versión nueva de EntrePares.'

  test('a phrase on /seed leads to the dashboard, because the way there was loaded with it', async ({ page, world }) => {
    await page.goto('/seed')
    const phrase = await readPhrase(page)
    const screens = ['screens/confirm/ConfirmScreen.tsx', 'screens/dashboard/DashboardScreen.tsx']
    const manifest = JSON.parse(readFileSync(`${world.outDir}/.vite/manifest.json`, 'utf8'))
    const needed = [...filesFor(manifest, screens)].map((file) => `${world.url}/${file}`)
    await expect.poll(() => loadedBy(page)).toEqual(expect.arrayContaining(needed))
    await takeAway(page, /./)
    await confirmPhraseSaved(page)
    await passQuiz(page, phrase)
    await expectDashboard(page)
    await expect(page.getByText(NEW_VERSION)).toBeHidden()
  })

  test('/seed says so before the words are written down, and keeps them until one reloads', async ({ page }) => {
    await takeAway(page, /ConfirmScreen|DashboardScreen/)
    await page.goto('/seed')
    await expect(button(page, 'Mostrar palabras')).toBeEnabled()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('status').filter({ hasText: NEW_VERSION })).toBeVisible()
    await expectAccessible(page)
    const phrase = await readPhrase(page)
    await page.getByRole('checkbox').check()
    await button(page, 'Continuar').click()
    await expect(alert(page)).toContainText(`${NEW_VERSION} Esta página es de la anterior`)
    await expectAccessible(page)
    await expect(page).toHaveURL('/seed/confirm')

    await button(page, 'Ver mis palabras').click()
    expect(await readPhrase(page)).toBe(phrase)
  })

  test('a reload is left to the person, and starts at /login', async ({ page }) => {
    await takeAway(page, /ConfirmScreen/)
    await page.goto('/seed')
    await readPhrase(page)
    await page.getByRole('checkbox').check()
    await button(page, 'Continuar').click()
    await expect(alert(page)).toContainText(NEW_VERSION)
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Recargar' }).click()
    await expectLogin(page)
  })

  test('PIN and password that were just chosen are not dropped by a silent reload', async ({ page }) => {
    await page.goto('/login')
    await expect(title(page, 'Acceso seguro')).toBeVisible()
    await takeAway(page, /SeedScreen/)
    await logIn(page, ana)
    await expect(alert(page)).toContainText(NEW_VERSION)
  })

  test('a quiz that was passed keeps its phrase where the dashboard is gone', async ({ page }) => {
    await takeAway(page, /DashboardScreen/)
    await page.goto('/seed')
    const phrase = await readPhrase(page)
    await confirmPhraseSaved(page)
    await answerQuiz(page, phrase)
    await button(page, 'Confirmar').click()
    await expect(alert(page)).toContainText(NEW_VERSION)
    await button(page, 'Ver mis palabras').click()
    await button(page, 'Mostrar palabras').click()
    expect(await wordsIn(page)).toBe(phrase)
  })

  test("the wallet of a visit stays open where the dashboard's dialogs are gone", async ({ page }) => {
    await takeAway(page, /Dialogs/)
    await createVisitWallet(page)
    await chooseInMenu(page, 'Ajustes')
    await expect(alert(page)).toContainText(NEW_VERSION)
    await expectDashboard(page)
  })

  test('an import says so where the Spanish words are gone, and keeps what was written', async ({ page }) => {
    await takeAway(page, /spanish/)
    await page.goto('/seed')
    const written = 'lino admitir bolero abrir álbum dejar acelga aprender lino admitir bolero abogado'
    await importPhrase(page, written)
    await expect(alert(page)).toContainText(NEW_VERSION)
    await expect(page.getByRole('textbox', { name: 'Frase semilla' })).toHaveValue(written)
  })

  test('a notice is still told, and /login still works, without the part that it loads late', async ({ page }) => {
    await takeAway(page, /PassingNotice/)
    await page.goto('/login')
    await button(page, '¿Olvidaste tu contraseña?').click()
    await expect(alert(page)).toHaveText('Recuperación pendiente (demo).')
    await expect(button(page, '¿No tienes cuenta?')).toBeVisible()
  })
})

async function loadedBy(page: Page): Promise<string[]> {
  return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
}

/** From now on the server answers 404 for these chunks. */
async function takeAway(page: Page, chunk: RegExp) {
  await page.route(
    (url) => url.pathname.startsWith('/assets/') && chunk.test(url.pathname),
    (route) => route.fulfill({ status: 404, headers: { 'cache-control': 'no-store' }, body: '' }),
  )
}

/** Moves a screen's chunk out of the served folder. Returns a function that moves it back. */
function hideScreen(outDir: string, name: string): () => void {
  const file = readdirSync(`${outDir}/assets`).find((candidate) => candidate.startsWith(`${name}-`))
  if (!file) throw new Error(`The build has no ${name}.`)
  const [there, aside] = [`${outDir}/assets/${file}`, `${outDir}/${file}`]
  renameSync(there, aside)
  return () => renameSync(aside, there)
}
