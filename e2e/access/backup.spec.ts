import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { anasVault, damageAnasContacts, deleteCopy, holdVault, readCopies } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  createWallet,
  digit,
  expectDashboard,
  expectLogin,
  fillChange,
  fillCredentials,
  lock,
  logIn,
  luis,
  openLoginWithVault,
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
  await expectAccessible(page)
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
  await expect(alert(other)).toHaveText(
    'Credenciales inválidas. La copia se abre con el PIN y la contraseña que tenías cuando la hiciste.',
  )
  expect(await other.evaluate(() => localStorage.getItem('entrepares.throttle'))).toBeNull()
  await expectAccessible(other)

  await password(other).fill(ana.password)
  await button(other, 'Abrir copia').click()
  await expect(other.getByText(anasVault.address)).toBeVisible()
  for (const line of [anasVault.address.slice(0, 22), anasVault.address.slice(22)]) {
    await expect(other.getByText(line, { exact: true })).toBeVisible()
  }
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

test('without a file it asks for the file first, and takes the question back once there is one', async ({ page }) => {
  await openRestore(page)
  await button(page, 'Abrir copia').click()
  await expect(alert(page)).toHaveText('Elige el archivo de tu copia.')
  await expect(page.getByLabel('Archivo de la copia')).toBeFocused()
  await expect(digit(page, 1)).toHaveAttribute('aria-invalid', 'false')
  await choose(page, '{}')
  await expect(alert(page)).toBeHidden()
  await button(page, 'Abrir copia').click()
  await expect(alert(page)).toHaveText('El PIN debe tener 6 dígitos.')
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
    ['x'.repeat(2 ** 23 + 1), /demasiado grande/],
    ['{"format":"entrepares-backup","version":2}', /una versión más nueva/],
  ] as const) {
    await choose(page, text)
    await button(page, 'Abrir copia').click()
    await expect(alert(page)).toHaveText(sentence)
  }
  expect(await readCopies(page)).toEqual({ IndexedDB: null, localStorage: null })
})

test('who has nothing but the file finds the way from /login, on a device without a wallet and on one with another', async ({
  page,
}) => {
  await page.goto('/login')
  await button(page, 'Ya tengo una billetera').click()
  await button(page, 'Tengo una copia cifrada').click()
  await expect(title(page, 'Tengo una copia cifrada')).toBeVisible()
  await expect(page.getByLabel('Archivo de la copia')).toBeVisible()
  await button(page, 'Volver').click()
  await button(page, 'Volver').click()
  await expect(page).toHaveURL('/login')

  await openLoginWithVault(page)
  await button(page, 'Restaurar con frase semilla').click()
  await button(page, 'Tengo una copia cifrada').click()
  await expect(page.getByLabel('Archivo de la copia')).toBeVisible()
})

test('contacts that are damaged: the backup is made without them, and that is said', async ({ page }) => {
  await openStoredWallet(page)
  await damageAnasContacts(page)
  await chooseInMenu(page, 'Ajustes')
  await button(settings(page), 'Copia cifrada').click()
  const dialog = page.getByRole('dialog', { name: 'Copia cifrada' })
  const [file] = await Promise.all([page.waitForEvent('download'), button(dialog, 'Descargar copia').click()])
  await expect(alert(dialog)).toHaveText('Copia descargada, sin tus contactos: no se pudieron leer en este dispositivo.')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ vault: anasVault.record })
})

/** The backup of Ana's wallet, opened in a browser that has none, with contacts that are damaged in the file. */
async function openDamaged(page: Page) {
  const fields = JSON.parse(await downloadBackup(page))
  await page.goto('/mark.svg')
  await page.evaluate(() => localStorage.clear())
  await deleteCopy(page, 'IndexedDB')
  await openRestore(page)
  await choose(page, JSON.stringify({ ...fields, parts: { ...fields.parts, contacts: 'AAAA' } }))
  await fillCredentials(page, ana)
  await button(page, 'Abrir copia').click()
}

test('contacts that are damaged in the file: the wallet is restored, and it is said that they were not', async ({ page }) => {
  await openDamaged(page)
  await button(page, 'Guardar en este dispositivo').click()
  await expect(alert(page)).toHaveText(
    'Tu billetera quedó guardada en este dispositivo, sin tus contactos: eso no se pudo recuperar.',
  )
  await expectAccessible(page)
  await button(page, 'Ir al panel').click()
  await expectDashboard(page)
  expect((await readCopies(page)).IndexedDB).toBe(anasVault.record)
})

test('a restore that is under way: its buttons wait, and who goes back meanwhile is not taken to the wallet', async ({
  page,
}) => {
  const text = await downloadBackup(page)
  await page.goto('/mark.svg')
  await page.evaluate(() => localStorage.clear())
  await deleteCopy(page, 'IndexedDB')
  await page.goto('/login')
  await button(page, 'Ya tengo una billetera').click()
  await button(page, 'Tengo una copia cifrada').click()
  await choose(page, text)
  await fillCredentials(page, ana)
  await button(page, 'Abrir copia').click()
  await expect(page.getByText('Para entrar usarás el PIN y la contraseña que acabas de escribir.')).toBeVisible()
  const release = await holdVault(page)
  await button(page, 'Guardar en este dispositivo').click()
  await expect(button(page, 'Guardando…')).toBeVisible()
  await expect(button(page, 'Volver')).toBeDisabled()
  await page.goBack()
  await expectLogin(page)
  await release()
  await expect.poll(async () => Object.values(await readCopies(page))).toEqual([anasVault.record, anasVault.record])
  await logIn(page, { ...ana, password: 'otra cosa' })
  await expect(alert(page)).toHaveText('Credenciales inválidas.')
  await expectLogin(page)
  await logIn(page, ana)
  await expectDashboard(page)
})

test('Volver while a file is being opened: nothing of it shows or is kept afterwards', async ({ page }) => {
  const text = await downloadBackup(page)
  await page.goto('/mark.svg')
  await page.evaluate(() => localStorage.clear())
  await deleteCopy(page, 'IndexedDB')
  await openRestore(page)
  await choose(page, text)
  await fillCredentials(page, ana)
  await page.evaluate(() => {
    const read = Blob.prototype.text
    Blob.prototype.text = async function () {
      await new Promise((release) => window.addEventListener('release file', release))
      return read.call(this)
    }
  })
  await button(page, 'Abrir copia').click()
  await expect(button(page, 'Verificando...')).toBeVisible()
  await button(page, 'Volver').click()
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await page.evaluate(() => void window.dispatchEvent(new Event('release file')))
  await button(page, 'Tengo una copia cifrada').click()
  await choose(page, 'una foto')
  await fillCredentials(page, luis)
  await button(page, 'Abrir copia').click()
  await page.evaluate(() => void window.dispatchEvent(new Event('release file')))
  await expect(alert(page)).toContainText('no es una copia de EntrePares')
  await expect(page.getByText(anasVault.address)).toBeHidden()
  expect(await readCopies(page)).toEqual({ IndexedDB: null, localStorage: null })
})

test('a backup made before a change of PIN and password opens with the old ones, says so, and asks before they come back', async ({
  page,
}) => {
  const text = await downloadBackup(page)
  await chooseInMenu(page, 'Ajustes')
  await button(settings(page), 'Cambiar PIN y contraseña').click()
  await fillChange(page, ana, luis)
  await button(page.getByRole('dialog'), 'Cambiar').click()
  await button(page.getByRole('dialog'), 'Listo').click()
  await button(settings(page), 'Cerrar').click()
  const changed = await readCopies(page)
  await lock(page)

  await openRestore(page)
  await choose(page, text)
  await fillCredentials(page, luis)
  await button(page, 'Abrir copia').click()
  await expect(alert(page)).toContainText('con el PIN y la contraseña que tenías cuando la hiciste')
  await fillCredentials(page, ana)
  await button(page, 'Abrir copia').click()
  await button(page, 'Guardar en este dispositivo').click()
  await expect(alert(page)).toHaveText(
    'Esta misma billetera ya está guardada aquí, con otro PIN y otra contraseña. Si la reemplazas, volverás a entrar con los de la copia.',
  )
  expect(await readCopies(page)).toEqual(changed)
  await button(page, 'Reemplazar').click()
  await expectDashboard(page)
  await lock(page)
  await logIn(page, ana)
  await expectDashboard(page)
})
