// Without a network: once the app was opened, it opens again from the device.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { keptOffline, test } from '../support/deployed.ts'
import { expect } from '../support/fixtures.ts'
import {
  ana,
  button,
  chooseInMenu,
  expectDashboard,
  expectLogin,
  header,
  logIn,
  openLoginWithVault,
  title,
} from '../support/steps.ts'

const CANNOT = 'Hasta que vuelva no puedes publicar, pagar ni enviar.'

test.describe('without a network, and without the host', () => {
  test.use({ expectedErrors: /Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/ })

  test('every screen opens, the wallet and its dialogs too; it says what cannot be done, until the network is back', {
    tag: '@journey',
  }, async ({ page, context, host }) => {
    await openLoginWithVault(page)
    await keptOffline(page)
    await context.setOffline(true)
    await host.goAway()

    await page.goto('/seed')
    await expect(title(page, 'Tu frase semilla')).toBeVisible()
    await page.goto('/dashboard')
    await expectLogin(page)

    await logIn(page, ana)
    await expectDashboard(page)
    await expect(header(page)).toContainText('Sin conexión')
    await expect(header(page)).toContainText(`Este dispositivo no tiene internet. ${CANNOT}`)
    await button(page, 'Recibir').click()
    await button(page.getByRole('dialog', { name: 'Recibir' }), 'Cerrar').click()
    for (const name of ['Contactos', 'Ajustes']) {
      await chooseInMenu(page, name)
      await button(page.getByRole('dialog', { name }), 'Cerrar').click()
    }

    await host.comeBack()
    await context.setOffline(false)
    await expect(header(page)).toContainText('Red local')
    await expect(header(page)).not.toContainText('Sin conexión')
    await expect(header(page)).not.toContainText(CANNOT)
  })

  test('every address opens its screen', async ({ page, context, host }) => {
    await openLoginWithVault(page)
    await keptOffline(page)
    await context.setOffline(true)
    await host.goAway()
    for (const path of ['/seed', '/seed/confirm', '/seed?de=otra']) {
      await page.goto(path)
      await expect(title(page, 'Tu frase semilla')).toBeVisible()
    }
    for (const path of ['/', '/dashboard', '/no/such/path', '/login']) {
      await page.goto(path)
      await expectLogin(page)
    }
  })
})

test.describe('a host that takes the request and never answers', () => {
  test('does not keep the app from opening', async ({ page, host }) => {
    await page.goto('/login')
    await keptOffline(page)
    host.hold(/./)
    await page.goto('/login')
    await expectLogin(page)
  })
})

test('what is kept is the build and nothing else: no answer of a node, no query of a link', async ({ page, site }) => {
  await page.goto('/login?prestamo=1')
  await keptOffline(page)
  await page.goto('/dashboard?prestamo=2')
  await openLoginWithVault(page)
  await logIn(page, ana)
  await expectDashboard(page)
  await expect(header(page)).toContainText('Red local')

  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url.slice(location.origin.length))
  })
  const built = readdirSync(site.outDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(site.outDir, join(parentPath, name))}`)
    .filter((path) => !/^\/(\.vite|404\.html|_headers|vercel\.json|robots\.txt|sw(-remove)?\.js)/.test(path))
    .map((path) => path.replace(/(index)?\.html$/, ''))
  expect(kept.sort()).toEqual(built.sort())
})

test('the worker is registered under the policy of our own server, and its file is asked for anew each time', async ({
  page,
  site,
  request,
}) => {
  await page.goto(`${site.url}/login`)
  await keptOffline(page)
  expect((await request.get(`${site.url}/sw.js`)).headers()).toMatchObject({
    'content-type': 'text/javascript',
    'cache-control': 'no-cache',
  })
})
