import type { Page } from '@playwright/test'
import { addAuthenticator } from '../support/authenticator.ts'
import { readCopies } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  ana,
  button,
  chooseInMenu,
  digit,
  expectDashboard,
  fillCredentials,
  lock,
  logIn,
  openLoginWithVault,
} from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ENTER = 'Entrar con huella o llave de este dispositivo'
const offer = (page: Page) => page.getByRole('dialog', { name: 'Entra más rápido' })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Ajustes' })

/** The dashboard of Ana's wallet, behind the offer. */
async function openWithOffer(page: Page) {
  await openLoginWithVault(page)
  await logIn(page, ana)
  await expect(offer(page)).toBeVisible()
}

test('it is offered once after unlocking; then it opens the wallet, and PIN and password still do', async ({ page }) => {
  const { credentials } = await addAuthenticator(page)
  await openWithOffer(page)
  await expect(offer(page)).toContainText('escribe tu PIN y tu contraseña. Siguen sirviendo siempre.')
  await fillCredentials(offer(page), ana)
  await button(offer(page), 'Activar').click()
  await expect(offer(page)).toBeHidden()
  const [credential] = await credentials()
  expect(credential?.rpId).toBe('localhost')
  expect(credential?.isResidentCredential).toBe(false)

  await lock(page)
  await expect(button(page, ENTER)).toBeVisible()
  await button(page, ENTER).click()
  await expectDashboard(page)
  await lock(page)
  await logIn(page, ana)
  await expectDashboard(page)
  await expect(offer(page)).toBeHidden()
})

test('no device that could do it: nothing is offered, and /login fetches nothing of it', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await openLoginWithVault(page)
  await expect(digit(page, 1)).toBeFocused()
  expect((await readCopies(page)).localStorage).not.toBeNull()
  await logIn(page, ana)
  await expectDashboard(page)
  await chooseInMenu(page, 'Ajustes')
  await expect(settings(page)).toBeVisible()
  await expect(offer(page)).toBeHidden()
  expect(fetched.filter((url) => /PasskeyEntry/.test(url))).toEqual([])
})
