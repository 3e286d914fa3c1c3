/** @module-tag long */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectDashboard, openLoginWithVault } from '../testing/access.ts'
import { addAuthenticator, removeAuthenticators } from '../testing/authenticator.ts'
import { ana, luis } from '../testing/device.ts'
import { reload } from '../testing/mount.tsx'
import { alert, button, dialog, digit, password } from '../testing/screen.ts'
import {
  expectAlert,
  expectGone,
  expectLogin,
  fillChange,
  lock,
  logIn,
  openSettings,
  openStoredWallet,
  settings,
} from '../testing/vaultSteps.ts'
import { beginWorld } from '../testing/world.ts'

const ENTER = 'Entrar con huella o llave de este dispositivo'
const RECORD = 'entrepares.passkey'
const offer = () => dialog('Entra más rápido')
const passkeySwitch = () => settings().getByRole('switch', { name: 'Huella o llave' })

beforeEach(async () => {
  await beginWorld()
})
afterEach(removeAuthenticators)

test('Ahora no is remembered, and Ajustes turns it on and off by one press', async () => {
  await addAuthenticator()
  await openWithOffer()
  await button('Ahora no', offer()).click()
  await expectGone(offer())
  expect(localStorage.getItem(RECORD)).toBeNull()
  await lock()
  await expect.element(digit(1)).toHaveFocus()
  await expectGone(button(ENTER))
  await logIn(ana)
  await expectDashboard()

  await openSettings()
  await expect.element(passkeySwitch()).not.toBeChecked()
  await passkeySwitch().click()
  await expect.element(settings().getByRole('status')).toHaveTextContent('ya puedes entrar con tu huella')
  await expect.element(passkeySwitch()).toBeChecked()
  await expectGone(offer())
  expect(localStorage.getItem(RECORD)).toMatch(/^\{"format":"entrepares-passkey","version":1,/)
  await passkeySwitch().click()
  await expect.element(settings().getByRole('status')).toHaveTextContent('entras solo con tu PIN y tu contraseña')
  expect(localStorage.getItem(RECORD)).toBeNull()
})

test.each([
  ['the offer', () => button('Activar', offer()).click(), () => button('Ahora no', offer()).click()],
  [
    'Ajustes',
    async () => {
      await button('Ahora no', offer()).click()
      await openSettings()
      await passkeySwitch().click()
    },
    () => button('Cerrar', settings()).click(),
  ],
] as const)('whoever closes %s while the browser asks has no passkey, whatever the browser answers', async (_, ask, leave) => {
  await addAuthenticator()
  // The answer of the real one, held back until it is let go.
  const create = navigator.credentials.create.bind(navigator.credentials)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked = vi.fn()
  vi.spyOn(navigator.credentials, 'create').mockImplementation(async (options) => {
    const credential = await create(options)
    asked()
    await answered
    return credential
  })
  await openWithOffer()
  await ask()
  await expect.poll(() => asked).toHaveBeenCalled()
  await leave()
  await expectGone(dialog())
  answer()
  await openSettings()
  await expect.element(passkeySwitch()).not.toBeChecked()
  expect(document.body.textContent).not.toContain('ya puedes entrar con tu huella')
  expect(localStorage.getItem(RECORD)).toBeNull()
})

test('without PRF it is said that it does not work here, and nothing is kept', async () => {
  await addAuthenticator({ hasPrf: false })
  await openWithOffer()
  await button('Activar', offer()).click()
  await expectAlert(/esta huella o llave no sirve para abrir tu billetera/, offer())
  expect(localStorage.getItem(RECORD)).toBeNull()
})

test('a browser that knows no PRF, or no passkeys, does not offer it', async () => {
  await addAuthenticator()
  const { getClientCapabilities } = PublicKeyCredential
  vi.spyOn(PublicKeyCredential, 'getClientCapabilities').mockImplementation(async () => ({
    ...(await getClientCapabilities.call(PublicKeyCredential)),
    'extension:prf': false,
  }))
  await openStoredWallet()
  await openSettings()
  await expect.element(button('Cambiar PIN y contraseña', settings())).toBeVisible()
  await expect.element(button('Nodos', settings())).toHaveAccessibleDescription(/responde/)
  await expectGone(passkeySwitch())
  await expectGone(offer())
})

test('a finger that is not recognised: a kind sentence, what was typed stays, and PIN and password open', {
  tags: 'long',
}, async () => {
  const { verify } = await addAuthenticator()
  await setUpByOffer()
  await lock()
  await verify(false)
  await password().fill(ana.password)
  await button(ENTER).click()
  await expectAlert('No pudimos comprobar tu huella o llave. Inténtalo otra vez, o entra con tu PIN y tu contraseña.')
  await expect.element(password()).toHaveValue(ana.password)
  expect(localStorage.getItem('entrepares.throttle')).toBeNull()
  await logIn(ana)
  await expectDashboard()
})

test('a damaged record: it is not offered, or does not open, and PIN and password do', async () => {
  await addAuthenticator()
  await setUpByOffer()
  await lock()
  const whole = localStorage.getItem(RECORD) ?? ''
  const other = whole.replace(/"wrappedKey":"(.)/, (_, first) => `"wrappedKey":"${first === 'A' ? 'B' : 'A'}`)
  expect(other).not.toBe(whole)
  localStorage.setItem(RECORD, other)
  reload()
  await button(ENTER).click()
  await expectAlert(/Tu huella o llave ya no abre esta billetera\./)
  expect(localStorage.getItem(RECORD)).toBe(other)

  localStorage.setItem(RECORD, whole.slice(0, 40))
  reload()
  await expectLogin()
  await expectGone(button(ENTER))
  await logIn(ana)
  await expectDashboard()
  expect(localStorage.getItem(RECORD)).toBe(whole.slice(0, 40))
})

test('many failed attempts make PIN and password wait, and not the passkey', async () => {
  await addAuthenticator()
  await setUpByOffer()
  await lock()
  localStorage.setItem('entrepares.throttle', JSON.stringify({ count: 9, at: Date.now() }))
  reload()
  await expectAlert(/antes de volver a intentarlo/)
  await button(ENTER).click()
  await expectDashboard()
})

test('one that was removed in another tab does not open the locked one: it is said, and PIN and password do', {
  tags: 'long',
}, async () => {
  await addAuthenticator()
  await setUpByOffer()
  await lock()
  await expect.element(button(ENTER)).toBeVisible()
  localStorage.removeItem(RECORD)

  await button(ENTER).click()
  await expectAlert(/Tu huella o llave ya no abre esta billetera\./)
  expect(localStorage.getItem(RECORD)).toBeNull()
  await logIn(ana)
  await expectDashboard()
})

test('after a change of PIN and password it is said that the passkey still opens, and it does', async () => {
  await addAuthenticator()
  await setUpByOffer()
  await openSettings()
  await button('Cambiar PIN y contraseña', settings()).click()
  const changing = dialog('Cambiar PIN y contraseña')
  await fillChange(ana, luis)
  await button('Cambiar', changing).click()
  await expect.element(changing).toHaveTextContent('Tu huella o llave sigue abriendo la billetera.')
  await button('Listo', changing).click()
  await button('Cerrar', settings()).click()
  await lock()
  await button(ENTER).click()
  await expectDashboard()
})

/** The dashboard of Ana's wallet, behind the offer. */
async function openWithOffer() {
  await openLoginWithVault()
  await logIn(ana)
  await expect.element(offer()).toBeVisible()
}

/** The dashboard of Ana's wallet with a passkey, set up by the offer after unlocking. */
async function setUpByOffer() {
  await openWithOffer()
  await button('Activar', offer()).click()
  await expectGone(offer())
  await expect.element(alert()).toHaveTextContent('ya puedes entrar con tu huella o la llave de este dispositivo')
}
