import { mdiClockOutline } from '@mdi/js'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { people } from '../../devchain/people.ts'
import { networks } from '../../web/chains.ts'
import { OWN_PAGE } from '../../web/loans/limits.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { chooseOnDebtor, debtors, debts, market } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { publish, take } from '../support/others.ts'
import { alert, button, header, openDashboard, section, TEST_ADDRESS } from '../support/steps.ts'

const { deployer: me, ana } = people

/** Waits for the chain: until then the buttons are those of examples. */
async function arrive(page: Page, network = 'Red local') {
  await openDashboard(page)
  await expect(header(page).getByText(network, { exact: true })).toBeVisible()
}

async function request(page: Page, note: string) {
  await market(page)
    .getByRole('listitem')
    .filter({ hasText: note })
    .getByRole('button', { name: /^Solicitar/ })
    .click()
  return page.getByRole('dialog', { name: 'Solicitar préstamo' })
}

for (const width of [360, 1280]) {
  test(`at ${width} px the primary button stands over the way out, both across the dialog`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await arrive(page)
    const taking = await request(page, 'Para una emergencia')
    const [first, second] = [button(taking, 'Aceptar préstamo'), button(taking, 'Ahora no')]
    await expect(first).toBeEnabled()
    const [accept, leave] = [await first.boundingBox(), await second.boundingBox()]
    if (!accept || !leave) throw new Error('A button is not drawn.')
    expect(leave.y).toBeGreaterThanOrEqual(accept.y + accept.height + 8)
    expect([leave.x, leave.width]).toEqual([accept.x, accept.width])
    expect(Math.min(accept.height, leave.height)).toBeGreaterThanOrEqual(44)
    const { width: whole = 0 } = (await taking.getByRole('heading').locator('..').boundingBox()) ?? {}
    expect(accept.width).toBe(whole - 48)
  })
}

test('the button that pays says how much, and what was sent has a clock', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 100)
  const id = await publish(world, ana, { principal: 90n * DOLLAR })
  await take(world, me, id)
  await arrive(page)
  await button(page, 'Pagar ahora $ 90.00').click()
  const paying = page.getByRole('dialog', { name: 'Pagar préstamo' })
  await expect(button(paying, 'Pagar')).toBeVisible()
  await paying.getByLabel('Monto').fill('40,5')
  await world.client.setAutomine(false)
  await button(paying, 'Pagar $ 40.50').click()
  const status = paying.getByRole('status')
  await expect(status).toContainText('TX enviada')
  await expect(status.locator('path').first()).toHaveAttribute('d', mdiClockOutline)
})

test('who has neither ether nor dollars gets them inside the dialog, which goes on', async ({ page, world }) => {
  await world.client.setBalance({ address: TEST_ADDRESS, value: 0n })
  await arrive(page)
  const taking = await request(page, 'Para una emergencia')
  await expect(alert(taking)).toContainText('No tienes ETH suficiente')
  await expectAccessible(page)
  await button(taking, 'Obtener fondos de prueba').click()
  await expect(button(taking, 'Aceptar préstamo')).toBeEnabled()
  await expect(alert(taking)).toBeHidden()
  await button(taking, 'Aceptar préstamo').click()
  await expect(taking).toBeHidden()
  await expect(debts(page).first()).toContainText('$ 300.00')
})

test('who has too few dollars to pay draws them inside the dialog, and what was typed stays', async ({ page, world }) => {
  const id = await publish(world, ana, { principal: 90n * DOLLAR })
  await take(world, me, id)
  await fund(world, TEST_ADDRESS, 1)
  await world.client.increaseTime({ seconds: 3_600 })
  await world.client.mine({ blocks: 1 })
  await arrive(page)
  await button(page, 'Pagar ahora $ 90.00').click()
  const paying = page.getByRole('dialog', { name: 'Pagar préstamo' })
  await paying.getByLabel('Monto').fill('60')
  await expect(alert(paying)).toContainText('Tienes $ 1.00 y hacen falta $ 60.00.')
  await button(paying, 'Obtener fondos de prueba').click()
  await expect(paying).toContainText('Disponible: $ 1001.00')
  await expect(paying.getByLabel('Monto')).toHaveValue('60')
  await button(paying, 'Pagar $ 60.00').click()
  await expect(paying).toBeHidden()
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(941n * DOLLAR)
})

test.describe('on Sepolia', () => {
  test.use({ chainId: networks.sepolia.id })

  test('who has no ether is shown where to ask for it, and comes back to the same dialog', async ({ page, world }) => {
    await world.client.setBalance({ address: TEST_ADDRESS, value: 0n })
    await arrive(page, 'Sepolia')
    const taking = await request(page, 'Para una emergencia')
    await button(taking, 'Obtener fondos de prueba').click()
    const funds = page.getByRole('dialog', { name: 'Obtener fondos de prueba' })
    await expect(funds.getByRole('link')).toHaveCount(2)
    await page.goBack()
    await expect(funds).toBeHidden()
    await expect(taking).toBeVisible()
    await world.client.setBalance({ address: TEST_ADDRESS, value: parseEther('1') })
    await expect(button(taking, 'Aceptar préstamo')).toBeEnabled()
    await page.goBack()
    await expect(taking).toBeHidden()
  })
})

test('after accepting, the notice leads to the new debt', async ({ page }) => {
  await arrive(page)
  const taking = await request(page, 'Para una emergencia')
  await button(taking, 'Aceptar préstamo').click()
  await expect(taking).toBeHidden()
  await button(alert(page), 'Ver mi deuda').click()
  const debt = debts(page).filter({ hasText: '$ 300.00' })
  await expect(debt).toBeFocused()
  await expect(debt).toBeInViewport()
  await expect(alert(page)).toBeHidden()
})

test('the notice leads to the new debt also where it is behind those that are due sooner', async ({ page, world }) => {
  // More than are read whole at first.
  for (let taken = 0; taken <= OWN_PAGE; taken++) await take(world, me, await publish(world, ana, { seconds: 15 * DAY }))
  await arrive(page)
  await expect(button(section(page, 'Mis Deudas'), `Ver ${OWN_PAGE + 1 - 4} más`)).toBeVisible()
  const taking = await request(page, 'Para una emergencia')
  await button(taking, 'Aceptar préstamo').click()
  await expect(taking).toBeHidden()
  await button(alert(page), 'Ver mi deuda').click()
  const debt = debts(page).filter({ hasText: '$ 300.00' })
  await expect(debt).toBeFocused()
  await expect(debt).toBeInViewport()
  // It is looked for once: what is pressed next keeps the focus.
  await button(section(page, 'Mis Deudas'), 'Ocultar ejemplos').click()
  await publish(world, ana, { principal: 77n * DOLLAR })
  await expect(market(page)).toContainText('$ 77.00')
  await expect(button(section(page, 'Mis Deudas'), 'Mostrar ejemplos')).toBeFocused()
})

test.describe('a dialog of one of nine loans, which is not the first any more once it is done', () => {
  test('paying an instalment is confirmed, and the dialog does not come back by itself', async ({ page, world }) => {
    const lend = async (terms: Parameters<typeof publish>[2]) => take(world, me, await publish(world, ana, terms))
    await lend({ principal: 90n * DOLLAR, seconds: 30 * DAY, instalments: 3, apr: 1 })
    for (let more = 0; more < 8; more++) await lend({ principal: 10n * DOLLAR, seconds: 15 * DAY, apr: 1 })
    await fund(world, TEST_ADDRESS, 500)
    await arrive(page)
    await button(page, 'Pagar ahora $ 90.00').click()
    const paying = page.getByRole('dialog', { name: 'Pagar préstamo' })
    await paying.getByRole('button', { name: /^Pagar \$ 30/ }).click()
    await expect(paying).toContainText('TX confirmada')
    await expect(paying).toBeHidden()
    await expect(alert(page)).toContainText('Pagaste $ 30.01')
    await button(section(page, 'Mis Deudas'), 'Ver 5 más').click()
    await expect(debts(page)).toHaveCount(9)
    await expect(debts(page).filter({ hasText: '$ 90.00' })).toContainText('Cuotas1 de 3')
    await expect(paying).toBeHidden()
  })

  test('more time is given once, and the dialog does not come back by itself', async ({ page, world }) => {
    const lend = async (terms: Parameters<typeof publish>[2]) => take(world, people.luis, await publish(world, me, terms))
    await lend({ principal: 90n * DOLLAR, seconds: 5 * DAY, apr: 1 })
    for (let more = 0; more < 8; more++) await lend({ principal: 10n * DOLLAR, seconds: 10 * DAY, apr: 1 })
    await arrive(page)
    await chooseOnDebtor(page, 'Dar más tiempo')
    const extending = page.getByRole('dialog', { name: 'Dar más tiempo' })
    await button(extending, 'Dar 7 días más').click()
    await expect(extending).toContainText('TX confirmada')
    await expect(extending).toBeHidden()
    await button(section(page, 'Mis Deudores'), 'Ver 5 más').click()
    await expect(debtors(page)).toHaveCount(9)
    await expect(extending).toBeHidden()
  })
})
