import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { anasVault, readCopies } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  expectDashboard,
  fillCredentials,
  lock,
  logIn,
  openStoredWallet,
  password,
  title,
} from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const settings = (page: Page) => page.getByRole('dialog', { name: 'Ajustes' })

/** Ana's backup, with 15 minutes until it locks, as the browser downloads it. */
async function downloadBackup(page: Page): Promise<string> {
  await openStoredWallet(page)
  await chooseInMenu(page, 'Ajustes')
  await button(settings(page), 'Bloqueo automático').click()
  await page.getByRole('radio', { name: '15 minutos', exact: true }).check()
  await button(page.getByRole('dialog'), 'Listo').click()
  await button(settings(page), 'Copia cifrada').click()
  const dialog = page.getByRole('dialog', { name: 'Copia cifrada' })
  const [file] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Descargar copia').click()])
  await expect(dialog.getByRole('status')).toHaveText('Copia descargada.')
  await button(dialog, 'Cerrar').click()
  await button(settings(page), 'Cerrar').click()
  expect(file.suggestedFilename()).toMatch(/^entrepares-copia-\d{4}-\d{2}-\d{2}\.json$/)
  return readFileSync(await file.path(), 'utf8')
}

async function openRestore(page: Page) {
  await page.goto('/seed')
  await button(page, 'Tengo una copia cifrada').click()
  await expect(title(page, 'Tengo una copia cifrada')).toBeVisible()
}

const choose = (page: Page, text: string) =>
  page
    .getByLabel('Archivo de la copia')
    .setInputFiles({ name: 'copia.json', mimeType: 'application/json', buffer: Buffer.from(text) })

test('a backup restores wallet and settings in another browser, after its address was shown', { tag: '@journey' }, async ({
  page,
  browser,
  site,
}) => {
  const text = await downloadBackup(page)
  expect(text).not.toContain('lockAfterMinutes')
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })
  const other = await context.newPage()
  await openRestore(other)
  await fillCredentials(other, ana)
  await choose(other, text)
  await button(other, 'Abrir copia').click()
  await expect(other.getByText(anasVault.address)).toBeVisible()
  for (const line of [anasVault.address.slice(0, 22), anasVault.address.slice(22)]) {
    await expect(other.getByText(line, { exact: true })).toBeVisible()
  }
  expect(await readCopies(other)).toEqual({ IndexedDB: null, localStorage: null })
  await button(other, 'Guardar en este dispositivo').click()
  await expectDashboard(other)
  await expect(other.getByText(/solo para esta visita/)).toBeHidden()
  expect(await readCopies(other)).toEqual(await readCopies(page))
  await chooseInMenu(other, 'Ajustes')
  await expect(button(settings(other), 'Bloqueo automático')).toHaveAccessibleDescription('15 minutos')
  await context.close()
})

test('a backup opens with its own PIN and password alone, which open the wallet from then on', async ({ page }) => {
  await openRestore(page)
  await fillCredentials(page, { ...ana, password: 'otra cosa' })
  await button(page, 'Abrir copia').click()
  await expect(alert(page)).toHaveText('Elige el archivo de tu copia.')
  await choose(page, readFileSync('web/wallet/golden/backupOfVersion1.json', 'utf8'))
  await button(page, 'Abrir copia').click()
  await expect(alert(page)).toHaveText(
    'Credenciales inválidas. La copia se abre con el PIN y la contraseña que tenías cuando la hiciste.',
  )
  expect(await page.evaluate(() => localStorage.getItem('entrepares.throttle'))).toBeNull()

  await password(page).fill(ana.password)
  await button(page, 'Abrir copia').click()
  await button(page, 'Guardar en este dispositivo').click()
  await expectDashboard(page)
  await lock(page)
  await logIn(page, ana)
  await expectDashboard(page)
})
