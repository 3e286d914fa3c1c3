import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { anasVault, readCopies } from './device.ts'
import { expect, test } from './fixtures.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  createWallet,
  expectDashboard,
  fillCredentials,
  lock,
  logIn,
  luis,
  openStoredWallet,
  password,
  title,
} from './steps.ts'

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
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Descargar copia').click()])
  await expect(dialog.getByRole('status')).toHaveText('Copia descargada.')
  expect(file.suggestedFilename()).toBe('entrepares-copia.json')
  return readFileSync(await file.path(), 'utf8')
}

async function openRestore(page: Page) {
  await page.goto('/seed')
  await button(page, 'Ya tengo una frase semilla').click()
  await button(page, 'Tengo una copia cifrada').click()
  await expect(title(page, 'Tengo una copia cifrada')).toBeVisible()
}

const choose = (page: Page, text: string) =>
  page
    .getByLabel('Archivo de la copia')
    .setInputFiles({ name: 'copia.json', mimeType: 'application/json', buffer: Buffer.from(text) })

test('a backup restores wallet and settings in another browser, after its address was shown', async ({ page, browser, site }) => {
  const text = await downloadBackup(page)
  expect(text).not.toContain('lockAfterMinutes')
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' })
  const other = await context.newPage()
  await openRestore(other)
  await fillCredentials(other, { ...ana, password: 'otra cosa' })
  await button(other, 'Abrir copia').click()
  await expect(alert(other)).toHaveText('Elige el archivo de tu copia.')
  await choose(other, text)
  await button(other, 'Abrir copia').click()
  await expect(alert(other)).toHaveText('Credenciales inválidas.')
  expect(await other.evaluate(() => localStorage.getItem('entrepares.throttle'))).toBeNull()
  await expectAccessible(other)

  await password(other).fill(ana.password)
  await button(other, 'Abrir copia').click()
  await expect(other.getByText(anasVault.address)).toBeVisible()
  expect(await readCopies(other)).toEqual({ IndexedDB: null, localStorage: null })
  await expectAccessible(other)
  await button(other, 'Guardar en este dispositivo').click()
  await expectDashboard(other)
  await expect(other.getByText(/solo para esta visita/)).toBeHidden()
  expect(await readCopies(other)).toEqual(await readCopies(page))
  await lock(other)
  await logIn(other, ana)
  await expectDashboard(other)
  await chooseInMenu(other, 'Ajustes')
  await expect(button(settings(other), 'Bloqueo automático')).toHaveAccessibleDescription('15 minutos')
  await context.close()
})

test('another wallet on the device is replaced only after a second question', async ({ page }) => {
  const text = await downloadBackup(page)
  await page.goto('/mark.svg')
  await page.evaluate(() => {
    localStorage.clear()
    indexedDB.deleteDatabase('entrepares')
  })
  await createWallet(page, luis)
  const before = await readCopies(page)
  await lock(page)
  const open = async () => {
    await openRestore(page)
    await choose(page, text)
    await fillCredentials(page, ana)
    await button(page, 'Abrir copia').click()
    await button(page, 'Guardar en este dispositivo').click()
    await expect(alert(page)).toContainText('Ya hay una billetera guardada aquí.')
    await expect(button(page, 'Cancelar')).toBeFocused()
  }
  await open()
  await button(page, 'Cancelar').click()
  expect(await readCopies(page)).toEqual(before)
  await open()
  await button(page, 'Reemplazar').click()
  await expectDashboard(page)
  expect((await readCopies(page)).localStorage).toBe(anasVault.record)
})

test('a file that is damaged, foreign, too large or of a later version: a sentence each, and nothing is written', async ({
  page,
}) => {
  await openRestore(page)
  await fillCredentials(page, ana)
  for (const [text, sentence] of [
    ['{"format":"entrepares-backup","version":1,"vault":"x","parts":{}}', /La copia está dañada/],
    ['una foto', /no es una copia de EntrePares/],
    ['x'.repeat(2 ** 20 + 1), /demasiado grande/],
    ['{"format":"entrepares-backup","version":2}', /una versión más nueva/],
  ] as const) {
    await choose(page, text)
    await button(page, 'Abrir copia').click()
    await expect(alert(page)).toHaveText(sentence)
  }
  expect(await readCopies(page)).toEqual({ IndexedDB: null, localStorage: null })
})
