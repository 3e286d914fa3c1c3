// Contacts: a person's own names for other people.
import type { Locator, Page } from '@playwright/test'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { people } from '../../devchain/people.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { debtors, market, offers, publishForm } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { ask, lookAlikeOf, publish, take } from '../support/others.ts'
import {
  addContact,
  alert,
  ana,
  button,
  chooseInMenu,
  expectDashboard,
  header,
  logIn,
  openDashboard,
  openStoredWallet,
  section,
  TEST_ADDRESS,
} from '../support/steps.ts'

const { deployer: me, luis, eva, marta } = people
const luisShort = '0x3C44…93BC'
const LONG = 'Maximilianaguadalupedelcarmenfernandezxx'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const contactsDialog = (page: Page) => page.getByRole('dialog', { name: 'Contactos' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Persona' })
const nameField = (scope: Page | Locator) => scope.getByRole('textbox', { name: 'Nombre' })

const suggestions = (page: Page) => publishForm(page).getByRole('listbox', { name: 'Personas' }).getByRole('option')

/** On the sheet that is open. */
async function giveName(page: Page, name: string) {
  await button(sheet(page), 'Poner nombre').click()
  await nameField(sheet(page)).fill(name)
  await button(sheet(page), 'Guardar').click()
}

/** A loan of 40 dollars from the account to Luis. */
async function lendToLuis(world: World, lender: typeof me | ReturnType<typeof mnemonicToAccount>) {
  await take(world, luis, await publish(world, lender, { principal: 40n * DOLLAR, to: luis.address }))
}

test('a name that one gives on a card stands on every card, in the dialogs and beside the dates, also after a reload', async ({
  page,
  world,
}) => {
  const account = mnemonicToAccount(anasVault.phrase)
  await world.client.setBalance({ address: account.address, value: parseEther('1') })
  await lendToLuis(world, account)
  await publish(world, luis, { principal: 77n * DOLLAR })
  await publish(world, account, { principal: 12n * DOLLAR, to: luis.address })
  await openStoredWallet(page)

  const card = debtors(page).first()
  await expect(card).toContainText(luisShort)
  await button(card, `Ver ficha de ${luisShort}`).click()
  await expect(sheet(page)).toContainText(luis.address)
  await giveName(page, 'Luis Paredes')
  await expect(sheet(page)).toContainText('Luis Paredes')
  await expect(button(sheet(page), 'Cambiar nombre')).toBeFocused()
  await expect(sheet(page).getByRole('definition')).toHaveText(['0 de 1', '$ 40.33', '$ 0.00'])
  await button(sheet(page), 'Cerrar').click()

  const isEverywhere = async () => {
    await expect(card).toContainText('Luis Paredes')
    await expect(card).not.toContainText(luisShort)
    await expect(header(page)).toContainText('Luis Paredes te debe')
    await expect(market(page)).toContainText('Para Luis Paredes')
    await expect(button(market(page), 'Solicitar $ 77.00 a Luis Paredes')).toBeVisible()
  }
  await isEverywhere()
  await page.reload()
  await logIn(page, ana)
  await expectDashboard(page)
  await isEverywhere()

  // Where one signs, the whole address stays beside it.
  await button(market(page), 'Solicitar $ 77.00 a Luis Paredes').click()
  await expect(page.getByRole('dialog')).toContainText('Luis Paredes')
  await expect(page.getByRole('dialog')).toContainText(luis.address)
})

test('on the contract a name of mine stands beside the address on screen, and not on paper, which the other person reads', async ({
  page,
  world,
}) => {
  await lendToLuis(world, me)
  await openDashboard(page)
  await button(debtors(page).first(), `Ver ficha de ${luisShort}`).click()
  await giveName(page, 'El moroso')
  await button(sheet(page), 'Cerrar').click()
  await button(debtors(page).first(), 'Ver contrato $ 40.00').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('(El moroso)')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(dialog.getByText('(El moroso)')).toBeHidden()
  await expect(dialog.getByText(luis.address.slice(0, 22))).toBeVisible()
})

test('contacts are added, found, renamed and deleted, and a deleted one comes back', async ({ page }) => {
  await openStoredWallet(page)
  await chooseInMenu(page, 'Contactos')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Todavía no has puesto nombre a nadie.')
  await addContact(page, luis.address.toLowerCase(), '  Luis   Paredes ')
  await addContact(page, eva.address, 'Éva')
  await expect(dialog.getByRole('status')).toHaveText('2 personas')
  const rows = dialog.getByRole('list', { name: 'Contactos' }).getByRole('button')
  await expect(rows).toHaveText([/^Éva/, /^Luis Paredes0x3C44/])

  await dialog.getByRole('searchbox').fill('eva')
  await expect(rows).toHaveText([/^Éva/])
  await expect(dialog.getByRole('status')).toHaveText('1 persona')
  await dialog.getByRole('searchbox').fill('93bc')
  await expect(rows).toHaveText([/^Luis/])
  await dialog.getByRole('searchbox').fill('nadie')
  await expect(dialog).toContainText('Nadie coincide con esa búsqueda.')
  await dialog.getByRole('searchbox').fill('')

  await rows.first().click()
  await button(sheet(page), 'Cambiar nombre').click()
  await nameField(sheet(page)).fill('Evita')
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toContainText('Evita')
  await button(sheet(page), 'Cambiar nombre').click()
  await button(sheet(page), 'Borrar nombre').click()
  await expect(button(sheet(page), 'Poner nombre')).toBeVisible()
  await expect(sheet(page)).toContainText('Borraste el nombre Evita.')
  await button(sheet(page), 'Deshacer').click()
  await expect(button(sheet(page), 'Cambiar nombre')).toBeFocused()
  await expect(sheet(page)).toContainText('Evita')
})

test('what is no address, one’s own, no name, and a name that is too long are refused, each with its sentence', async ({
  page,
}) => {
  await openDashboard(page)
  const dialog = page.getByRole('dialog')
  const address = dialog.getByRole('textbox', { name: 'Dirección' })
  await addContact(page, TEST_ADDRESS, '')
  await expect(dialog).toContainText('Esa es tu propia dirección.')
  await expect(dialog).toContainText('Escribe un nombre.')
  await address.fill('0x12')
  await button(dialog, 'Guardar').click()
  await expect(dialog).toContainText('La dirección no es válida.')
  await address.fill(luis.address)
  await nameField(dialog).fill('x'.repeat(10_000))
  await button(dialog, 'Guardar').click()
  await expect(dialog).toContainText('Usa 40 letras como máximo.')
  await expect(dialog).toContainText('Sobran 9960')
  await nameField(dialog).fill('\u202e\u200b')
  await button(dialog, 'Guardar').click()
  await expect(dialog).toContainText('Escribe un nombre.')
  await nameField(dialog).fill('😀'.repeat(40))
  await expect(dialog).toContainText('Quedan 0')
  await button(dialog, 'Guardar').click()
  await expect(contactsDialog(page).getByRole('status')).toHaveText('1 persona')
})

test('a name that another person has is warned about once, accents and capitals ignored', async ({ page }) => {
  await openDashboard(page)
  await addContact(page, luis.address, 'José')
  await addContact(page, eva.address, 'JOSE')
  const dialog = page.getByRole('dialog')
  await expect(alert(dialog)).toContainText(`Ya llamas así a otra persona, ${luis.address}.`)
  await button(dialog, 'Guardar').click()
  await expect(contactsDialog(page).getByRole('status')).toHaveText('2 personas')
})

test('an address that looks like that of a contact is warned about before it gets a name', async ({ page }) => {
  await openDashboard(page)
  await addContact(page, luis.address, 'Luis')
  await addContact(page, lookAlikeOf(luis.address), 'Luis, otra vez')
  const dialog = page.getByRole('dialog')
  await expect(alert(dialog)).toContainText('Esta dirección parece la de Luis, pero es otra.')
  await expectAccessible(page)
  await button(dialog, 'Cancelar').click()
  await expect(contactsDialog(page).getByRole('status')).toHaveText('1 persona')
})

test('a name of markup, one that would turn the text around and one of emojis are shown as they are, and nothing more', async ({
  page,
  world,
}) => {
  await publish(world, luis, { principal: 71n * DOLLAR })
  await publish(world, eva, { principal: 72n * DOLLAR })
  await publish(world, marta, { principal: 73n * DOLLAR })
  await openDashboard(page)
  await addContact(page, luis.address, '<img src=x onerror=alert(1)>')
  await addContact(page, eva.address, '\u202eavE\u202c')
  await addContact(page, marta.address, 'Mamá 👩🏽‍👧‍👦')
  await button(page.getByRole('dialog'), 'Cerrar').click()
  await expect(offers(page).filter({ hasText: '$ 71.00' })).toContainText('<img src=x onerror=alert(1)>')
  await expect(button(page, 'Ver ficha de avE').first()).toBeVisible()
  await expect(button(page, 'Ver ficha de Mamá 👩🏽‍👧‍👦').first()).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
})

test('an offer and a request of somebody whom I gave a name are not among those of strangers', async ({ page, world }) => {
  await publish(world, luis, { principal: 77n * DOLLAR, to: me.address })
  await ask(world, luis, { principal: 78n * DOLLAR, to: me.address })
  await openDashboard(page)
  await expect(market(page).getByRole('button', { name: 'De desconocidos (1)' })).toHaveCount(2)
  await addContact(page, luis.address, 'Luis Paredes')
  await button(page.getByRole('dialog'), 'Cerrar').click()
  for (const [title, amount] of [
    ['Ofertas para ti', '$ 77.00'],
    ['Te piden', '$ 78.00'],
  ] as const) {
    await expect(section(page, title).getByRole('listitem')).toContainText(['Luis Paredes'])
    await expect(section(page, title).getByRole('listitem')).toContainText([amount])
  }
  await expect(market(page).getByRole('button', { name: /desconocidos/ })).toHaveCount(0)
  const place = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: /^Mercado/ })
  await expect(place).toHaveAccessibleName('Mercado, 1 oferta y 1 solicitud para ti')
})

test('fields with a count beside them are as wide as the others', async ({ page }) => {
  await openDashboard(page)
  const form = publishForm(page)
  expect(await widthOf(form.getByLabel('Nota'))).toBeCloseTo(await widthOf(form.getByLabel('Para')), 0)
  await chooseInMenu(page, 'Contactos')
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Agregar').click()
  const whole = await dialog.locator('form').evaluate((element) => element.getBoundingClientRect().width)
  for (const name of ['Dirección', 'Nombre']) {
    expect(await widthOf(dialog.getByRole('textbox', { name }))).toBeCloseTo(whole, 0)
  }
})

/** Of a field, with its border. */
function widthOf(input: Locator): Promise<number> {
  return input.evaluate((element) => element.closest('.MuiInputBase-root')?.getBoundingClientRect().width ?? 0)
}

test('who forgets the device is told that the names go too', async ({ page }) => {
  await openStoredWallet(page)
  await addContact(page, luis.address, 'Luis')
  await button(page.getByRole('dialog'), 'Cerrar').click()
  await chooseInMenu(page, 'Olvidar este dispositivo')
  await expect(page.getByRole('dialog')).toContainText('También se borra el nombre que pusiste a 1 persona.')
})

test('in another tab the new name appears by itself', async ({ page, context, world }) => {
  await publish(world, luis, { principal: 77n * DOLLAR })
  await openStoredWallet(page)
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await expectDashboard(other)
  await addContact(page, luis.address, 'Luis')
  await expect(button(other, 'Ver ficha de Luis').first()).toBeVisible()
  await addContact(other, eva.address, 'Eva')
  await expect(contactsDialog(page).getByRole('status')).toHaveText('2 personas')
})

test('names that are damaged on this device are said to be, kept aside, and new ones can be given', async ({ page }) => {
  await openDashboard(page)
  await addContact(page, luis.address, 'Luis')
  await expect(contactsDialog(page).getByRole('status')).toHaveText('1 persona')
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage)) if (key.includes('contacts')) sessionStorage.setItem(key, 'seed.damaged')
    new BroadcastChannel('entrepares.contacts').postMessage('changed')
  })
  const dialog = contactsDialog(page)
  await expect(alert(dialog)).toContainText('están dañados y no se pueden leer')
  await expect(button(dialog, 'Agregar')).toBeDisabled()
  await button(dialog, 'Apartarlos y empezar de nuevo').click()
  await expect(alert(dialog)).toBeHidden()
  await addContact(page, eva.address, 'Eva')
  await expect(dialog.getByRole('status')).toHaveText('1 persona')
  expect(await page.evaluate(() => Object.values(sessionStorage))).toContain('seed.damaged')
})

test('the address field takes a name by keyboard: arrows choose, Enter takes, Escape closes the list alone', async ({
  page,
  world,
}) => {
  await lendToLuis(world, me)
  await openDashboard(page)
  await expect(debtors(page).first()).toContainText('$ 40.00')
  await addContact(page, eva.address, 'Éva Ríos')
  await button(page.getByRole('dialog'), 'Cerrar').click()
  const to = publishForm(page).getByRole('combobox', { name: 'Para' })
  const options = suggestions(page)
  await to.focus()
  await expect(options).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveText([/^Éva Ríos/, luisShort])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(to).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('eva r')
  await expect(options).toHaveText([/^Éva Ríos/])
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(to).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(to).toHaveValue(eva.address)
  await expect(to).toBeFocused()
  await expect(publishForm(page)).toContainText('Éva Ríos')
  await expect(publishForm(page)).toContainText('Solo esa dirección podrá tomarla.')

  // A whole name, left as it was typed.
  await to.fill('EVA RIOS')
  await page.keyboard.press('Tab')
  await expect(to).toHaveValue(eva.address)
})

test('a whole name that two people have stays a name, even where the second is not among those listed', async ({ page }) => {
  await openDashboard(page)
  const others = ['1', '2', '3', '4', '5'].map((digit) => `0x${digit.repeat(40)}`)
  for (const [index, address] of others.entries()) await addContact(page, address, `Ana Luis ${index}`)
  await addContact(page, luis.address, 'Luis')
  await addContact(page, eva.address, 'Luís')
  await button(page.getByRole('dialog'), 'Guardar').click()
  await expect(contactsDialog(page).getByRole('status')).toHaveText('7 personas')
  await button(page.getByRole('dialog'), 'Cerrar').click()
  const to = publishForm(page).getByRole('combobox', { name: 'Para' })
  await to.fill('luis')
  await expect(suggestions(page)).toHaveCount(6)
  await page.keyboard.press('Tab')
  await expect(to).not.toBeFocused()
  await expect(to).toHaveValue('luis')
  // A name that one person alone has says who it is.
  await to.fill('ana luis 3')
  await page.keyboard.press('Tab')
  await expect(to).toHaveValue(others[3] ?? '')

  // In Enviar the list of six goes on behind the buttons: what leads on is never covered.
  await page.setViewportSize({ width: 360, height: 740 })
  await button(header(page), 'Enviar').click()
  const dialog = page.getByRole('dialog', { name: 'Enviar', exact: true })
  await dialog.getByLabel('Para').click()
  await expect(dialog.getByRole('option')).toHaveCount(6)
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  expect(await button(dialog, 'Continuar').evaluate(isOnTop)).toBe(true)
  const last = dialog.getByRole('option').last()
  await last.scrollIntoViewIfNeeded()
  await last.click()
  await expect(dialog.getByLabel('Para')).toHaveValue(/^0x/)
})

test('the sheet of a person leads to the amount that is sent to them, and back to whom', async ({ page, world }) => {
  await lendToLuis(world, me)
  await openDashboard(page)
  await button(debtors(page).first(), `Ver ficha de ${luisShort}`).click()
  await button(sheet(page), 'Enviarle').click()
  const dialog = page.getByRole('dialog', { name: 'Enviar', exact: true })
  await expect(dialog).toContainText('Paso 2 de 3: cuánto')
  await expect(dialog).toContainText(luisShort)
  await button(dialog, 'Volver').click()
  await expect(dialog.getByLabel('Para')).toHaveValue(luis.address)
})

test('the ring around the pencil does not lie over the name beside it', async ({ page, world }) => {
  await lendToLuis(world, me)
  await openDashboard(page)
  await button(debtors(page).first(), `Ver ficha de ${luisShort}`).click()
  await button(sheet(page), 'Poner nombre').press('Enter')
  await page.keyboard.type('Maximiliana')
  await page.keyboard.press('Enter')
  const pencil = button(sheet(page), 'Cambiar nombre')
  await expect(pencil).toBeFocused()
  await expect(pencil).toHaveCSS('outline-style', 'solid')
  const ring = await pencil.evaluate((element) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(element)
    return element.getBoundingClientRect().left - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth)
  })
  const name = await sheet(page).getByText('Maximiliana', { exact: true }).boundingBox()
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(ring)
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the field offers those one knows, and the sheet leads to the form, to lend or to ask', async ({ page }) => {
    await openDashboard(page)
    await addContact(page, eva.address, 'Eva')
    const to = publishForm(page).getByRole('combobox', { name: 'Para' })
    await contactsDialog(page).getByRole('button', { name: /^Eva/ }).tap()
    await button(sheet(page), 'Prestarle').tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(to).toHaveValue(eva.address)
    await expect(to).toBeInViewport()
    await expect(page.getByRole('heading', { name: 'Publicar préstamo' })).toBeFocused()

    await to.fill('')
    await to.tap()
    await expect(suggestions(page)).toHaveCount(1)
    expect((await suggestions(page).boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await suggestions(page).tap()
    await expect(to).toHaveValue(eva.address)

    await chooseInMenu(page, 'Contactos')
    await contactsDialog(page).getByRole('button', { name: /^Eva/ }).tap()
    await button(sheet(page), 'Pedirle').tap()
    await expect(publishForm(page).getByRole('combobox', { name: 'A (opcional)' })).toHaveValue(eva.address)
  })
})

test('the search of the market finds offers and requests by a name of mine, accents and capitals ignored', async ({
  page,
  world,
}) => {
  // Beside the offer of his that every embedded chain begins with.
  await publish(world, luis, { principal: 77n * DOLLAR })
  await ask(world, luis, { principal: 78n * DOLLAR })
  await openDashboard(page)
  await addContact(page, luis.address, 'Álvaro Núñez')
  await button(page.getByRole('dialog'), 'Cerrar').click()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('nunez ALVARO')
  await expect(offers(page)).toHaveCount(2)
  await expect(offers(page).first()).toContainText('$ 77.00')
  // The server and whoever gets the link do not read the name.
  expect(page.url()).not.toMatch(/nunez|alvaro/i)
  await market(page)
    .getByRole('tab', { name: /^Solicitudes/ })
    .click()
  await expect(offers(page)).toHaveCount(1)
  await expect(offers(page)).toContainText('$ 78.00')
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('nadie')
  await expect(offers(page)).toHaveCount(0)
  await expect(page).toHaveURL(/q=nadie/)
})

test('everything is accessible, on a phone and on a desktop', async ({ page, world }) => {
  await lendToLuis(world, me)
  await openDashboard(page)
  await addContact(page, luis.address, 'Luis')
  await expectAccessible(page)
  await button(page.getByRole('dialog'), 'Agregar').click()
  await expectAccessible(page)
  await button(page.getByRole('dialog'), 'Cancelar').click()
  await contactsDialog(page).getByRole('button', { name: /^Luis/ }).click()
  await expect(sheet(page).getByRole('definition')).toHaveText(['0 de 1', /^\$ 40/, '$ 0.00'])
  await expectAccessible(page)
  await button(sheet(page), 'Cerrar').click()
  await button(contactsDialog(page), 'Cerrar').click()
  await publishForm(page).getByRole('combobox', { name: 'Para' }).click()
  await expect(suggestions(page)).toHaveCount(1)
  await expectAccessible(page)
})

test('with a name of 40 letters in one word and text of twice the size nothing is cut or stands out at 360 px', async ({
  page,
  world,
}) => {
  await lendToLuis(world, me)
  await ask(world, luis, { principal: 78n * DOLLAR, to: me.address })
  await page.setViewportSize({ width: 360, height: 780 })
  await openDashboard(page)
  await addContact(page, luis.address, LONG)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect(contactsDialog(page)).toContainText(LONG)
  await expectNothingCut(page)
  await contactsDialog(page).getByRole('button', { name: LONG }).click()
  await expect(sheet(page)).toContainText(LONG)
  await expectNothingCut(page)
  await button(sheet(page), 'Cerrar').click()
  await button(contactsDialog(page), 'Cerrar').click()
  await expect(debtors(page).first()).toContainText(LONG)
  await publishForm(page).getByRole('combobox', { name: 'Para' }).click()
  await expect(suggestions(page)).toHaveCount(1)
  await expectNothingCut(page)
})

/** No element with the long name is wider than what holds it, and the page does not scroll sideways. */
async function expectNothingCut(page: Page) {
  const found = await page.evaluate((name) => {
    const holders = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.children.length === 0 && element.textContent?.includes(name),
    )
    const cut = holders.filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1
    })
    return { count: holders.length, cut: cut.map(({ outerHTML }) => outerHTML), width: document.documentElement.scrollWidth }
  }, LONG)
  expect(found.count).toBeGreaterThan(0)
  expect(found.cut).toEqual([])
  expect(found.width).toBeLessThanOrEqual(360)
}
