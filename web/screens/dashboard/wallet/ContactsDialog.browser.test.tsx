/** @module-tag long */
// Contacts: a person's own names for other people.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { ask, lookAlikeOf, publish, take } from '../../../../e2e/support/others.ts'
import { DOLLAR } from '../../../loans/loan.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import {
  addContact,
  alert,
  button,
  chooseInMenu,
  chooseInSettings,
  debtors,
  dialog,
  market,
  offers,
  publishForm,
  texts,
} from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

const { deployer: me, luis, eva, marta } = people
const LONG = 'Maximilianaguadalupedelcarmenfernandezxx'

const contacts = () => dialog('Contactos')
const sheet = () => dialog('Persona')
const status = () => contacts().getByRole('status')
const nameField = () => dialog().getByRole('textbox', { name: 'Nombre' })
const like = (...patterns: RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern))

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

afterEach(async () => {
  document.documentElement.style.fontSize = ''
  await page.viewport(1280, 720)
})

test('contacts are added, found, renamed and deleted, and a deleted one comes back', async () => {
  await openDashboard(TEST_PHRASE, { isKept: true })
  await chooseInMenu('Contactos')
  await expect.element(dialog()).toHaveTextContent('Todavía no has puesto nombre a nadie.')
  await addContact(luis.address.toLowerCase(), '  Luis   Paredes ')
  await addContact(eva.address, 'Éva')
  await expect.element(status()).toHaveTextContent(/^2 personas$/)
  const rows = contacts().getByRole('list', { name: 'Contactos' }).getByRole('button')
  await expect.poll(() => texts(rows)).toEqual(like(/^Éva/, /^Luis Paredes0x3C44/))

  const search = contacts().getByRole('searchbox')
  await search.fill('eva')
  await expect.poll(() => texts(rows)).toEqual(like(/^Éva/))
  await expect.element(status()).toHaveTextContent(/^1 persona$/)
  await search.fill('93bc')
  await expect.poll(() => texts(rows)).toEqual(like(/^Luis/))
  await search.fill('nadie')
  await expect.element(contacts()).toHaveTextContent('Nadie coincide con esa búsqueda.')
  await search.fill('')

  await rows.first().click()
  await button('Cambiar nombre', sheet()).click()
  await sheet().getByRole('textbox', { name: 'Nombre' }).fill('Evita')
  await userEvent.keyboard('{Enter}')
  await expect.element(sheet()).toHaveTextContent('Evita')
  await button('Cambiar nombre', sheet()).click()
  await button('Borrar nombre', sheet()).click()
  await expect.element(button('Poner nombre', sheet())).toBeVisible()
  await expect.element(sheet()).toHaveTextContent('Borraste el nombre Evita.')
  await button('Deshacer', sheet()).click()
  await expect.element(button('Cambiar nombre', sheet())).toHaveFocus()
  await expect.element(sheet()).toHaveTextContent('Evita')
})

test('what is no address, one’s own, no name, and a name that is too long are refused, each with its sentence', {
  tags: 'long',
}, async () => {
  await openDashboard(TEST_PHRASE)
  const address = dialog().getByRole('textbox', { name: 'Dirección' })
  await addContact(me.address, '')
  await expect.element(dialog()).toHaveTextContent('Esa es tu propia dirección.')
  await expect.element(dialog()).toHaveTextContent('Escribe un nombre.')
  await address.fill('0x12')
  await button('Guardar', dialog()).click()
  await expect.element(dialog()).toHaveTextContent('La dirección no es válida.')
  await address.fill(luis.address)
  await nameField().fill('x'.repeat(10_000))
  await button('Guardar', dialog()).click()
  await expect.element(dialog()).toHaveTextContent('Usa 40 letras como máximo.')
  await expect.element(dialog()).toHaveTextContent('Sobran 9960')
  await nameField().fill('\u202e\u200b')
  await button('Guardar', dialog()).click()
  await expect.element(dialog()).toHaveTextContent('Escribe un nombre.')
  await nameField().fill('😀'.repeat(40))
  await expect.element(dialog()).toHaveTextContent('Quedan 0')
  await button('Guardar', dialog()).click()
  await expect.element(status()).toHaveTextContent(/^1 persona$/)
})

test('a name that another person has is warned about once, accents and capitals ignored', async () => {
  await openDashboard(TEST_PHRASE)
  await addContact(luis.address, 'José')
  await addContact(eva.address, 'JOSE')
  await expect.element(alert(dialog())).toHaveTextContent(`Ya llamas así a otra persona, ${luis.address}.`)
  await button('Guardar', dialog()).click()
  await expect.element(status()).toHaveTextContent(/^2 personas$/)
})

test('an address that looks like that of a contact is warned about before it gets a name', async () => {
  await openDashboard(TEST_PHRASE)
  await addContact(luis.address, 'Luis')
  await addContact(lookAlikeOf(luis.address), 'Luis, otra vez')
  await expect.element(alert(dialog())).toHaveTextContent('Esta dirección parece la de Luis, pero es otra.')
  await button('Cancelar', dialog()).click()
  await expect.element(status()).toHaveTextContent(/^1 persona$/)
})

test('a name of markup, one that would turn the text around and one of emojis are shown as they are, and nothing more', {
  tags: 'long',
}, async () => {
  await publish(world, luis, { principal: 71n * DOLLAR })
  await publish(world, eva, { principal: 72n * DOLLAR })
  await publish(world, marta, { principal: 73n * DOLLAR })
  await openDashboard(TEST_PHRASE)
  await addContact(luis.address, '<img src=x onerror=alert(1)>')
  await addContact(eva.address, '\u202eavE\u202c')
  await addContact(marta.address, 'Mamá 👩🏽‍👧‍👦')
  await button('Cerrar', dialog()).click()
  await expect.element(offers().filter({ hasText: '$ 71.00' })).toHaveTextContent('<img src=x onerror=alert(1)>')
  await expect.element(button('Ver ficha de avE').first()).toBeVisible()
  await expect.element(button('Ver ficha de Mamá 👩🏽‍👧‍👦').first()).toBeVisible()
  expect(document.querySelectorAll('img')).toHaveLength(0)
})

test('fields with a count beside them are as wide as the others', async () => {
  await openDashboard(TEST_PHRASE)
  const form = publishForm()
  await expect.element(form.getByLabelText('Nota')).toBeVisible()
  expect(widthOf(form.getByLabelText('Nota'))).toBeCloseTo(widthOf(form.getByLabelText('Para')), 0)
  await chooseInMenu('Contactos')
  await button('Agregar', dialog()).click()
  await expect.element(nameField()).toBeVisible()
  const whole = dialog().element().querySelector('form')?.getBoundingClientRect().width ?? 0
  expect(whole).toBeGreaterThan(0)
  for (const name of ['Dirección', 'Nombre']) {
    expect(widthOf(dialog().getByRole('textbox', { name }))).toBeCloseTo(whole, 0)
  }
})

/** Of a field, with its border. */
function widthOf(input: Locator): number {
  return input.element().closest('.MuiInputBase-root')?.getBoundingClientRect().width ?? 0
}

test('who forgets the device is told that the names go too', async () => {
  await openDashboard(TEST_PHRASE, { isKept: true })
  await addContact(luis.address, 'Luis')
  await button('Cerrar', contacts()).click()
  await chooseInSettings('Olvidar este dispositivo')
  await expect.element(dialog()).toHaveTextContent('También se borra el nombre que pusiste a 1 persona.')
})

test('names that are damaged on this device are said to be, kept aside, and new ones can be given', {
  tags: 'long',
}, async () => {
  await openDashboard(TEST_PHRASE)
  await addContact(luis.address, 'Luis')
  await expect.element(status()).toHaveTextContent(/^1 persona$/)
  for (const key of Object.keys(sessionStorage)) if (key.includes('contacts')) sessionStorage.setItem(key, 'seed.damaged')
  const channel = new BroadcastChannel('entrepares.contacts')
  channel.postMessage('changed')
  channel.close()
  await expect.element(alert(contacts())).toHaveTextContent('están dañados y no se pueden leer')
  await expect.element(button('Agregar', contacts())).toBeDisabled()
  await button('Apartarlos y empezar de nuevo', contacts()).click()
  await expect.element(alert(contacts())).not.toBeInTheDocument()
  await addContact(eva.address, 'Eva')
  await expect.element(status()).toHaveTextContent(/^1 persona$/)
  expect(Object.values(sessionStorage)).toContain('seed.damaged')
})

test('the search of the market finds offers and requests by a name of mine, accents and capitals ignored', {
  tags: 'long',
}, async () => {
  // Beside the offer of his that every embedded chain begins with.
  await publish(world, luis, { principal: 77n * DOLLAR })
  await ask(world, luis, { principal: 78n * DOLLAR })
  await openDashboard(TEST_PHRASE)
  await addContact(luis.address, 'Álvaro Núñez')
  await button('Cerrar', contacts()).click()
  const search = page.getByRole('searchbox', { name: 'Buscar' })
  await search.fill('nunez ALVARO')
  await expect.poll(() => texts(offers())).toEqual([expect.stringContaining('$ 77.00'), expect.any(String)])
  // The server and whoever gets the link do not read the name.
  expect(location.href).not.toMatch(/nunez|alvaro/i)
  await market()
    .getByRole('tab', { name: /^Solicitudes/ })
    .click()
  await expect.poll(() => texts(offers())).toEqual([expect.stringContaining('$ 78.00')])
  await search.fill('nadie')
  await expect.element(offers()).not.toBeInTheDocument()
  await expect.poll(() => location.search).toMatch(/q=nadie/)
})

test('with a name of 40 letters in one word and text of twice the size nothing is cut or stands out at 360 px', {
  tags: 'long',
}, async () => {
  await take(world, luis, await publish(world, me, { principal: 40n * DOLLAR, to: luis.address }))
  await ask(world, luis, { principal: 78n * DOLLAR, to: me.address })
  await page.viewport(360, 780)
  await openDashboard(TEST_PHRASE)
  // It stays while the pointer rests on it, which may be where a test before left it.
  await expect.element(alert()).toHaveTextContent('Te piden un préstamo de $ 78.00.')
  await button('Cerrar', alert()).click()
  await addContact(luis.address, LONG)
  document.documentElement.style.fontSize = '200%'
  await expect.element(contacts()).toHaveTextContent(LONG)
  expectNothingCut()
  await contacts().getByRole('button', { name: LONG }).click()
  await expect.element(sheet()).toHaveTextContent(LONG)
  expectNothingCut()
  await button('Cerrar', sheet()).click()
  await button('Cerrar', contacts()).click()
  await expect.element(debtors().first()).toHaveTextContent(LONG)
  await publishForm().getByRole('combobox', { name: 'Para' }).click()
  await expect.element(publishForm().getByRole('listbox', { name: 'Personas' }).getByRole('option')).toBeVisible()
  expectNothingCut()
})

/** No element with the long name is wider than what holds it, and the page does not scroll sideways. */
function expectNothingCut() {
  const holders = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => element.children.length === 0 && element.textContent?.includes(LONG),
  )
  const cut = holders.filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1
  })
  expect(holders).not.toEqual([])
  expect(cut.map(({ outerHTML }) => outerHTML)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
}
