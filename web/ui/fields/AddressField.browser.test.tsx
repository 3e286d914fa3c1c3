/** @module-tag long */
// Where an address is asked for, people one knows can be chosen by name.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { addContact, button, debtors, dialog, header, publishForm, texts } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const { deployer: me, luis, eva } = people

const to = () => publishForm().getByRole('combobox', { name: 'Para' })
const options = () => publishForm().getByRole('listbox', { name: 'Personas' }).getByRole('option')

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

afterEach(() => page.viewport(1280, 720))

test('the address field takes a name by keyboard: arrows choose, Enter takes, Escape closes the list alone', async () => {
  await take(world, luis, await publish(world, me, { principal: 40n * DOLLAR, to: luis.address }))
  await openDashboard(TEST_PHRASE)
  await expect.element(debtors().first()).toHaveTextContent('$ 40.00')
  await addContact(eva.address, 'Éva Ríos')
  await button('Cerrar', dialog('Contactos')).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  to().element().focus()
  await expect.element(to()).toHaveFocus()
  await expect.element(options()).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => texts(options())).toEqual([expect.stringMatching(/^Éva Ríos/), '0x3C44…93BC'])
  await userEvent.keyboard('{Escape}')
  await expect.element(options()).not.toBeInTheDocument()
  await expect.element(to()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('eva r')
  await expect.poll(() => texts(options())).toEqual([expect.stringMatching(/^Éva Ríos/)])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(options().first()).toHaveAttribute('aria-selected', 'true')
  await expect.element(to()).toHaveAttribute('aria-activedescendant', options().first().element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(to()).toHaveValue(eva.address)
  await expect.element(to()).toHaveFocus()
  await expect.element(publishForm()).toHaveTextContent('Éva Ríos')
  await expect.element(publishForm()).toHaveTextContent('Solo esa dirección podrá tomarla.')

  // A whole name, left as it was typed.
  await to().fill('EVA RIOS')
  await userEvent.keyboard('{Tab}')
  await expect.element(to()).toHaveValue(eva.address)
})

test('a whole name that two people have stays a name, even where the second is not among those listed', async () => {
  await openDashboard(TEST_PHRASE)
  const others = ['1', '2', '3', '4', '5'].map((digit) => `0x${digit.repeat(40)}`)
  for (const [index, address] of others.entries()) await addContact(address, `Ana Luis ${index}`)
  await addContact(luis.address, 'Luis')
  await addContact(eva.address, 'Luís')
  await button('Guardar', dialog()).click()
  await expect.element(dialog('Contactos').getByRole('status')).toHaveTextContent(/^7 personas$/)
  await button('Cerrar', dialog('Contactos')).click()
  await to().fill('luis')
  await expect.poll(() => options().elements().length).toBe(6)
  await userEvent.keyboard('{Tab}')
  await expect.element(to()).not.toHaveFocus()
  await expect.element(to()).toHaveValue('luis')
  // A name that one person alone has says who it is.
  await to().fill('ana luis 3')
  await userEvent.keyboard('{Tab}')
  await expect.element(to()).toHaveValue(others[3] ?? '')

  // In Enviar the list of six goes on behind the buttons: what leads on is never covered.
  await page.viewport(360, 740)
  await button('Enviar', header()).click()
  const sending = dialog('Enviar')
  await sending.getByLabelText('Para').click()
  await expect.poll(() => sending.getByRole('option').elements().length).toBe(6)
  const goOn = button('Continuar', sending).element()
  const { left, top, width, height } = goOn.getBoundingClientRect()
  expect(goOn.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
  await sending.getByRole('option').last().click()
  await expect.element(sending.getByLabelText('Para')).toHaveValue(expect.stringMatching(/^0x/))
})
