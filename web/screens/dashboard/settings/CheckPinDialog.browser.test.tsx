// 'Comprueba tu PIN': a slip of the finger is caught while the wallet is still open.
import { beforeEach, expect, test } from 'vitest'
import { confirmPhraseSaved, expectDashboard, passQuiz, readPhrase } from '../../../testing/access.ts'
import { ana } from '../../../testing/device.ts'
import { openApp } from '../../../testing/mount.tsx'
import { alert, button, dialog, fillCredentials, section } from '../../../testing/screen.ts'
import { expectAlert, expectGone, logIn, openStoredWallet } from '../../../testing/vaultSteps.ts'
import { beginWorld } from '../../../testing/world.ts'

const steps = () => section('Cuatro pasos para empezar')
const checking = () => dialog('Comprueba tu PIN')

beforeEach(async () => {
  await beginWorld()
})

test('finds a mistyped PIN while the wallet is open, and is done once it is right', { tags: 'long' }, async () => {
  await createWallet({ ...ana, pin: '314158' })
  await expect.element(steps()).toHaveAccessibleName('Cuatro pasos para empezar')
  await button('Probar', steps()).click()
  await fillCredentials(ana, checking())
  await button('Comprobar', checking()).click()
  await expectAlert(
    'No son los que elegiste. Prueba otra vez. Si no los recuerdas, bloquea y restaura la billetera con tu frase semilla.',
    checking(),
  )
  await fillCredentials({ ...ana, pin: '314158' }, checking())
  await button('Comprobar', checking()).click()
  await expectGone(checking())
  await expect.element(alert()).toHaveTextContent('Son correctos: con ellos entrarás la próxima vez.')
  await expectGone(button('Probar'))
  await expect.element(section('Tres pasos para empezar')).toBeVisible()
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
}
