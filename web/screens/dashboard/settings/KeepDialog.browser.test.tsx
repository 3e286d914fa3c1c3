/** @module-tag long */

import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TEST_PHRASE } from '../../../../devchain/people.ts'
import { expectDashboard, openLoginWithVault } from '../../../testing/access.ts'
import { ana, anasVault, holdVault, luis, NO_COPIES, readCopies, storeVault } from '../../../testing/device.ts'
import { openDashboard, reload } from '../../../testing/mount.tsx'
import { alert, button, chooseInSettings, dialog, digit, fillCredentials } from '../../../testing/screen.ts'
import {
  createVisitWallet,
  expectAlert,
  expectGone,
  forThisVisit,
  goBack,
  lock,
  logIn,
  wordsIn,
} from '../../../testing/vaultSteps.ts'
import { beginWorld } from '../../../testing/world.ts'

const keeping = () => dialog('Guardar en este dispositivo')
const question = () => dialog('¿Reemplazar la billetera guardada?')

beforeEach(async () => {
  await beginWorld()
})

test('a wallet of this visit says so, and can be kept, once the browser keeps anything', async () => {
  const phrase = await createVisitWallet()
  await expect.element(page.getByRole('note').filter({ hasText: 'Esta billetera es solo para esta visita.' })).toBeVisible()
  expect(await readCopies()).toEqual(NO_COPIES)
  await button('Más opciones').click()
  await expect.element(page.getByRole('menuitem', { name: 'Ajustes' })).toBeVisible()
  await expectGone(page.getByRole('menuitem', { name: 'Olvidar este dispositivo' }))
  await userEvent.keyboard('{Escape}')

  await button('Guardar en este dispositivo').click()
  await button('Guardar', keeping()).click()
  await expectAlert('El PIN debe tener 6 dígitos.', keeping())
  await fillCredentials(luis, keeping())
  for (const [sentence, fault] of [
    [/No queda espacio.*dura solo esta visita/, localStorageIsFull],
    [/no permite guardar datos.*dura solo esta visita/, databaseRefuses],
  ] as const) {
    const heal = fault()
    await button('Guardar', keeping()).click()
    await expectAlert(sentence, keeping())
    heal()
    expect(await readCopies()).toEqual(NO_COPIES)
  }
  await button('Guardar', keeping()).click()
  await expectGone(keeping())
  await expectAlert(/Tu billetera quedó guardada en este dispositivo\./)
  await expectGone(forThisVisit())

  reload()
  await logIn(luis)
  await expectDashboard()
  await chooseInSettings('Ver frase semilla')
  await expect.element(dialog().getByRole('note')).toHaveTextContent('Quien tenga estas palabras tiene tu dinero.')
  await fillCredentials(luis, dialog())
  await button('Ver frase semilla', dialog()).click()
  await expect.poll(() => dialog().getByRole('listitem').elements().length).toBe(12)
  expect(await wordsIn(dialog())).toBe(phrase)
})

test('another vault is replaced only after a second question, and does not open what another tab has open', async () => {
  await storeVault()
  const before = await readCopies()
  await openDashboard(TEST_PHRASE)
  await keepAs(luis)
  await expect.element(button('Seguir sin guardar', question())).toHaveFocus()
  await button('Seguir sin guardar', question()).click()
  await expectGone(question())
  expect(await readCopies()).toEqual(before)

  await keepAs(luis)
  await button('Reemplazar', question()).click()
  await expectGone(question())
  await expectGone(forThisVisit())
  const replaced = await readCopies()
  expect(replaced).not.toEqual(before)
  await lock()
  await logIn(ana)
  await expectAlert('Credenciales inválidas.')
  await logIn(luis)
  await expectDashboard()

  // The PIN and password of the vault that is stored now must not reveal the phrase of a wallet that is open in another tab.
  await openDashboard(anasVault.phrase, { isKept: true })
  await chooseInSettings('Ver frase semilla')
  await fillCredentials(luis, dialog('Ver frase semilla'))
  await button('Ver frase semilla', dialog('Ver frase semilla')).click()
  await expectAlert('Credenciales inválidas.', dialog('Ver frase semilla'))
  expect(dialog().getByRole('listitem').elements()).toHaveLength(0)
  expect(await readCopies()).toEqual(replaced)
})

test('restoring the wallet that is kept here and keeping it with its PIN and password replaces nothing', async () => {
  await storeVault()
  const before = await readCopies()
  await openDashboard(anasVault.phrase)
  await button('Guardar en este dispositivo').click()
  await expect.element(digit(1, keeping())).toHaveFocus()
  await fillCredentials(luis, keeping())
  await button('Guardar', keeping()).click()
  await expect.element(question()).toHaveTextContent('Ya hay una billetera guardada aquí. Si es esta misma, reemplázala')
  await button('Seguir sin guardar', question()).click()

  await keepAs(ana)
  await expectGone(keeping())
  await expectAlert(/Esta misma billetera ya estaba guardada en este dispositivo/)
  await expectGone(forThisVisit())
  expect(await readCopies()).toEqual(before)
})

test('keeping a wallet in the place of another cannot be called off half-way', async () => {
  await openLoginWithVault()
  await openDashboard(TEST_PHRASE)
  await keepAs(luis)
  await expect.element(question()).toBeVisible()
  const release = await holdVault()
  await button('Reemplazar', question()).click()
  await expect.element(button('Seguir sin guardar', question())).toBeDisabled()
  await button('Cerrar', question()).click()
  await userEvent.keyboard('{Escape}')
  await goBack()
  await expect.element(question()).toBeVisible()
  release()
  await expectGone(question())
  await expectGone(forThisVisit())
  await expect.element(alert()).toBeVisible()
})

async function keepAs(credentials: typeof ana) {
  await button('Guardar en este dispositivo').click()
  await fillCredentials(credentials, keeping())
  await button('Guardar', keeping()).click()
}

/** Returns the function that undoes it. */
function localStorageIsFull() {
  const fault = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  return () => fault.mockRestore()
}

/** Returns the function that undoes it. */
function databaseRefuses() {
  const fault = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  return () => fault.mockRestore()
}
