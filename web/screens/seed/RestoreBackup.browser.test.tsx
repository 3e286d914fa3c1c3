import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { TEST_PHRASE } from '../../../devchain/people.ts'
import { backup } from '../../session/backup.ts'
import { expectDashboard, openLoginWithVault } from '../../testing/access.ts'
import { ana, anasVault, holdVault, luis, NO_COPIES, readCopies, storeVault } from '../../testing/device.ts'
import { forgetVisit, openApp } from '../../testing/mount.tsx'
import { alert, button, digit, fillCredentials, title } from '../../testing/screen.ts'
import { expectAlert, expectGone, expectLogin, goBack, lock, logIn } from '../../testing/vaultSteps.ts'
import { beginWorld } from '../../testing/world.ts'
import { preferences } from '../../wallet/device/preferences.ts'
import { changeCredentials } from '../../wallet/vault/changeCredentials.ts'
import { sealVault } from '../../wallet/vault/vault.ts'

const BOTH = (record: string) => ({ IndexedDB: record, localStorage: record })
const file = () => page.getByLabelText('Archivo de la copia')

beforeEach(async () => {
  await beginWorld()
})

test('without a file it asks for the file first, and takes the question back once there is one', { tags: 'long' }, async () => {
  const text = await anasBackup()
  await openRestore()
  await button('Abrir copia').click()
  await expectAlert('Elige el archivo de tu copia.')
  await expect.element(file()).toHaveFocus()
  await expect.element(digit(1)).toHaveAttribute('aria-invalid', 'false')
  await choose(text)
  await expectGone(alert())
  await button('Abrir copia').click()
  await expectAlert('El PIN debe tener 6 dígitos.')
})

test('another wallet on the device is replaced only after a second question', { tags: 'long' }, async () => {
  const text = await anasBackup()
  const { record } = await sealVault({ ...luis, phrase: TEST_PHRASE, revision: 1 })
  await storeVault(record)
  const open = async () => {
    await openRestore()
    await choose(text)
    await fillCredentials(ana)
    await button('Abrir copia').click()
    await button('Guardar en este dispositivo').click()
    await expectAlert(/Ya hay una billetera guardada aquí\./)
    await expect.element(button('Cancelar')).toHaveFocus()
  }
  await open()
  await button('Cancelar').click()
  await expect.element(title('Tu frase semilla')).toBeVisible()
  expect(await readCopies()).toEqual(BOTH(record))
  await open()
  await button('Reemplazar').click()
  await expectDashboard()
  expect(await readCopies()).toEqual(BOTH(anasVault.record))
})

test('a file that is damaged, foreign, too large or of a later version: a sentence each, and nothing is written', {
  tags: 'long',
}, async () => {
  await openRestore()
  for (const [text, sentence] of [
    ['{"format":"entrepares-backup","version":1,"vault":"x","parts":{}}', /La copia está dañada/],
    ['una foto', /no es una copia de EntrePares/],
    ['x'.repeat(2 ** 23 + 1), /demasiado grande/],
    ['{"format":"entrepares-backup","version":2}', /una versión más nueva/],
  ] as const) {
    // Before anything is typed or pressed.
    await choose(text)
    await expectAlert(sentence)
    await button('Abrir copia').click()
    await expectAlert(sentence)
    await expect.element(page.getByLabelText('Archivo de la copia')).toHaveFocus()
  }
  expect(await readCopies()).toEqual(NO_COPIES)
})

test('who has nothing but the file finds the way from /login, on a device without a wallet and on one with another', async () => {
  openApp('/login')
  await button('Ya tengo una billetera').click()
  await button('Tengo una copia cifrada').click()
  await expect.element(title('Tengo una copia cifrada')).toBeVisible()
  await expect.element(file()).toBeInTheDocument()
  await button('Volver').click()
  await button('Volver').click()
  await expectLogin()

  await openLoginWithVault()
  await button('Restaurar con frase semilla').click()
  await button('Tengo una copia cifrada').click()
  await expect.element(file()).toBeInTheDocument()
})

test('contacts that are damaged in the file: the wallet is restored, and it is said that they were not', {
  tags: 'long',
}, async () => {
  const fields = JSON.parse(await anasBackup())
  await openRestore()
  await choose(JSON.stringify({ ...fields, parts: { ...fields.parts, contacts: 'AAAA' } }))
  await fillCredentials(ana)
  await button('Abrir copia').click()
  await button('Guardar en este dispositivo').click()
  await expectAlert('Tu billetera quedó guardada en este dispositivo, sin tus contactos: eso no se pudo recuperar.')
  await button('Ir al panel').click()
  await expectDashboard()
  expect(await readCopies()).toEqual(BOTH(anasVault.record))
})

test('a restore that is under way: its buttons wait, and who goes back meanwhile is not taken to the wallet', {
  tags: 'long',
}, async () => {
  const text = await anasBackup()
  openApp('/login')
  await button('Ya tengo una billetera').click()
  await button('Tengo una copia cifrada').click()
  await choose(text)
  await fillCredentials(ana)
  await button('Abrir copia').click()
  await expect.element(page.getByText('Para entrar usarás el PIN y la contraseña que acabas de escribir.')).toBeVisible()
  const release = await holdVault()
  await button('Guardar en este dispositivo').click()
  await expect.element(button('Guardando…')).toBeVisible()
  await expect.element(button('Volver')).toBeDisabled()
  await goBack()
  await expectLogin()
  release()
  await expect.poll(readCopies).toEqual(BOTH(anasVault.record))
  await logIn({ ...ana, password: 'otra cosa' })
  await expectAlert('Credenciales inválidas.')
  await expectLogin()
  await logIn(ana)
  await expectDashboard()
})

test('Volver while a file is being opened: nothing of it shows or is kept afterwards', { tags: 'long' }, async () => {
  const text = await anasBackup()
  const open = vi.spyOn(backup, 'open')
  await openRestore()
  await choose(text)
  await fillCredentials(ana)
  const { text: readNow } = Blob.prototype
  const read = vi.spyOn(Blob.prototype, 'text').mockImplementation(async function (this: Blob) {
    await new Promise((release) => window.addEventListener('release file', release, { once: true }))
    return readNow.call(this)
  })
  const release = () => window.dispatchEvent(new Event('release file'))
  await button('Abrir copia').click()
  await expect.element(button('Verificando...')).toBeVisible()
  await button('Volver').click()
  await expect.element(title('Tu frase semilla')).toBeVisible()
  await expect.poll(() => read).toHaveBeenCalledOnce()
  release()
  expect(await open.mock.results[0]?.value).toMatchObject({ address: anasVault.address })
  await button('Tengo una copia cifrada').click()
  await choose('una foto')
  await expect.poll(() => read).toHaveBeenCalledTimes(2)
  release()
  await expectAlert(/no es una copia de EntrePares/)
  await expectGone(page.getByText(anasVault.address))
  expect(await readCopies()).toEqual(NO_COPIES)
})

test('a backup made before a change of PIN and password opens with the old ones, says so, and asks before they come back', {
  tags: 'long',
}, async () => {
  const text = await anasBackup()
  await storeVault()
  expect(await changeCredentials({ address: anasVault.address, from: ana, to: luis, keepsPasskey: true })).toMatchObject({
    kind: 'changed',
  })
  const changed = await readCopies()

  await openRestore()
  await choose(text)
  await fillCredentials(luis)
  await button('Abrir copia').click()
  await expectAlert(/con el PIN y la contraseña que tenías cuando la hiciste/)
  await fillCredentials(ana)
  await button('Abrir copia').click()
  await button('Guardar en este dispositivo').click()
  await expectAlert(
    'Esta misma billetera ya está guardada aquí, con otro PIN y otra contraseña. Si la reemplazas, volverás a entrar con los de la copia.',
  )
  expect(await readCopies()).toEqual(changed)
  await button('Reemplazar').click()
  await expectDashboard()
  await lock()
  await logIn(ana)
  await expectDashboard()
})

/** Ana's backup, with 15 minutes until it locks. Nothing of hers stays in this browser. */
async function anasBackup(): Promise<string> {
  await storeVault()
  preferences.change({ lockAfterMinutes: 15 })
  const written = await backup.write(anasVault)
  await forgetVisit()
  return written?.text ?? ''
}

async function openRestore() {
  openApp('/seed')
  await button('Tengo una copia cifrada').click()
  await expect.element(title('Tengo una copia cifrada')).toBeVisible()
}

/** As the browser's own window does, which a test cannot open. */
async function choose(text: string) {
  const input = await file().findElement()
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for a file.')
  const chosen = new DataTransfer()
  chosen.items.add(new File([text], 'copia.json', { type: 'application/json' }))
  input.files = chosen.files
  for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }))
}
