/** @module-tag long */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { expectDashboard, openLoginWithVault } from '../testing/access.ts'
import { addAuthenticator, removeAuthenticators } from '../testing/authenticator.ts'
import { ana, luis } from '../testing/device.ts'
import { reload } from '../testing/mount.tsx'
import { alert, button, dialog, digit, fillCredentials, password } from '../testing/screen.ts'
import {
  expectAlert,
  expectGone,
  expectLogin,
  fillChange,
  goBack,
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
const changing = () => dialog('Cambiar PIN o contraseña')
const turningOn = () => dialog('Huella o llave')
const passkeySwitch = () => settings().getByRole('switch', { name: 'Huella o llave' })

beforeEach(async () => {
  await beginWorld()
})
afterEach(removeAuthenticators)

test('Ahora no is remembered, and Ajustes turns it on after PIN and password, and off by one press', async () => {
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
  await goBack()
  await expect.element(passkeySwitch()).not.toBeChecked()
  await passkeySwitch().click()
  await setUpIn(turningOn())
  await expect.element(settings().getByRole('status')).toHaveTextContent('ya puedes entrar con tu huella')
  await expect.element(passkeySwitch()).toBeChecked()
  await expectGone(offer())
  expect(localStorage.getItem(RECORD)).toMatch(/^\{"format":"entrepares-passkey","version":1,/)
  await passkeySwitch().click()
  await expect.element(settings().getByRole('status')).toHaveTextContent('entras solo con tu PIN y tu contraseña')
  expect(localStorage.getItem(RECORD)).toBeNull()
})

test.each([
  ['the offer', () => setUpIn(offer()), () => button('Ahora no', offer()).click()],
  [
    'Ajustes',
    async () => {
      await button('Ahora no', offer()).click()
      await openSettings()
      await passkeySwitch().click()
      await setUpIn(turningOn())
    },
    async () => {
      await button('Cerrar', turningOn()).click()
      await button('Cerrar', settings()).click()
    },
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

test('nothing is enrolled before PIN and password are right, and wrong ones are failed attempts', async () => {
  await addAuthenticator()
  await openWithOffer()
  const create = vi.spyOn(navigator.credentials, 'create')
  await button('Activar', offer()).click()
  await expectAlert('El PIN debe tener 6 dígitos.', offer())
  await fillCredentials(luis, offer())
  for (let failure = 1; failure <= 5; failure++) {
    await button('Activar', offer()).click()
    await expect.poll(() => JSON.parse(localStorage.getItem('entrepares.throttle') ?? '{}').count).toBe(failure)
    await expectAlert(/^Credenciales inválidas\./, offer())
  }
  await expectAlert(/Espera \d+ segundos antes de volver a intentarlo\.$/, offer())
  await setUpIn(offer())
  await expectAlert(/^\s*Espera \d+ segundos/, offer())
  expect(create).not.toHaveBeenCalled()
  expect(localStorage.getItem(RECORD)).toBeNull()
})

test('a device without an authenticator of its own: it is said in Ajustes, and nothing offers what would fail', async () => {
  await openStoredWallet()
  await openSettings()
  await expect
    .element(settings())
    .toHaveTextContent('Este dispositivo no tiene huella ni llave que este navegador pueda usar aquí.')
  await expectGone(passkeySwitch())
  await expectGone(offer())
})

test('without PRF it is said that it does not work here, and nothing is kept', async () => {
  await addAuthenticator({ hasPrf: false })
  await openWithOffer()
  await setUpIn(offer())
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
  await expect.element(button('Cambiar PIN o contraseña', settings())).toBeVisible()
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

test('a change of PIN and password removes the passkey unless one asks to keep it, and Ajustes knows', async () => {
  await addAuthenticator()
  await setUpByOffer()
  await openSettings()
  await button('Cambiar PIN o contraseña', settings()).click()
  const choice = changing().getByRole('radiogroup', { name: '¿Qué hacemos con tu huella o llave?' })
  await expect.element(choice.getByRole('radio', { name: 'Quitarla' })).toBeChecked()
  await expect
    .element(choice.getByRole('radio', { name: 'Dejarla' }))
    .toHaveAccessibleDescription('Quien pueda desbloquear este dispositivo podrá seguir abriendo la billetera.')
  await fillChange(ana, luis)
  await button('Cambiar', changing()).click()
  await expect.element(changing()).toHaveTextContent('Tu huella o llave ya no abre la billetera.')
  expect(localStorage.getItem(RECORD)).toBeNull()
  await button('Listo', changing()).click()
  await expect.element(passkeySwitch()).not.toBeChecked()
  await button('Cerrar', settings()).click()
  await lock()
  await expect.element(digit(1)).toHaveFocus()
  await expectGone(button(ENTER))
  await logIn(luis)
  await expectDashboard()
})

test('whoever asks to keep it at a change of PIN and password is told that it still opens, and it does', {
  tags: 'long',
}, async () => {
  await addAuthenticator()
  await setUpByOffer()
  await openSettings()
  await button('Cambiar PIN o contraseña', settings()).click()
  await changing().getByRole('radio', { name: 'Dejarla' }).click()
  await fillChange(ana, luis)
  await button('Cambiar', changing()).click()
  await expect.element(changing()).toHaveTextContent('Tu huella o llave sigue abriendo la billetera.')
  await button('Listo', changing()).click()
  await expect.element(passkeySwitch()).toBeChecked()
  await button('Cerrar', settings()).click()
  await lock()
  await button(ENTER).click()
  await expectDashboard()
})

/** Fills in PIN and password, and turns it on. */
async function setUpIn(scope: Locator) {
  await fillCredentials(ana, scope)
  await button('Activar', scope).click()
}

/** The dashboard of Ana's wallet, behind the offer. */
async function openWithOffer() {
  await openLoginWithVault()
  await logIn(ana)
  await expect.element(offer()).toBeVisible()
}

/** The dashboard of Ana's wallet with a passkey, set up by the offer after unlocking. */
async function setUpByOffer() {
  await openWithOffer()
  await setUpIn(offer())
  await expectGone(offer())
  await expect.element(alert()).toHaveTextContent('ya puedes entrar con tu huella o la llave de este dispositivo')
}
