/** @module-tag long */
import { mdiClockOutline } from '@mdi/js'
import { parseEther } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { networks } from '../../chains.ts'
import { OWN_PAGE } from '../../loans/limits.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import {
  alert,
  button,
  chooseOnDebtor,
  debtors,
  debts,
  dialog,
  expectCount,
  header,
  market,
  offers,
  section,
} from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const { deployer: me, ana, luis } = people

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** Waits for the chain: until then the buttons are those of examples. */
async function arrive(network = 'Red local') {
  await openDashboard(TEST_PHRASE)
  await expect.element(header().getByText(network, { exact: true })).toBeVisible()
}

const taking = () => dialog('Solicitar préstamo')
const paying = () => dialog('Pagar préstamo')
const askForEmergency = () =>
  offers()
    .filter({ hasText: 'Para una emergencia' })
    .getByRole('button', { name: /^Solicitar/ })
    .click()

test('the button that pays says how much, and what was sent has a clock', async () => {
  const id = await publish(world, ana, { principal: 90n * DOLLAR })
  await take(world, me, id)
  await world.fund(me.address, 100)
  await arrive()
  await button('Pagar ahora $ 90.00').click()
  await expect.element(button('Pagar $ 90.74', paying())).toBeVisible()
  await paying().getByLabelText('Monto').fill('')
  await expect.element(button('Pagar', paying())).toBeVisible()
  await paying().getByLabelText('Monto').fill('40,5')
  await world.client.setAutomine(false)
  await button('Pagar $ 40.50', paying()).click()
  const status = paying().getByRole('status')
  await expect.element(status).toHaveTextContent('TX enviada')
  expect(status.element().querySelector('path')?.getAttribute('d')).toBe(mdiClockOutline)
})

test('who has neither ether nor dollars gets them inside the dialog, which goes on', async () => {
  await world.fund(me.address, 0, '0')
  await arrive()
  await askForEmergency()
  await expect.element(alert(taking())).toHaveTextContent('No tienes ETH suficiente')
  await button('Obtener fondos de prueba', taking()).click()
  await expect.element(button('Aceptar préstamo', taking())).toBeEnabled()
  await expect.element(alert(taking())).not.toBeInTheDocument()
  await button('Aceptar préstamo', taking()).click()
  await expect.element(taking()).not.toBeInTheDocument()
  await expect.element(debts().first()).toHaveTextContent('$ 300.00')
})

test('who has too few dollars to pay draws them inside the dialog, and what was typed stays', async () => {
  const id = await publish(world, ana, { principal: 90n * DOLLAR })
  await take(world, me, id)
  await world.fund(me.address, 1)
  await world.client.increaseTime({ seconds: 3_600 })
  await world.client.mine({ blocks: 1 })
  await arrive()
  await button('Pagar ahora $ 90.00').click()
  // One payment: all of it is proposed.
  await expect.element(paying().getByLabelText('Monto')).toHaveValue('90.74')
  await paying().getByLabelText('Monto').fill('60')
  await expect.element(alert(paying())).toHaveTextContent('Es más de lo que tienes. Disponible: $ 1.00')
  await expect.element(button('Te faltan $ 59.00', paying())).toBeDisabled()
  await button('Obtener fondos de prueba', paying()).click()
  await expect.element(paying()).toHaveTextContent('Disponible: $ 1001.00')
  await expect.element(paying().getByLabelText('Monto')).toHaveValue('60')
  await button('Pagar $ 60.00', paying()).click()
  await expect.element(paying()).not.toBeInTheDocument()
  expect(await world.balanceOf(me.address)).toBe(941n * DOLLAR)
})

describe('on Sepolia', () => {
  test('who has no ether is shown where to ask for it, and comes back to the same dialog', async () => {
    world = await beginWorld({ chainId: networks.sepolia.id })
    await world.fund(me.address, 0, '0')
    await arrive('Sepolia')
    await askForEmergency()
    await button('Obtener fondos de prueba', taking()).click()
    const funds = dialog('Obtener fondos de prueba')
    await expectCount(funds.getByRole('link'), 2)
    history.back()
    await expect.element(funds).not.toBeInTheDocument()
    await expect.element(taking()).toBeVisible()
    await world.client.setBalance({ address: me.address, value: parseEther('1') })
    await expect.element(button('Aceptar préstamo', taking())).toBeEnabled()
    history.back()
    await expect.element(taking()).not.toBeInTheDocument()
  })
})

const newDebt = () => debts().filter({ hasText: '$ 300.00' })

async function acceptAndGoToDebt() {
  await askForEmergency()
  await button('Aceptar préstamo', taking()).click()
  await expect.element(taking()).not.toBeInTheDocument()
  await button('Ver mi deuda', alert()).click()
  await expect.element(newDebt()).toHaveFocus()
  await expect.element(newDebt()).toBeInViewport()
}

test('after accepting, the notice leads to the new debt', async () => {
  await arrive()
  await acceptAndGoToDebt()
  // Sooner than the ten seconds after which it goes by itself once the pointer has left it.
  await expect.element(alert(), { timeout: 8_000 }).not.toBeInTheDocument()
})

test('the notice leads to the new debt also where it is behind those that are due sooner', async () => {
  // More than are read whole at first.
  for (let taken = 0; taken <= OWN_PAGE; taken++) await take(world, me, await publish(world, ana, { seconds: 15 * DAY }))
  await arrive()
  const mine = section('Mis Deudas')
  await expect.element(button(`Ver ${OWN_PAGE + 1 - 4} más`, mine)).toBeVisible()
  await acceptAndGoToDebt()
  // It is looked for once: what is pressed next keeps the focus.
  await button('Ocultar ejemplos', mine).click()
  await publish(world, ana, { principal: 77n * DOLLAR })
  await expect.element(market()).toHaveTextContent('$ 77.00')
  await expect.element(button('Mostrar ejemplos', mine)).toHaveFocus()
})

describe('a dialog of one of nine loans, which is not the first any more once it is done', () => {
  test('paying an instalment is confirmed, and the dialog does not come back by itself', async () => {
    const lend = async (terms: Parameters<typeof publish>[2]) => take(world, me, await publish(world, ana, terms))
    await lend({ principal: 90n * DOLLAR, seconds: 30 * DAY, instalments: 3, apr: 1 })
    for (let more = 0; more < 8; more++) await lend({ principal: 10n * DOLLAR, seconds: 15 * DAY, apr: 1 })
    await world.fund(me.address, 500)
    await arrive()
    await button('Pagar ahora $ 90.00').click()
    await paying()
      .getByRole('button', { name: /^Pagar \$ 30/ })
      .click()
    await expect.element(paying()).toHaveTextContent('TX confirmada')
    await expect.element(paying()).not.toBeInTheDocument()
    await expect.element(alert()).toHaveTextContent('Pagaste $ 30.01')
    await button('Ver 5 más', section('Mis Deudas')).click()
    await expectCount(debts(), 9)
    await expect.element(debts().filter({ hasText: '$ 90.00' })).toHaveTextContent('Cuotas1 de 3')
    await expect.element(paying()).not.toBeInTheDocument()
  })

  test('more time is given once, and the dialog does not come back by itself', async () => {
    const lend = async (terms: Parameters<typeof publish>[2]) => take(world, luis, await publish(world, me, terms))
    await lend({ principal: 90n * DOLLAR, seconds: 5 * DAY, apr: 1 })
    for (let more = 0; more < 8; more++) await lend({ principal: 10n * DOLLAR, seconds: 10 * DAY, apr: 1 })
    await arrive()
    await chooseOnDebtor('Dar más tiempo')
    const extending = dialog('Dar más tiempo')
    await button('Dar 7 días más', extending).click()
    await expect.element(extending).toHaveTextContent('TX confirmada')
    await expect.element(extending).not.toBeInTheDocument()
    await button('Ver 5 más', section('Mis Deudores')).click()
    await expectCount(debtors(), 9)
    await expect.element(extending).not.toBeInTheDocument()
  })
})
