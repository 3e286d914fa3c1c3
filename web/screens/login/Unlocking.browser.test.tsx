// /login in a browser that stores a vault.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TEST_PHRASE } from '../../../devchain/people.ts'
import { confirmPhraseSaved, expectDashboard, openLoginWithVault, passQuiz } from '../../testing/access.ts'
import { ana, damageCopies, luis, readCopies } from '../../testing/device.ts'
import { reload } from '../../testing/mount.tsx'
import { alert, button, dialog, digit, fillCredentials, header, password, title } from '../../testing/screen.ts'
import {
  createVisitWallet,
  expectAlert,
  expectGone,
  expectLogin,
  forThisVisit,
  lock,
  logIn,
  openStoredWallet,
} from '../../testing/vaultSteps.ts'
import { beginWorld } from '../../testing/world.ts'

const wrong = { ...ana, password: 'otra cosa' }

beforeEach(async () => {
  await beginWorld()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('L11 a wrong password or PIN: Credenciales inválidas., and nothing typed is lost', { tags: 'long' }, async () => {
  await openLoginWithVault()
  await fillCredentials(wrong)
  await fail(1)
  await expectAlert('Credenciales inválidas.')
  await expect.element(password()).toHaveValue(wrong.password)
  await expect.element(digit(6)).toHaveValue(ana.pin.slice(-1))
  await expect.element(button('Acceder')).toBeEnabled()

  await password().fill(ana.password)
  await digit(6).click()
  await userEvent.keyboard('0')
  await fail(2)
  await expectAlert('Credenciales inválidas.')

  await digit(6).click()
  await userEvent.keyboard(ana.pin.slice(-1))
  await button('Acceder').click()
  await expectDashboard()
})

test('four failures are free; then each makes the next attempt wait, in words, over reloads, and a success resets', {
  tags: 'long',
}, async () => {
  const start = Date.now()
  const wait = (time: string) => `Espera ${time} antes de volver a intentarlo.`
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  await openLoginWithVault()
  await fillCredentials(wrong)
  for (let failure = 1; failure <= 4; failure++) {
    await fail(failure)
    await expectAlert('Credenciales inválidas.')
  }
  await fail(5)
  await expectAlert(`Credenciales inválidas. ${wait('30 segundos')}`)
  vi.setSystemTime(start + 12_000)
  await expectAlert(`Credenciales inválidas. ${wait('18 segundos')}`)

  reload()
  await expectAlert(wait('18 segundos'))
  await fillCredentials(ana)
  await fail(5)
  await expectAlert(wait('18 segundos'))
  vi.setSystemTime(start + 29_500)
  await expectAlert(wait('1 segundo'))
  vi.setSystemTime(start + 30_000)
  await expectGone(alert())

  await password().fill(wrong.password)
  await fail(6)
  await expectAlert(`Credenciales inválidas. ${wait('1 minuto')}`)
  vi.setSystemTime(start + 90_000)
  await expectAlert('Credenciales inválidas.')
  await password().fill(ana.password)
  await button('Acceder').click()
  await expectDashboard()

  await lock()
  await fillCredentials(wrong)
  await fail(1)
  await expectAlert('Credenciales inválidas.')
})

test('Restaurar con frase semilla leads to the import and leaves the vault alone until told otherwise', {
  tags: 'long',
}, async () => {
  await openLoginWithVault()
  const before = await readCopies()
  await button('Restaurar con frase semilla').click()
  await expect.element(title('Ya tengo una frase semilla')).toBeVisible()
  await button('Volver').click()
  await expectLogin()

  await button('Restaurar con frase semilla').click()
  await page.getByRole('textbox', { name: 'Frase semilla' }).fill(TEST_PHRASE)
  await button('Restaurar billetera').click()
  await confirmPhraseSaved()
  await passQuiz(TEST_PHRASE)
  await expectDashboard()
  await expect.element(header()).toHaveTextContent('0xf39F…2266')
  expect(await readCopies()).toEqual(before)
})

test('two damaged copies: the page says so, offers to restore, and overwrites nothing', { tags: 'long' }, async () => {
  await openLoginWithVault()
  const damaged = await damageCopies()
  const sentence = 'La billetera de este dispositivo está dañada. Restáurala con tu frase semilla.'

  reload()
  await expectAlert(sentence)
  await logIn(ana)
  await expectAlert(sentence)
  await expectLogin()
  await expect.element(button('Restaurar con frase semilla')).toBeVisible()

  await createVisitWallet()
  await button('Guardar en este dispositivo').click()
  await fillCredentials(luis, dialog())
  await button('Guardar', dialog()).click()
  await expect.element(dialog('¿Reemplazar la billetera guardada?')).toBeVisible()
  expect(await readCopies()).toEqual(damaged)
})

test('a wallet that was kept opens without workers and without locks between tabs', async () => {
  vi.stubGlobal('Worker', undefined)
  vi.spyOn(Navigator.prototype, 'locks', 'get').mockReturnValue(undefined as unknown as LockManager)
  await openStoredWallet()
  await expectGone(forThisVisit())
})

/** Clicks 'Acceder' and waits until the failure is counted and the button is back. */
async function fail(count: number) {
  await button('Acceder').click()
  await expect.poll(() => JSON.parse(localStorage.getItem('entrepares.throttle') ?? '{}').count).toBe(count)
  await expect.element(button('Acceder')).toBeVisible()
}
