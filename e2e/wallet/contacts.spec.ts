// Contacts where a real browser matters: two tabs, touch, axe. web/screens/dashboard/wallet/ContactsDialog.browser.test.tsx tests the rest.
import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { publishForm } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish, take } from '../support/others.ts'
import {
  addContact,
  ana,
  button,
  chooseInMenu,
  expectDashboard,
  logIn,
  openDashboard,
  openStoredWallet,
} from '../support/steps.ts'

const { deployer: me, luis, eva } = people

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const contactsDialog = (page: Page) => page.getByRole('dialog', { name: 'Contactos' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Persona' })

const suggestions = (page: Page) => publishForm(page).getByRole('listbox', { name: 'Personas' }).getByRole('option')

test('in another tab the new name appears by itself', { tag: '@journey' }, async ({ page, context, world }) => {
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
    await expect(publishForm(page).getByRole('combobox', { name: 'A quién (opcional)' })).toHaveValue(eva.address)
  })
})

test('everything is accessible, on a phone and on a desktop', async ({ page, world }) => {
  await take(world, luis, await publish(world, me, { principal: 40n * DOLLAR, to: luis.address }))
  await openDashboard(page)
  await addContact(page, luis.address, 'Luis')
  await expectAccessible(page)
  await button(page.getByRole('dialog'), 'Agregar').click()
  await expectAccessible(page)
  await button(page.getByRole('dialog'), 'Cancelar').click()
  await contactsDialog(page).getByRole('button', { name: /^Luis/ }).click()
  await expect(sheet(page).getByRole('definition')).toHaveText(['1 en curso', /^\$ 40/, '$ 0.00'])
  await expectAccessible(page)
  await button(sheet(page), 'Cerrar').click()
  await button(contactsDialog(page), 'Cerrar').click()
  await publishForm(page).getByRole('combobox', { name: 'Para' }).click()
  await expect(suggestions(page)).toHaveCount(1)
  await expectAccessible(page)
})
