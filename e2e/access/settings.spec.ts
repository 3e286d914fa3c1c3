import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { partsToDeploy } from '../../devchain/deploy.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { discardBuild, serveApp } from '../../scripts/lib/app.ts'
import { networks } from '../../web/chains.ts'
import vaults from '../../web/wallet/golden/vaultsOfVersion1.json' with { type: 'json' }
import { expectAccessible } from '../support/accessible.ts'
import { anasVault, holdVault, readCopies, storeAnasVault } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { faults, startNode } from '../support/node.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  createVisitWallet,
  expectDashboard,
  expectLogin,
  fillChange,
  lock,
  logIn,
  luis,
  openStoredWallet,
  section,
} from '../support/steps.ts'

const MINUTE_MS = 60_000

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const settings = (page: Page) => page.getByRole('dialog', { name: 'Ajustes' })
const changing = (page: Page) => page.getByRole('dialog', { name: 'Cambiar PIN y contraseña' })

async function openSettings(page: Page) {
  await chooseInMenu(page, 'Ajustes')
  await expect(settings(page)).toBeVisible()
}

test('each row of Ajustes opens, and Back leads to the list and to its row', async ({ page }) => {
  await openStoredWallet(page)
  await openSettings(page)
  await expect(button(settings(page), 'Bloqueo automático')).toHaveAccessibleDescription('5 minutos')
  await expectAccessible(page)
  for (const [row, title] of [
    ['Bloqueo automático', 'Bloqueo automático'],
    ['Cambiar PIN y contraseña', 'Cambiar PIN y contraseña'],
    ['Ver frase semilla', 'Ver frase semilla'],
    ['Nodos', 'Nodos'],
    ['Acerca de', 'Acerca de'],
    ['Olvidar este dispositivo', '¿Olvidar este dispositivo?'],
  ] as const) {
    await button(settings(page), row).click()
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(button(settings(page), row)).toBeFocused()
  }
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectDashboard(page)
})

test('the time until it locks counts at once, in every tab, and is remembered: each of the choices', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await openStoredWallet(page)
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await expectDashboard(other)

  const choose = async (time: string) => {
    await openSettings(page)
    await button(settings(page), 'Bloqueo automático').click()
    await page.getByRole('radio', { name: time, exact: true }).check()
    await button(page.getByRole('dialog'), 'Listo').click()
    await expect(button(settings(page), 'Bloqueo automático')).toHaveAccessibleDescription(time)
    await button(settings(page), 'Cerrar').click()
    await expect(settings(page)).toBeHidden()
  }
  for (const [time, minutes] of [
    ['15 minutos', 15],
    ['60 minutos', 60],
    ['5 minutos', 5],
    ['1 minuto', 1],
  ] as const) {
    await choose(time)
    await context.clock.fastForward((minutes - 0.2) * MINUTE_MS)
    for (const tab of [page, other]) await expectDashboard(tab)
    await context.clock.fastForward(0.3 * MINUTE_MS)
    for (const tab of [page, other]) await expectLogin(tab)
    await expect(page.getByRole('status').filter({ hasText: 'Se bloqueó por inactividad.' })).toBeVisible()
    for (const tab of [page, other]) {
      await logIn(tab, ana)
      await expectDashboard(tab)
    }
  }
  // Remembered: the last choice, after unlocking.
  await context.clock.fastForward(1.1 * MINUTE_MS)
  await expectLogin(page)
})

test('Ejemplos hides and shows the examples of the page behind it', async ({ page }) => {
  await openStoredWallet(page)
  const debtors = section(page, 'Mis Deudores')
  await expect(button(debtors, 'Ocultar ejemplos')).toBeVisible()
  await openSettings(page)
  const examples = settings(page).getByRole('switch', { name: 'Ejemplos' })
  await expect(examples).toBeChecked()
  await examples.uncheck()
  await button(settings(page), 'Cerrar').click()
  await button(debtors, 'Mostrar ejemplos').click()
  await openSettings(page)
  await expect(examples).toBeChecked()
})

test.describe('a node that breaks', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_|status of/ })

  test('Nodos says which node is in use, how fast it answers, and that it no longer does', async ({ page, world }) => {
    await openStoredWallet(page)
    await openSettings(page)
    await expect(button(settings(page), 'Nodos')).toHaveAccessibleDescription(/^1 de 1 responde · \d+ ms$/)
    await button(settings(page), 'Nodos').click()
    const nodes = page.getByRole('dialog', { name: 'Nodos' })
    const row = nodes.getByRole('listitem').filter({ hasText: new URL(world.node.url).host })
    await expect(row).toContainText(/\d+ ms · al día/)
    await expect(row).toContainText('En uso')

    world.node.breakWith(faults.httpError)
    await button(nodes, 'Volver a preguntar').click()
    await expect(row).toContainText('No responde')
  })
})

test.describe('one of two nodes is dead', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_/ })

  test('Nodos says which one, and the wallet goes on with the other', async ({ page, world }) => {
    const dead = await startNode()
    await dead.stop()
    const outDir = mkdtempSync(join(tmpdir(), 'entrepares-nodes-'))
    const nodeOfOtherTests = process.env.REACT_APP_ALCHEMY_URL
    process.env.REACT_APP_ALCHEMY_URL = `${dead.url},${world.node.url}`
    const app = await serveApp({ port: 0, outDir })
    try {
      await page.goto(`${app.url}/mark.svg`)
      await storeAnasVault(page)
      await page.goto(`${app.url}/login`)
      await logIn(page, ana)
      await expect(section(page, 'Tu cuenta')).toContainText('Red local')
      await openSettings(page)
      await expect(button(settings(page), 'Nodos')).toHaveAccessibleDescription(/^1 de 2 responden · \d+ ms$/)
      await button(settings(page), 'Nodos').click()
      const rowOf = ({ url }: { url: string }) =>
        page
          .getByRole('dialog', { name: 'Nodos' })
          .getByRole('listitem')
          .filter({ hasText: new URL(url).host })
      await expect(rowOf(dead)).toContainText('No responde')
      await expect(rowOf(dead)).not.toContainText('En uso')
      await expect(rowOf(world.node)).toContainText(/\d+ ms · al día/)
      await expect(rowOf(world.node)).toContainText('En uso')
      await expectAccessible(page)
    } finally {
      process.env.REACT_APP_ALCHEMY_URL = nodeOfOtherTests
      await app.stop()
      await discardBuild(outDir)
    }
  })
})

test('Acerca de says the version and the whole contract, without a link where no explorer knows it, and lists the licences', async ({
  page,
}) => {
  const [, loanBook] = await partsToDeploy()
  await openStoredWallet(page)
  await openSettings(page)
  await button(settings(page), 'Acerca de').click()
  const about = page.getByRole('dialog', { name: 'Acerca de' })
  await expect(about).toContainText(`Versión ${packageJson.version}`)
  await expect(about).toContainText(loanBook.address)
  for (const line of [loanBook.address.slice(0, 22), loanBook.address.slice(22)]) {
    await expect(about.getByText(line, { exact: true })).toBeVisible()
  }
  await expect(about.getByRole('link', { name: 'Ver en el explorador' })).toBeHidden()
  const href = await about.getByRole('link', { name: 'Licencias de lo que usa' }).getAttribute('href')
  const licences = await page.request.get(href ?? '')
  expect(licences.headers()['content-type']).toContain('text/plain')
  const text = await licences.text()
  for (const name of ['react', '@mui/material', 'viem', 'hash-wasm', '@noble/hashes', '@mdi/js', '@fontsource-variable/roboto']) {
    expect(text, name).toContain(name)
  }
  expect(text).toContain('Permission is hereby granted, free of charge')
})

test.describe('on Sepolia', () => {
  test.use({ chainId: networks.sepolia.id })

  test('the contract leads to the explorer', async ({ page }) => {
    const [, loanBook] = await partsToDeploy()
    await openStoredWallet(page)
    await expect(page.getByText('Sepolia', { exact: true })).toBeVisible()
    await openSettings(page)
    await button(settings(page), 'Acerca de').click()
    const link = page.getByRole('link', { name: 'Ver en el explorador' })
    await expect(link).toHaveAttribute('href', `https://sepolia.etherscan.io/address/${loanBook.address}`)
  })
})

test('a wallet of this visit has no PIN to change and nothing to forget', async ({ page }) => {
  await createVisitWallet(page)
  await openSettings(page)
  await expect(button(settings(page), 'Ver frase semilla')).toBeVisible()
  await expect(button(settings(page), 'Cambiar PIN y contraseña')).toBeHidden()
  await expect(button(settings(page), 'Olvidar este dispositivo')).toBeHidden()
})

test('PIN and password are changed: the old ones asked, the new ones twice, and another tab stays open', async ({
  page,
  context,
}) => {
  await openStoredWallet(page)
  const before = await readCopies(page)
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await expectDashboard(other)

  await openSettings(page)
  await button(settings(page), 'Cambiar PIN y contraseña').click()
  const change = button(changing(page), 'Cambiar')
  await change.click()
  await expect(alert(changing(page))).toHaveText('El PIN actual debe tener 6 dígitos.')
  await fillChange(page, ana, luis, { ...luis, pin: '730156' })
  await change.click()
  await expect(alert(changing(page))).toHaveText('Los dos PIN nuevos no son iguales.')
  await expect(changing(page).getByRole('group', { name: 'Repite el PIN nuevo' }).getByLabel('Dígito 6 de 6')).toBeFocused()
  await fillChange(page, ana, luis, { ...luis, password: 'otra cosa' })
  await change.click()
  await expect(alert(changing(page))).toHaveText('Las dos contraseñas nuevas no son iguales.')
  await expect(changing(page).getByLabel('Repite la contraseña nueva', { exact: true })).toBeFocused()
  await fillChange(page, { ...ana, pin: '000000' }, luis)
  await change.click()
  await expect(alert(changing(page))).toHaveText('El PIN o la contraseña actuales no son correctos.')
  expect(await readCopies(page)).toEqual(before)

  await fillChange(page, ana, luis)
  await change.click()
  await expect(changing(page).getByRole('status')).toHaveText('Desde ahora entras con el PIN y la contraseña nuevos.')
  await expect(changing(page)).toContainText(
    'Las copias cifradas que ya descargaste se abren con el PIN y la contraseña de antes.',
  )
  await expect(changing(page)).not.toContainText('Tu huella o llave')
  await expectAccessible(page)
  await button(changing(page), 'Listo').click()
  await expect(changing(page)).toBeHidden()
  const after = await readCopies(page)
  expect(after.IndexedDB).not.toBe(before.IndexedDB)
  expect(after.localStorage).toBe(after.IndexedDB)

  await expectDashboard(other)
  await button(settings(page), 'Cerrar').click()
  await lock(page)
  await logIn(page, ana)
  await expect(alert(page)).toHaveText('Credenciales inválidas.')
  await logIn(page, luis)
  await expectDashboard(page)
})

test('a change that is under way cannot be left: nothing closes it until it is said which PIN and password count', async ({
  page,
}) => {
  await openStoredWallet(page)
  await openSettings(page)
  await button(settings(page), 'Cambiar PIN y contraseña').click()
  await fillChange(page, ana, luis)
  const release = await holdVault(page)
  await button(changing(page), 'Cambiar').click()
  await expect(button(changing(page), 'Cambiando…')).toBeVisible()
  await expect(button(changing(page), 'Cancelar')).toBeDisabled()
  await button(changing(page), 'Cerrar').click()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(button(changing(page), 'Cambiando…')).toBeVisible()
  expect((await readCopies(page)).localStorage).toBe(anasVault.record)

  await release()
  await expect(changing(page).getByRole('status')).toHaveText('Desde ahora entras con el PIN y la contraseña nuevos.')
  await page.goBack()
  await expect(changing(page)).toBeHidden()
  await expect(settings(page)).toBeVisible()
})

test('another wallet in one of the two places is not written over: it is said, and both stay as they are', async ({ page }) => {
  await openStoredWallet(page)
  const [, other] = vaults
  await page.evaluate((record) => localStorage.setItem('entrepares.vault', record), other?.record ?? '')
  const before = await readCopies(page)
  await openSettings(page)
  await button(settings(page), 'Cambiar PIN y contraseña').click()
  await fillChange(page, ana, luis)
  await button(changing(page), 'Cambiar').click()
  await expect(alert(changing(page))).toContainText('No se cambió nada: en este dispositivo hay guardada otra billetera')
  expect(await readCopies(page)).toEqual(before)
})

test('a reload in the middle of the change: the old or the new PIN and password open the wallet', async ({ page }) => {
  await openStoredWallet(page)
  const before = await readCopies(page)
  // The second copy is never written: its storage is asked, and the page ends there.
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key !== 'entrepares.vault') return setItem.call(this, key, value)
      location.reload()
      // Until the page is gone.
      for (const end = Date.now() + 5_000; Date.now() < end; );
    }
  })
  await openSettings(page)
  await button(settings(page), 'Cambiar PIN y contraseña').click()
  await fillChange(page, ana, luis)
  const reloaded = page.waitForEvent('load')
  await button(changing(page), 'Cambiar').click()
  await reloaded
  await expectLogin(page)
  const after = await readCopies(page)
  expect(after.localStorage).toBe(before.localStorage)
  expect(after.IndexedDB).not.toBe(before.IndexedDB)

  await logIn(page, luis)
  await expectDashboard(page)
  const mended = await readCopies(page)
  expect(mended.localStorage).toBe(mended.IndexedDB)
})
