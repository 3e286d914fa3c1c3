import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { readCopies } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  button,
  chooseInMenu,
  createVisitWallet,
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
} from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ENTER = 'Entrar con huella o llave de este dispositivo'
const offer = (page: Page) => page.getByRole('dialog', { name: 'Entra más rápido' })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Ajustes' })
const passkeySwitch = (page: Page) => settings(page).getByRole('switch', { name: 'Huella o llave' })
const readRecord = (page: Page) => page.evaluate(() => localStorage.getItem('entrepares.passkey'))

/** The dashboard of Ana's wallet, behind the offer. */
async function openWithOffer(page: Page) {
  await openLoginWithVault(page)
  await logIn(page, ana)
  await expect(offer(page)).toBeVisible()
}

/** The dashboard of Ana's wallet with a passkey, set up by the offer after unlocking. */
async function setUpByOffer(page: Page) {
  await openWithOffer(page)
  await button(offer(page), 'Activar').click()
  await expect(offer(page)).toBeHidden()
  await expect(alert(page)).toContainText('ya puedes entrar con tu huella o la llave de este dispositivo')
}

test('it is offered once after unlocking; then it opens the wallet, and PIN and password still do', async ({ page }) => {
  const { credentials } = await addAuthenticator(page)
  await openWithOffer(page)
  await expect(offer(page)).toContainText('Tu PIN y tu contraseña siguen sirviendo siempre.')
  await expectAccessible(page)
  await button(offer(page), 'Activar').click()
  await expect(offer(page)).toBeHidden()
  const [credential] = await credentials()
  expect(credential?.rpId).toBe('localhost')
  expect(credential?.isResidentCredential).toBe(false)

  await lock(page)
  await expect(button(page, ENTER)).toBeVisible()
  await expectAccessible(page)
  await button(page, ENTER).click()
  await expectDashboard(page)
  await lock(page)
  await logIn(page, ana)
  await expectDashboard(page)
  await expect(offer(page)).toBeHidden()
})

test('Ahora no is remembered, and Ajustes turns it on and off by one press', async ({ page }) => {
  await addAuthenticator(page)
  await openWithOffer(page)
  await button(offer(page), 'Ahora no').click()
  await expect(offer(page)).toBeHidden()
  expect(await readRecord(page)).toBeNull()
  await lock(page)
  await expect(digit(page, 1)).toBeFocused()
  await expect(button(page, ENTER)).toBeHidden()
  await logIn(page, ana)
  await expectDashboard(page)

  await chooseInMenu(page, 'Ajustes')
  await expect(passkeySwitch(page)).not.toBeChecked()
  await passkeySwitch(page).click()
  await expect(settings(page).getByRole('status')).toContainText('ya puedes entrar con tu huella')
  await expect(passkeySwitch(page)).toBeChecked()
  await expect(offer(page)).toBeHidden()
  expect(await readRecord(page)).toMatch(/^\{"format":"entrepares-passkey","version":1,/)
  await passkeySwitch(page).click()
  await expect(settings(page).getByRole('status')).toContainText('entras solo con tu PIN y tu contraseña')
  expect(await readRecord(page)).toBeNull()
})

for (const [where, ask, leave] of [
  ['the offer', (page: Page) => button(offer(page), 'Activar').click(), (page: Page) => button(offer(page), 'Ahora no').click()],
  [
    'Ajustes',
    async (page: Page) => {
      await button(offer(page), 'Ahora no').click()
      await chooseInMenu(page, 'Ajustes')
      await passkeySwitch(page).click()
    },
    (page: Page) => button(settings(page), 'Cerrar').click(),
  ],
] as const) {
  test(`whoever closes ${where} while the browser asks has no passkey, whatever the browser answers`, async ({ page }) => {
    await addAuthenticator(page)
    // The answer of the real one, held back until it is let go.
    await page.addInitScript(() => {
      const create = navigator.credentials.create.bind(navigator.credentials)
      navigator.credentials.create = async (options) => {
        const credential = await create(options)
        document.title = 'asked'
        await new Promise((resolve) => addEventListener('answer', resolve))
        return credential
      }
    })
    await openWithOffer(page)
    await ask(page)
    await expect(page).toHaveTitle('asked')
    await leave(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('answer')))
    await chooseInMenu(page, 'Ajustes')
    await expect(passkeySwitch(page)).not.toBeChecked()
    await expect(page.getByText('ya puedes entrar con tu huella')).toBeHidden()
    expect(await readRecord(page)).toBeNull()
  })
}

test('without PRF it is said that it does not work here, and nothing is kept', async ({ page }) => {
  await addAuthenticator(page, { hasPrf: false })
  await openWithOffer(page)
  await button(offer(page), 'Activar').click()
  await expect(alert(offer(page))).toHaveText(/esta huella o llave no sirve para abrir tu billetera/)
  expect(await readRecord(page)).toBeNull()
})

test('a browser that knows no PRF, or no passkeys, does not offer it', async ({ page }) => {
  await addAuthenticator(page)
  await page.addInitScript(() => {
    const { getClientCapabilities } = PublicKeyCredential
    PublicKeyCredential.getClientCapabilities = async () => ({
      ...(await getClientCapabilities.call(PublicKeyCredential)),
      'extension:prf': false,
    })
  })
  await openStoredWallet(page)
  await chooseInMenu(page, 'Ajustes')
  await expect(button(settings(page), 'Cambiar PIN y contraseña')).toBeVisible()
  await expect(button(settings(page), 'Nodos')).toHaveAccessibleDescription(/responde/)
  await expect(passkeySwitch(page)).toBeHidden()
  await expect(offer(page)).toBeHidden()
})

test('a finger that is not recognised: a kind sentence, what was typed stays, and PIN and password open', async ({ page }) => {
  const { verify } = await addAuthenticator(page)
  await setUpByOffer(page)
  await lock(page)
  await verify(false)
  await password(page).fill(ana.password)
  await button(page, ENTER).click()
  await expect(alert(page)).toHaveText(
    'No pudimos comprobar tu huella o llave. Inténtalo otra vez, o entra con tu PIN y tu contraseña.',
  )
  await expect(password(page)).toHaveValue(ana.password)
  expect(await page.evaluate(() => localStorage.getItem('entrepares.throttle'))).toBeNull()
  await logIn(page, ana)
  await expectDashboard(page)
})

test('a damaged record: it is not offered, or does not open, and PIN and password do', async ({ page }) => {
  await addAuthenticator(page)
  await setUpByOffer(page)
  await lock(page)
  const whole = (await readRecord(page)) ?? ''
  const write = (text: string) => page.evaluate((record) => localStorage.setItem('entrepares.passkey', record), text)
  const other = whole.replace(/"wrappedKey":"(.)/, (_, first) => `"wrappedKey":"${first === 'A' ? 'B' : 'A'}`)
  await write(other)
  await page.reload()
  await button(page, ENTER).click()
  await expect(alert(page)).toContainText('Tu huella o llave ya no abre esta billetera.')
  expect(await readRecord(page)).toBe(other)

  await write(whole.slice(0, 40))
  await page.reload()
  await expect(title(page)).toBeVisible()
  await expect(button(page, ENTER)).toBeHidden()
  await logIn(page, ana)
  await expectDashboard(page)
  expect(await readRecord(page)).toBe(whole.slice(0, 40))
})

test('many failed attempts make PIN and password wait, and not the passkey', async ({ page }) => {
  await addAuthenticator(page)
  await setUpByOffer(page)
  await lock(page)
  await page.evaluate(() => localStorage.setItem('entrepares.throttle', JSON.stringify({ count: 9, at: Date.now() })))
  await page.reload()
  await expect(alert(page)).toContainText('antes de volver a intentarlo')
  await button(page, ENTER).click()
  await expectDashboard(page)
})

test('one that was removed in another tab does not open the locked one: it is said, and PIN and password do', async ({
  page,
  context,
}) => {
  await addAuthenticator(page)
  await setUpByOffer(page)
  await lock(page)
  await expect(button(page, ENTER)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await chooseInMenu(other, 'Ajustes')
  await passkeySwitch(other).click()
  await expect(settings(other).getByRole('status')).toContainText('entras solo con tu PIN y tu contraseña')

  await button(page, ENTER).click()
  await expect(alert(page)).toContainText('Tu huella o llave ya no abre esta billetera.')
  expect(await readRecord(page)).toBeNull()
  await logIn(page, ana)
  await expectDashboard(page)
})

test('after a change of PIN and password it is said that the passkey still opens, and it does', async ({ page }) => {
  await addAuthenticator(page)
  await setUpByOffer(page)
  await chooseInMenu(page, 'Ajustes')
  await button(settings(page), 'Cambiar PIN y contraseña').click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar PIN y contraseña' })
  await fillChange(page, ana, luis)
  await button(dialog, 'Cambiar').click()
  await expect(dialog).toContainText('Tu huella o llave sigue abriendo la billetera.')
  await button(dialog, 'Listo').click()
  await button(settings(page), 'Cerrar').click()
  await lock(page)
  await button(page, ENTER).click()
  await expectDashboard(page)
})

test('Olvidar este dispositivo removes it', async ({ page }) => {
  await addAuthenticator(page)
  await setUpByOffer(page)
  await chooseInMenu(page, 'Olvidar este dispositivo')
  await button(page.getByRole('dialog'), 'Sí, olvidar').click()
  await button(page.getByRole('dialog'), 'Olvidar este dispositivo').click()
  await expectLogin(page)
  expect(await readRecord(page)).toBeNull()
  await expect(button(page, ENTER)).toBeHidden()
})

test('another wallet that is kept in its place makes it void and removes it', async ({ page }) => {
  await addAuthenticator(page)
  await setUpByOffer(page)
  await lock(page)
  await createVisitWallet(page)
  await button(page, 'Guardar en este dispositivo').click()
  await fillCredentials(page.getByRole('dialog'), luis)
  await button(page.getByRole('dialog'), 'Guardar').click()
  await button(page.getByRole('dialog', { name: '¿Reemplazar la billetera guardada?' }), 'Reemplazar').click()
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()
  expect(await readRecord(page)).toBeNull()
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

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Acceso seguro' })
