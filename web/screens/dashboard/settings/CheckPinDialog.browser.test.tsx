// 'Comprueba tu PIN': a slip of the finger is caught while the wallet is still open.
import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { confirmPhraseSaved, expectDashboard, passQuiz, readPhrase } from '../../../testing/access.ts'
import { ana, luis, readCopies } from '../../../testing/device.ts'
import { openApp } from '../../../testing/mount.tsx'
import { alert, button, dialog, fillCredentials, section } from '../../../testing/screen.ts'
import { expectAlert, expectGone, lock, logIn, openStoredWallet } from '../../../testing/vaultSteps.ts'
import { beginWorld } from '../../../testing/world.ts'
import { provenChannel } from '../../../wallet/device/tabChannel.ts'

const steps = () => section('Cuatro pasos para empezar')
const checking = () => dialog('Comprueba tu PIN')
const choosing = () => dialog('Elige otro PIN y otra contraseña')

beforeEach(async () => {
  await beginWorld()
})

test('who mistyped the PIN finds out at once, chooses another, and is asked for that one too', { tags: 'long' }, async () => {
  await createWallet({ ...ana, pin: '314158' })
  await button('Probar', steps()).click()
  await fillCredentials(ana, checking())
  await button('Comprobar', checking()).click()
  await expectAlert('No son los que elegiste. Prueba otra vez o elige otros.', checking())

  const before = await readCopies()
  await button('Elegir otros', checking()).click()
  await fillCredentials(luis, choosing())
  await button('Guardar', choosing()).click()
  await expect.element(checking()).toHaveTextContent('Guardados. Escríbelos una vez más para comprobarlos.')
  expect(await readCopies()).not.toEqual(before)
  await fillCredentials(luis, checking())
  await button('Comprobar', checking()).click()
  await expectGone(checking())
  await expect.element(alert()).toHaveTextContent('Son correctos: con ellos entrarás la próxima vez.')
  await expect.element(steps().getByText('Listo')).toBeVisible()
  await expectGone(button('Probar', steps()))

  await lock()
  await logIn(luis)
  await expectDashboard()
})

test('typed in another tab they are known, and nobody chooses others in this one', { tags: 'long' }, async () => {
  const phrase = await createWallet(ana)
  provenChannel.post(mnemonicToAccount(phrase).address)
  await expectGone(button('Probar', steps()))
  await expect.element(steps().getByText('Listo')).toBeVisible()
})

test('whoever came in with PIN and password is not asked for them again', async () => {
  await openStoredWallet()
  await expect.element(section('Tres pasos para empezar')).toBeVisible()
  await expectGone(button('Probar'))
})

/** A new wallet, kept under this PIN and password. */
async function createWallet(credentials: typeof ana) {
  openApp('/login')
  await logIn(credentials)
  const phrase = await readPhrase()
  await confirmPhraseSaved()
  await passQuiz(phrase)
  await expectDashboard()
  return phrase
}
