// A newer version is deployed while the app is open, or is kept on the device.
import { appendFileSync, copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { discardBuild } from '../../scripts/lib/app.ts'
import { expectAccessible } from '../support/accessible.ts'
import { buildFor } from '../support/build.ts'
import { fillOffer, publishForm, publishOffer, publishStatus, underWay } from '../support/dashboard.ts'
import { test as base, keptOffline } from '../support/deployed.ts'
import { anasVault, holdVault } from '../support/device.ts'
import { expect } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import { faults } from '../support/node.ts'
import {
  ana,
  button,
  chooseInMenu,
  createVisitWallet,
  expectDashboard,
  expectLogin,
  header,
  logIn,
  openLoginWithVault,
  openStoredWallet,
  password,
  section,
  title,
} from '../support/steps.ts'

const KEPT = 'Firmada y guardada aquí'

const notice = (page: Page) => section(page, 'Versión nueva')

const test = base.extend<{ next: string }>({
  /** The folder of a second build, whose assets have other names. Per test: a fixture of the worker would start another worker. */
  next: async ({ site }, use) => {
    const outDir = await buildFor(site.node.url, { isNext: true })
    await use(outDir)
    await discardBuild(outDir)
  },
})

test.describe('a version that is deployed while the app is open', () => {
  test.use({ expectedErrors: /Failed to load resource: (net::ERR_EMPTY_RESPONSE|the server responded with a status of 404)/ })

  test('is announced in every tab of the old one; Actualizar opens it, with the wallet, its settings and what is under way', async ({
    page,
    context,
    host,
    world,
    next,
  }) => {
    const address = anasVault.address as `0x${string}`
    await world.client.setBalance({ address, value: parseEther('1') })
    await fund(world, address, 100)
    await openStoredWallet(page)
    await keptOffline(page)
    await button(section(page, 'Mis Deudas'), 'Ocultar ejemplos').click()
    world.node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await expect(header(page)).toContainText('$ 100.00')
    await publishOffer(page, { amount: '50', apr: '10' })
    await expect(publishStatus(page)).toContainText(KEPT)
    const other = await context.newPage()
    await other.goto('/login')
    await expectLogin(other)

    host.deploy(next)
    const newcomer = await context.newPage()
    await newcomer.goto('/login')
    await expectLogin(newcomer)
    expect(await buildOf(newcomer)).toBe(buildIn(next))
    for (const tab of [page, other]) await expect(notice(tab)).toContainText('Hay una versión nueva de EntrePares.')
    await expect(notice(page)).toContainText('Al actualizar tendrás que volver a entrar.')
    await expect(notice(other)).not.toContainText('volver a entrar')
    await expect(notice(newcomer)).toBeHidden()
    expect(await buildOf(page)).not.toBe(buildIn(next))

    await button(notice(other), 'Ahora no').click()
    await expect(notice(other)).toBeHidden()
    await button(notice(page), 'Actualizar').click()
    await button(notice(page), 'Actualizar igualmente').click()
    await expectLogin(page)
    expect(await buildOf(page)).toBe(buildIn(next))
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(notice(page)).toBeHidden()
    await expect(underWay(page)).toContainText(KEPT)
    await expect(button(section(page, 'Mis Deudas'), 'Mostrar ejemplos')).toBeVisible()
    await world.node.heal()
    await expect(underWay(page)).toBeHidden()
  })

  test('leaves the old page all of its own parts, and waits behind an open dialog', async ({ page, site, host, next }) => {
    await openLoginWithVault(page)
    await keptOffline(page)
    expect(chunkIn(next, 'SeedScreen')).not.toBe(chunkIn(site.outDir, 'SeedScreen'))
    host.deploy(next)
    await lookForUpdate(page)
    await expect(notice(page)).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Restaurar con frase semilla').click()
    await expect(title(page, 'Ya tengo una frase semilla')).toBeVisible()
    await page.goBack()
    await logIn(page, ana)
    await expectDashboard(page)
    await chooseInMenu(page, 'Ajustes')
    await expect(page.getByRole('dialog', { name: 'Ajustes' })).toBeVisible()
    await expect(notice(page)).toBeHidden()
    await button(page.getByRole('dialog'), 'Cerrar').click()
    await expect(notice(page)).toBeVisible()
    expect(await buildOf(page)).toBe(buildIn(site.outDir))
  })

  test('does not take what was typed without asking', async ({ page, host, next }) => {
    await page.goto('/login')
    await keptOffline(page)
    await password(page).fill('tortuga enero violín')
    host.deploy(next)
    await lookForUpdate(page)
    await button(notice(page), 'Actualizar').click()
    await expect(notice(page)).toContainText('se pierde lo que has escrito')
    await button(notice(page), 'Ahora no').click()
    await expect(notice(page)).toBeHidden()
    await expect(password(page)).toHaveValue('tortuga enero violín')
  })

  test('asks about a draft that is not on screen, and the browser asks about a wallet of this visit', async ({
    page,
    host,
    next,
  }) => {
    await createVisitWallet(page)
    await keptOffline(page)
    await fillOffer(page, { amount: '50', apr: '10' })
    await publishForm(page).getByRole('tab', { name: 'Pedir' }).click()
    host.deploy(next)
    await lookForUpdate(page)
    await button(notice(page), 'Actualizar').click()
    const asked = page.waitForEvent('dialog')
    // Not awaited before the question is answered: the click ends with the navigation that it begins.
    const pressed = button(notice(page), 'Actualizar igualmente').click()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await pressed
    await expectDashboard(page)
    await publishForm(page).getByRole('tab', { name: 'Prestar' }).click()
    await expect(publishForm(page).getByRole('textbox', { name: /^Monto/ })).toHaveValue('50')
    await expect(button(notice(page), 'Actualizar')).toBeEnabled()
  })

  test('does not take what is typed while it waits without asking', async ({ page, context, host, next }) => {
    await page.goto('/login')
    await keptOffline(page)
    const other = await context.newPage()
    await other.goto('/login')
    const release = await holdVault(other)
    host.deploy(next)
    await lookForUpdate(page)
    await button(notice(page), 'Actualizar').click()
    await expect(button(notice(page), 'Actualizando…')).toBeDisabled()
    await password(page).fill('tortuga enero violín')
    await release()
    await expect(notice(page)).toContainText('se pierde lo que has escrito')
    await expect(password(page)).toHaveValue('tortuga enero violín')
    expect(await buildOf(page)).not.toBe(buildIn(next))
    await button(notice(page), 'Actualizar igualmente').click()
    await expect(notice(page)).toBeHidden()
    await expectLogin(page)
    expect(await buildOf(page)).toBe(buildIn(next))
  })

  test('waits for what is being signed, in another tab too', async ({ page, context, host, next }) => {
    await page.goto('/login')
    await keptOffline(page)
    const other = await context.newPage()
    await other.goto('/login')
    // As long as a command is signed, stored and sent.
    await other.evaluate(
      () =>
        new Promise<void>((signing) => {
          navigator.locks.request('entrepares.outbox', () => {
            signing()
            return new Promise<void>((done) => Object.assign(window, { done }))
          })
        }),
    )
    host.deploy(next)
    await lookForUpdate(page)
    await button(notice(page), 'Actualizar').click()
    await expect(button(notice(page), 'Actualizando…')).toBeDisabled()
    expect(await buildOf(page)).not.toBe(buildIn(next))
    await other.evaluate(() => (window as unknown as { done: () => void }).done())
    await expect(notice(page)).toBeHidden()
    await expectLogin(page)
    expect(await buildOf(page)).toBe(buildIn(next))
  })
})

test('a version that is taken back is replaced by the one before, and that is the newest then', { tag: '@journey' }, async ({
  page,
  site,
  host,
  next,
}) => {
  await page.goto('/login')
  await keptOffline(page)
  for (const folder of [next, site.outDir]) {
    host.deploy(folder)
    await lookForUpdate(page)
    await button(notice(page), 'Actualizar').click()
    await expect(notice(page)).toBeHidden()
    await expectLogin(page)
    expect(await buildOf(page)).toBe(buildIn(folder))
  }
  await host.goAway()
  await page.reload()
  await expectLogin(page)
  expect(await buildOf(page)).toBe(buildIn(site.outDir))
  await expect(notice(page)).toBeHidden()
})

test('a version that was put off is announced again with the next one', async ({ page, host, next }) => {
  await page.goto('/login')
  await keptOffline(page)
  const folder = copyOf(next)
  appendFileSync(join(folder, 'sw.js'), '// of another build')
  for (const deployed of [next, folder]) {
    host.deploy(deployed)
    await lookForUpdate(page)
    await button(notice(page), 'Ahora no').click()
    await expect(notice(page)).toBeHidden()
  }
  await discardBuild(folder)
})

test.describe('a version that was deployed by halves', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('is not kept: without a network the last whole one opens', async ({ page, context, site, host, next }) => {
    await openLoginWithVault(page)
    await keptOffline(page)
    const script = chunkIn(next, 'SeedScreen')
    const halves = {
      'a script is missing': (folder: string) => rmSync(join(folder, 'assets', script)),
      'a page is of the build before': (folder: string) =>
        copyFileSync(join(site.outDir, 'seed.html'), join(folder, 'seed.html')),
    }
    const folders: string[] = []
    for (const [what, spoil] of Object.entries(halves)) {
      const folder = copyOf(next)
      spoil(folder)
      host.deploy(folder)
      const before = host.asked.length
      await lookForUpdate(page)
      expect(host.asked.slice(before), what).toContain(`/assets/${script}`)
      expect(await page.evaluate(async () => (await caches.keys()).length), what).toBe(1)
      folders.push(folder)
    }
    await expect(notice(page)).toBeHidden()
    await context.setOffline(true)
    await host.goAway()
    await page.goto('/login')
    await logIn(page, ana)
    await expectDashboard(page)
    expect(await buildOf(page)).toBe(buildIn(site.outDir))

    host.deploy(next)
    await host.comeBack()
    await context.setOffline(false)
    await lookForUpdate(page)
    await expect(notice(page)).toBeVisible()
    await Promise.all(folders.map(discardBuild))
  })

  test('is kept once it is whole, though the browser remembers that a file was missing', async ({ page, host, next }) => {
    host.keepForever(/^\/assets\//)
    await page.goto('/login')
    await keptOffline(page)
    const folder = copyOf(next)
    rmSync(join(folder, 'assets', chunkIn(next, 'SeedScreen')))
    host.deploy(folder)
    await lookForUpdate(page)
    expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1)

    host.deploy(next)
    await lookForUpdate(page)
    await expect(notice(page)).toBeVisible()
    await page.goto('/seed')
    await expect(button(page, 'Mostrar palabras')).toBeVisible()
    expect(await buildOf(page)).toBe(buildIn(next))
    await discardBuild(folder)
  })
})

test.describe('a host that does not have the script of a page', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('does not hide the last whole version', async ({ page, site, host, next }) => {
    await openLoginWithVault(page)
    await keptOffline(page)
    const folder = copyOf(next)
    const script = join(folder, buildIn(next) ?? '')
    const spoilt = {
      'the script is missing': () => rmSync(script),
      // As some hosts do for whatever they don't have.
      'a page stands in its place': () => writeFileSync(`${script}.html`, '<!doctype html>'),
      'only what it imports is missing': () => {
        copyFileSync(join(next, buildIn(next) ?? ''), script)
        const login = join(folder, 'login.html')
        writeFileSync(login, readFileSync(login, 'utf8').replace(/assets\/common-[^"]+/, 'assets/common-missing.js'))
      },
    }
    host.deploy(folder)
    for (const [what, spoil] of Object.entries(spoilt)) {
      spoil()
      await page.goto('/login')
      await logIn(page, ana)
      await expectDashboard(page)
      expect(await buildOf(page), what).toBe(buildIn(site.outDir))
    }
    await discardBuild(folder)
  })
})

test('a host that puts sw-remove.js in place of sw.js is rid of the worker, and the wallet stays', async ({
  page,
  site,
  host,
}) => {
  await openLoginWithVault(page)
  await keptOffline(page)
  const folder = copyOf(site.outDir)
  copyFileSync(join(folder, 'sw-remove.js'), join(folder, 'sw.js'))
  host.deploy(folder)
  await page.reload()
  await expectLogin(page)
  const left = () =>
    page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length])
  await expect.poll(left).toEqual([0, 0])
  await logIn(page, ana)
  await expectDashboard(page)
  await discardBuild(folder)
})

/** Has the browser look for a newer worker, and waits until that has kept its build or has failed. */
async function lookForUpdate(page: Page) {
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await update()
  // Once more: the first may have joined one of the page's own, which fetched the file before the deploy.
  await update()
  const isUnderWay = () => page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null)
  await expect.poll(isUnderWay).toBe(false)
}

/** The script that a page began with: its name is another in each build. */
async function buildOf(page: Page): Promise<string | null> {
  return page.locator('script[type=module]').first().getAttribute('src')
}

function buildIn(folder: string): string | undefined {
  return /<script type="module"[^>]*src="([^"]+)"/.exec(readFileSync(join(folder, 'login.html'), 'utf8'))?.[1]
}

function chunkIn(folder: string, name: string): string {
  const file = readdirSync(join(folder, 'assets')).find((candidate) => candidate.startsWith(`${name}-`))
  if (!file) throw new Error(`The build has no ${name}.`)
  return file
}

function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'entrepares-copy-'))
  cpSync(folder, copy, { recursive: true })
  return copy
}
