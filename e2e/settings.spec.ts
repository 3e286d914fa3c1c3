import type { Page } from '@playwright/test'
import { partsToDeploy } from '../devchain/deploy.ts'
import packageJson from '../package.json' with { type: 'json' }
import { networks } from '../web/chains.ts'
import { expectAccessible } from './accessible.ts'
import { readCopies } from './device.ts'
import { expect, test } from './fixtures.ts'
import { faults } from './node.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  createVisitWallet,
  expectDashboard,
  expectLogin,
  lock,
  logIn,
  luis,
  openStoredWallet,
  section,
} from './steps.ts'

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

test('the time until it locks counts at once, in every tab, and is remembered', async ({ page, context }) => {
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
  await choose('15 minutos')
  await context.clock.fastForward(14 * MINUTE_MS)
  for (const tab of [page, other]) await expectDashboard(tab)
  await choose('1 minuto')
  await context.clock.fastForward(1.1 * MINUTE_MS)
  for (const tab of [page, other]) await expectLogin(tab)

  await logIn(page, ana)
  await expectDashboard(page)
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

async function fillChange(page: Page, from = ana, to = luis, repeated = to.password) {
  const dialog = changing(page)
  for (const [group, pin] of [
    ['PIN actual', from.pin],
    ['PIN nuevo', to.pin],
  ] as const) {
    await dialog.getByRole('group', { name: group }).getByRole('textbox', { name: 'Dígito 1 de 6' }).focus()
    await page.keyboard.type(pin)
  }
  await dialog.getByLabel('Contraseña actual', { exact: true }).fill(from.password)
  await dialog.getByLabel('Contraseña nueva', { exact: true }).fill(to.password)
  await dialog.getByLabel('Repite la contraseña nueva', { exact: true }).fill(repeated)
}

test('PIN and password are changed: the old ones asked, the new password twice, and another tab stays open', async ({
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
  await fillChange(page, ana, luis, 'otra cosa')
  await change.click()
  await expect(alert(changing(page))).toHaveText('Las dos contraseñas nuevas no son iguales.')
  await expect(changing(page).getByLabel('Repite la contraseña nueva', { exact: true })).toBeFocused()
  await fillChange(page, { ...ana, pin: '000000' })
  await change.click()
  await expect(alert(changing(page))).toHaveText('Credenciales inválidas.')
  expect(await readCopies(page)).toEqual(before)

  await fillChange(page)
  await change.click()
  await expect(changing(page).getByRole('status')).toHaveText('Desde ahora entras con el PIN y la contraseña nuevos.')
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
  await fillChange(page)
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
