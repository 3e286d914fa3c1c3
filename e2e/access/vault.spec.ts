import { readCopies } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  chooseInSettings,
  createWallet,
  expectDashboard,
  expectLogin,
  fillCredentials,
  logIn,
  password,
  wordsIn,
} from '../support/steps.ts'

const wrong = { ...ana, password: 'otra cosa' }

test('the wallet is kept, and PIN and password open it again after a reload', async ({ page }) => {
  // Firefox asks the user for permission to persist; the app must not wait for the answer.
  await page.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      Object.assign(window, { isAskedToPersist: true })
      return new Promise(() => {})
    }
  })
  const phrase = await createWallet(page)
  expect(await page.evaluate(() => 'isAskedToPersist' in window)).toBe(true)
  const copies = await readCopies(page)
  expect(copies.IndexedDB).toMatch(/^\{"format":"entrepares-vault","version":1,/)
  expect(copies.localStorage).toBe(copies.IndexedDB)
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()

  await page.reload()
  await expectLogin(page)
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByText(/Elige un PIN y una contraseña/)).toBeHidden()
  await logIn(page, ana)
  await expectDashboard(page)

  await chooseInSettings(page, 'Ver frase semilla')
  const dialog = page.getByRole('dialog', { name: 'Ver frase semilla' })
  await fillCredentials(dialog, wrong)
  await button(dialog, 'Ver frase semilla').click()
  await expect(alert(dialog)).toHaveText('Credenciales inválidas.')
  await expect(dialog.getByRole('list')).toBeHidden()

  await password(dialog).fill(ana.password)
  await password(dialog).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(12)
  expect(await wordsIn(dialog)).toBe(phrase)
  await expect(button(dialog, 'Listo')).toBeFocused()
  await button(dialog, 'Listo').click()
  await expect(dialog).toBeHidden()
})
