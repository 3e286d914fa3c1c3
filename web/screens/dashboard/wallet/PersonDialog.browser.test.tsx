/** @module-tag long */
// The sheet of a person, and the name that one gives on it.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { publish, take } from '../../../../e2e/support/others.ts'
import { DOLLAR } from '../../../loans/loan.ts'
import { openDashboard, unmount } from '../../../testing/mount.tsx'
import { button, debtors, dialog, header, market, texts } from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

const { deployer: me, luis } = people
const luisShort = '0x3C44…93BC'

const sheet = () => dialog('Persona')
const card = () => debtors().first()

/** On the sheet that is open. */
async function giveName(name: string) {
  await button('Poner nombre', sheet()).click()
  await sheet().getByRole('textbox', { name: 'Nombre' }).fill(name)
  await button('Guardar', sheet()).click()
}

let world: World
beforeEach(async () => {
  world = await beginWorld()
  await take(world, luis, await publish(world, me, { principal: 40n * DOLLAR, to: luis.address }))
})

afterEach(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }))

test('a name that one gives on a card stands on every card, in the dialogs and beside the dates, also after a reload', async () => {
  await publish(world, luis, { principal: 77n * DOLLAR })
  await publish(world, me, { principal: 12n * DOLLAR, to: luis.address })
  await openDashboard(TEST_PHRASE, { isKept: true })
  await expect.element(card()).toHaveTextContent(luisShort)
  await button(`Ver ficha de ${luisShort}`, card()).click()
  await expect.element(sheet()).toHaveTextContent(luis.address)
  await giveName('Luis Paredes')
  await expect.element(sheet()).toHaveTextContent('Luis Paredes')
  await expect.element(button('Cambiar nombre', sheet())).toHaveFocus()
  await expect.poll(() => texts(sheet().getByRole('definition'))).toEqual(['1 en curso', '$ 40.33', '$ 0.00'])
  await button('Cerrar', sheet()).click()

  const isEverywhere = async () => {
    await expect.element(card()).toHaveTextContent('Luis Paredes')
    await expect.element(card()).not.toHaveTextContent(luisShort)
    await expect.element(header()).toHaveTextContent('Luis Paredes te debe')
    await expect.element(market()).toHaveTextContent('Para Luis Paredes')
    await expect.element(button('Solicitar $ 77.00 a Luis Paredes', market())).toBeVisible()
  }
  await isEverywhere()
  unmount()
  await openDashboard(TEST_PHRASE, { isKept: true })
  await isEverywhere()

  // Where one signs, the whole address is one press away.
  await button('Solicitar $ 77.00 a Luis Paredes', market()).click()
  await expect.element(dialog()).toHaveTextContent('Luis Paredes')
  await dialog()
    .getByRole('button', { name: /ver completa$/ })
    .click()
  await expect.element(dialog()).toHaveTextContent(luis.address)
})

test('on the contract a name of mine stands beside the address on screen, and not on paper, which the other person reads', async () => {
  await openDashboard(TEST_PHRASE)
  await button(`Ver ficha de ${luisShort}`, card()).click()
  await giveName('El moroso')
  await button('Cerrar', sheet()).click()
  await button('Ver contrato $ 40.00', card()).click()
  await expect.element(dialog().getByText('(El moroso)')).toBeVisible()
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  await expect.element(dialog().getByText('(El moroso)')).not.toBeVisible()
  await expect.element(dialog().getByText(luis.address.slice(0, 22))).toBeVisible()
})

test('the sheet of a person leads to the amount that is sent to them, and back to whom', async () => {
  await openDashboard(TEST_PHRASE)
  await button(`Ver ficha de ${luisShort}`, card()).click()
  await button('Enviarle', sheet()).click()
  const sending = dialog('Enviar')
  await expect.element(sending).toHaveTextContent('Paso 2 de 3: cuánto')
  await expect.element(sending).toHaveTextContent(luisShort)
  await button('Volver', sending).click()
  await expect.element(sending.getByLabelText('Para')).toHaveValue(luis.address)
})

test('the ring around the pencil does not lie over the name beside it', async () => {
  await openDashboard(TEST_PHRASE)
  await button(`Ver ficha de ${luisShort}`, card()).click()
  const begin = await button('Poner nombre', sheet()).findElement()
  begin.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(sheet().getByRole('textbox', { name: 'Nombre' })).toHaveFocus()
  await userEvent.keyboard('Maximiliana{Enter}')
  const pencil = button('Cambiar nombre', sheet())
  await expect.element(pencil).toHaveFocus()
  await expect.element(pencil).toHaveStyle({ outlineStyle: 'solid' })
  const { outlineOffset, outlineWidth } = getComputedStyle(pencil.element())
  const ring = pencil.element().getBoundingClientRect().left - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth)
  expect(sheet().getByText('Maximiliana', { exact: true }).element().getBoundingClientRect().right).toBeLessThanOrEqual(ring)
})
