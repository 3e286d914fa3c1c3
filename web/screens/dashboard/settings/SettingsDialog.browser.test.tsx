import { beforeEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { TEST_PHRASE } from '../../../../devchain/people.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { networks } from '../../../chains.ts'
import { expectDashboard } from '../../../testing/access.ts'
import { ana, anasVault, holdVault, luis, readCopies, storeVault, writeCopy } from '../../../testing/device.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import { button, dialog, digit, exactly, header, section } from '../../../testing/screen.ts'
import { expectAlert, expectGone, fillChange, goBack, lock, logIn, openSettings, settings } from '../../../testing/vaultSteps.ts'
import { beginWorld } from '../../../testing/world.ts'
import vaults from '../../../wallet/golden/vaultsOfVersion1.json' with { type: 'json' }

const changing = () => dialog('Cambiar PIN o contraseña')
const loanBook = () => import.meta.env.REACT_APP_LENDING_ADDRESS as string

beforeEach(async () => {
  await beginWorld()
  await storeVault()
})

/** Ana's wallet, whose vault is stored. */
const openAnas = () => openDashboard(anasVault.phrase, { isKept: true })

test('each row of Ajustes opens, and Back leads to the list and to its row', { tags: 'long' }, async () => {
  await openAnas()
  await openSettings()
  await expect.element(button('Bloqueo automático', settings())).toHaveAccessibleDescription('5 minutos')
  for (const [row, title] of [
    ['Bloqueo automático', 'Bloqueo automático'],
    ['Cambiar PIN o contraseña', 'Cambiar PIN o contraseña'],
    ['Ver frase semilla', 'Ver frase semilla'],
    ['Nodos', 'Nodos'],
    ['Acerca de', 'Acerca de'],
    ['Olvidar este dispositivo', '¿Olvidar este dispositivo?'],
  ] as const) {
    await button(row, settings()).click()
    await expect.element(dialog(title)).toBeVisible()
    await goBack()
    await expect.element(button(row, settings())).toHaveFocus()
  }
  await goBack()
  await expectGone(dialog())
  await expectDashboard()
})

test('Ejemplos hides and shows the examples of the page behind it', { tags: 'long' }, async () => {
  await openAnas()
  const debtors = section('Mis Deudores')
  await expect.element(button('Ocultar ejemplos', debtors)).toBeVisible()
  await openSettings()
  const examples = settings().getByRole('switch', { name: 'Ejemplos' })
  await expect.element(examples).toBeChecked()
  await examples.click()
  await expect.element(examples).not.toBeChecked()
  await button('Cerrar', settings()).click()
  await button('Mostrar ejemplos', debtors).click()
  await openSettings()
  await expect.element(examples).toBeChecked()
})

describe('a node that breaks', () => {
  test('Nodos says which node is in use, how fast it answers, and that it no longer does', { tags: 'long' }, async () => {
    await openAnas()
    await openSettings()
    await expect.element(button('Nodos', settings())).toHaveAccessibleDescription(/^1 de 1 responde · \d+ ms$/)
    await button('Nodos', settings()).click()
    await expect.element(dialog('Nodos')).toHaveTextContent('Cada nodo ve tu cuenta y tu dirección IP.')
    const { host } = new URL(import.meta.env.REACT_APP_ALCHEMY_URL as string)
    const row = dialog('Nodos').getByRole('listitem').filter({ hasText: host })
    await expect.element(row).toHaveTextContent(/\d+ ms · al día/)
    await expect.element(row).toHaveTextContent('En uso')

    await commands.breakNode('httpError')
    await button('Volver a preguntar', dialog('Nodos')).click()
    await expect.element(row).toHaveTextContent('No responde')
  })
})

test('Acerca de says the version, the commit and the whole contract, without a link where no explorer knows it, and lists the licences', {
  tags: 'long',
}, async () => {
  await openAnas()
  await expect.element(header()).toHaveTextContent('Red local')
  await openSettings()
  await button('Acerca de', settings()).click()
  const about = dialog('Acerca de')
  await expect.element(about).toHaveTextContent(`Versión ${packageJson.version}`)
  await expect.element(about).toHaveTextContent(APP_COMMIT)
  for (const [link, path] of [
    ['Ver el código', `tree/${APP_COMMIT}`],
    ['Avisar de un fallo de seguridad', `blob/${APP_COMMIT}/SECURITY.md`],
  ] as const) {
    const url = `https://code.example/entrepares/${path}`
    await expect.element(about.getByRole('link', { name: link })).toHaveAttribute('href', url)
  }
  await expect.element(about).toHaveTextContent(loanBook())
  for (const line of [loanBook().slice(0, 22), loanBook().slice(22)]) {
    await expect.element(about.getByText(line, { exact: true })).toBeVisible()
  }
  await expectGone(about.getByRole('link', { name: 'Ver en el explorador' }))
  await expect.element(about.getByRole('link', { name: 'Licencias de lo que usa' })).toHaveAttribute('href', '/licencias.txt')
})

describe('on Sepolia', () => {
  test('the contract leads to the explorer', { tags: 'long' }, async () => {
    await beginWorld({ chainId: networks.sepolia.id })
    await openAnas()
    await expect.element(page.getByText('Sepolia', { exact: true })).toBeVisible()
    await openSettings()
    await button('Acerca de', settings()).click()
    await expect
      .element(page.getByRole('link', { name: 'Ver en el explorador' }))
      .toHaveAttribute('href', `https://sepolia.etherscan.io/address/${loanBook()}`)
  })
})

test('a wallet of this visit has no PIN to change or to be asked for, and nothing to forget', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  await openSettings()
  await expectGone(button('Cambiar PIN o contraseña', settings()))
  await expectGone(button('Olvidar este dispositivo', settings()))
  await button('Ver frase semilla', settings()).click()
  const phrase = dialog('Ver frase semilla')
  await expect.element(phrase.getByRole('note')).toHaveTextContent('Nadie de EntrePares te las pedirá nunca.')
  await expectGone(phrase.getByRole('listitem'))
  await button('Ver frase semilla', phrase).click()
  await expect.poll(() => phrase.getByRole('listitem').elements().length).toBe(12)
})

test.each([
  { what: 'PIN', fields: ['PIN nuevo', 'Repite el PIN nuevo'], to: { ...ana, pin: luis.pin } },
  {
    what: 'Contraseña',
    fields: ['Contraseña nueva', 'Repite la contraseña nueva'],
    to: { ...ana, password: luis.password },
  },
])('who changes $what alone is asked for nothing else', { tags: 'long' }, async ({ what, fields, to }) => {
  await openAnas()
  await openSettings()
  await button('Cambiar PIN o contraseña', settings()).click()
  await changing().getByRole('radio', { name: what, exact: true }).click()
  await digit(1, changing().getByRole('group', { name: 'PIN actual', exact: true })).click()
  await userEvent.keyboard(ana.pin)
  await changing().getByLabelText('Contraseña actual', { exact: true }).fill(ana.password)
  for (const name of fields) {
    if (what === 'PIN') {
      await digit(1, changing().getByRole('group', { name, exact: true })).click()
      await userEvent.keyboard(to.pin)
    } else await changing().getByLabelText(name, { exact: true }).fill(to.password)
  }
  await button('Cambiar', changing()).click()
  await button('Listo', changing()).click()
  await button('Cerrar', settings()).click()
  await lock()
  await logIn(to)
  await expectDashboard()
})

test('a change that is under way cannot be left: nothing closes it until it is said which PIN and password count', {
  tags: 'long',
}, async () => {
  await openAnas()
  await openSettings()
  await button('Cambiar PIN o contraseña', settings()).click()
  await fillChange(ana, luis)
  const release = await holdVault()
  await button('Cambiar', changing()).click()
  await expect.element(button('Cambiando…', changing())).toBeVisible()
  await expect.element(button('Cancelar', changing())).toBeDisabled()
  await button('Cerrar', changing()).click()
  await userEvent.keyboard('{Escape}')
  await goBack()
  await expect.element(button('Cambiando…', changing())).toBeVisible()
  expect((await readCopies()).localStorage).toBe(anasVault.record)

  release()
  await expect
    .element(changing().getByRole('status'))
    .toHaveTextContent(exactly('Desde ahora entras con el PIN y la contraseña nuevos.'))
  await goBack()
  await expectGone(changing())
  await expect.element(settings()).toBeVisible()
})

test('another wallet in one of the two places is not written over: it is said, and both stay as they are', {
  tags: 'long',
}, async () => {
  await openAnas()
  await writeCopy('localStorage', vaults[1]?.record ?? '')
  const before = await readCopies()
  expect(before.localStorage).not.toBe(before.IndexedDB)
  await openSettings()
  await button('Cambiar PIN o contraseña', settings()).click()
  await fillChange(ana, luis)
  await button('Cambiar', changing()).click()
  await expectAlert(/No se cambió nada: en este dispositivo hay guardada otra billetera/, changing())
  expect(await readCopies()).toEqual(before)
})
