/** @module-tag long */
import { beforeEach, expect, test, vi } from 'vitest'
import { anasVault, damageAnasContacts } from '../../../testing/device.ts'
import { button, dialog } from '../../../testing/screen.ts'
import { expectAlert, openSettings, openStoredWallet, settings } from '../../../testing/vaultSteps.ts'
import { beginWorld } from '../../../testing/world.ts'

beforeEach(async () => {
  await beginWorld()
})

test('contacts that are damaged: the backup is made without them, and that is said', async () => {
  const files = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:backup')
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await openStoredWallet()
  await damageAnasContacts()
  await openSettings()
  await button('Copia cifrada', settings()).click()
  await button('Descargar copia', dialog('Copia cifrada')).click()
  await expectAlert('Copia descargada, sin tus contactos: no se pudieron leer en este dispositivo.', dialog('Copia cifrada'))
  expect(download).toHaveBeenCalledOnce()
  const [file] = files.mock.lastCall ?? []
  expect(file).toBeInstanceOf(Blob)
  if (file instanceof Blob) expect(JSON.parse(await file.text())).toMatchObject({ vault: anasVault.record })
})
