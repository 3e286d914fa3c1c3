/** @module-tag long */
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { anasVault, holdVault, NO_COPIES, readCopies, storeVault } from '../../../testing/device.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import { button, chooseInSettings, dialog } from '../../../testing/screen.ts'
import { expectGone, expectLogin, goBack, settings } from '../../../testing/vaultSteps.ts'
import { beginWorld } from '../../../testing/world.ts'

const first = () => dialog('¿Olvidar este dispositivo?')
const second = () => dialog('¿Tienes tu frase semilla o tu copia a mano?')

beforeEach(async () => {
  await beginWorld()
  await storeVault()
  await openDashboard(anasVault.phrase, { isKept: true })
})

test('Olvidar este dispositivo asks twice, then deletes both copies', async () => {
  const before = await readCopies()

  await chooseInSettings('Olvidar este dispositivo')
  await button('Cancelar', first()).click()
  await expectGone(first())

  await button('Olvidar este dispositivo', settings()).click()
  await button('Sí, olvidar', first()).dblClick()
  await expectGone(first())
  // The second press was on 'Cancelar', which took the place of the button.
  await expectGone(second())
  expect(await readCopies()).toEqual(before)

  await button('Olvidar este dispositivo', settings()).click()
  await button('Sí, olvidar', first()).click()
  await expect.element(second()).toBeVisible()
  expect(await readCopies()).toEqual(before)
  await button('Olvidar este dispositivo', second()).click()

  await expectLogin()
  await expect.element(page.getByText(/Elige un PIN y una contraseña/)).toBeVisible()
  expect(await readCopies()).toEqual(NO_COPIES)
})

test('a device that is being forgotten cannot be called off half-way', async () => {
  await chooseInSettings('Olvidar este dispositivo')
  await button('Sí, olvidar', dialog()).click()
  const release = await holdVault()
  await button('Olvidar este dispositivo', dialog()).click()
  await expect.element(button('Cancelar', dialog())).toBeDisabled()
  await button('Cerrar', dialog()).click()
  await userEvent.keyboard('{Escape}')
  await goBack()
  await expect.element(dialog()).toBeVisible()
  release()
  await expectLogin()
  expect(await readCopies()).toEqual(NO_COPIES)
})
