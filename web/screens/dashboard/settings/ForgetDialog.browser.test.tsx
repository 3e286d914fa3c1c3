/** @module-tag long */
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TEST_PHRASE } from '../../../../devchain/people.ts'
import { ana, holdVault, luis, NO_COPIES, readCopies, storeVault } from '../../../testing/device.ts'
import { button, chooseInSettings, dialog, fillCredentials } from '../../../testing/screen.ts'
import { expectAlert, expectGone, expectLogin, goBack, openStoredWallet, settings } from '../../../testing/vaultSteps.ts'
import { beginWorld } from '../../../testing/world.ts'
import { sealVault } from '../../../wallet/vault/vault.ts'

const asking = () => dialog('¿Olvidar este dispositivo?')
const submit = () => button('Olvidar este dispositivo', asking())

beforeEach(async () => {
  await beginWorld()
  await openStoredWallet()
  await chooseInSettings('Olvidar este dispositivo')
})

test('deletes both copies after PIN and password, and nothing before', async () => {
  const before = await readCopies()
  await button('Cancelar', asking()).click()
  await expectGone(asking())

  await button('Olvidar este dispositivo', settings()).click()
  await fillCredentials({ ...ana, pin: '000000' }, asking())
  await submit().click()
  await expectAlert('Credenciales inválidas.', asking())
  expect(await readCopies()).toEqual(before)

  await fillCredentials(ana, asking())
  await submit().click()
  await expectLogin()
  await expect.element(page.getByText(/Elige un PIN y una contraseña/)).toBeVisible()
  expect(await readCopies()).toEqual(NO_COPIES)
})

test('a device that is being forgotten cannot be called off half-way', async () => {
  await fillCredentials(ana, asking())
  const release = await holdVault()
  await submit().click()
  await expect.element(button('Cancelar', asking())).toBeDisabled()
  await button('Cerrar', asking()).click()
  await userEvent.keyboard('{Escape}')
  await goBack()
  await expect.element(asking()).toBeVisible()
  release()
  await expectLogin()
  expect(await readCopies()).toEqual(NO_COPIES)
})

test('deletes nothing of a wallet that another tab stored meanwhile, and says so', async () => {
  const { record } = await sealVault({ ...luis, phrase: TEST_PHRASE, revision: 2 })
  await storeVault(record)
  const stored = { ...localStorage }
  await fillCredentials(ana, asking())
  await submit().click()
  await expectAlert('En otra pestaña se guardó otra billetera en este dispositivo. No se borró nada.', asking())
  expect(await readCopies()).toEqual({ IndexedDB: record, localStorage: record })
  expect(Object.keys(localStorage)).toEqual(Object.keys(stored))
  await button('Cancelar', asking()).click()
  await expectGone(asking())
})
