import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { OWN_PAGE } from '../../web/loans/limits.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { debtors, debts } from '../support/dashboard.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { pay, publish, take } from '../support/others.ts'
import { button, header, openDashboard, section } from '../support/steps.ts'

const me = people.deployer
// Keeps the expected days right even if the test takes minutes.
const SLACK_SECONDS = 600

async function borrow(world: World, dollars: bigint, days: number) {
  const id = await publish(world, people.ana, { principal: dollars * DOLLAR, seconds: days * DAY + SLACK_SECONDS, apr: 1 })
  await take(world, me, id)
  return id
}

async function lend(world: World, dollars: bigint, days: number) {
  const terms = { principal: dollars * DOLLAR, seconds: days * DAY + SLACK_SECONDS, apr: 1 }
  await take(world, people.luis, await publish(world, me, terms))
}

async function passDays(world: World, days: number) {
  await world.client.increaseTime({ seconds: days * DAY })
  await world.client.mine({ blocks: 1 })
}

const rows = (page: Page) => header(page).getByRole('listitem')
const chart = (page: Page) => header(page).getByRole('img')

test('the next due dates are listed, late ones first and in red; the chart takes three loans, and the choice is remembered', async ({
  page,
  world,
}) => {
  await borrow(world, 30n, 40)
  await borrow(world, 10n, 15)
  await passDays(world, 18)
  await openDashboard(page)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText(/0x7099…79C8.*Venció hace 3 días.*\$ 10\.01/s)
  await expect(rows(page).first().getByText('Venció hace 3 días')).toHaveCSS('color', 'rgb(255, 128, 128)')
  await expect(rows(page).last()).toContainText(/Vence en 2[12] días.*\$ 30\.0[1-4]/s)
  await expect(header(page)).not.toContainText('Ejemplo')
  await expect(button(header(page), 'Gráfico')).toBeHidden()

  await borrow(world, 20n, 60)
  await button(header(page), 'Gráfico').click()
  await expect(chart(page)).toHaveAccessibleName(
    /^Vencimientos por fecha: debes \$ 10\.01 el .*; debes \$ 30\..*; debes \$ 20\..*\.$/,
  )
  await expect(chart(page).locator('rect').first()).toBeVisible()
  expect(
    await chart(page)
      .locator('rect')
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('fill'))),
  ).toContain('#FF8080')
  // No label is crowded out.
  for (const amount of ['$ 10.01', '$ 20.0', '$ 30.0']) await expect(chart(page)).toContainText(amount)

  await openDashboard(page)
  await expect(chart(page)).toBeVisible()
  await button(header(page), 'Lista').click()
  await expect(rows(page)).toHaveCount(3)
})

test('with instalments the next one is due, in the list and in the chart; the sum is all that is owed', async ({
  page,
  world,
}) => {
  for (const [dollars, days] of [
    [120n, 90],
    [60n, 60],
    [30n, 30],
  ] as const) {
    const terms = { principal: dollars * DOLLAR, seconds: days * DAY + SLACK_SECONDS, apr: 1, instalments: 3 }
    await take(world, me, await publish(world, people.ana, terms))
  }
  await openDashboard(page)
  await expect(rows(page)).toHaveCount(3)
  for (const [index, amount] of ['$ 10.01', '$ 20.01', '$ 40.01'].entries())
    await expect(rows(page).nth(index)).toContainText(new RegExp(`${(index + 1) * 10} días.*\\${amount}`, 's'))
  await expect(header(page)).toContainText(/Debes\s*\$ 210\.0[1-6]/)
  await button(header(page), 'Gráfico').click()
  await expect(chart(page)).toHaveAccessibleName(/debes \$ 10\.01 el .*; debes \$ 20\.01 el .*; debes \$ 40\.01 el [^;]*\.$/)
  await expect(header(page)).not.toContainText('Con puntos')

  // More than are read whole at first: the chart does not guess the instalment of the last one.
  for (let loans = 3; loans <= OWN_PAGE; loans++) {
    const terms = { principal: 90n * DOLLAR, seconds: (120 + 3 * loans) * DAY, apr: 1, instalments: 3 }
    await take(world, me, await publish(world, people.ana, terms))
  }
  await expect(chart(page)).toHaveAccessibleName(/; debes al menos una cuota el [^;]*\.$/)
  await expect(header(page)).toContainText('Con puntos: cuotas cuyo monto aún no se ha leído.')
})

test('no amount in the chart crosses the line of today', async ({ page, world }) => {
  for (const [dollars, days] of [
    [300n, 15],
    [100n, 40],
    [50n, 60],
  ] as const)
    await lend(world, dollars, days)
  await passDays(world, 16)
  await openDashboard(page)
  await button(header(page), 'Gráfico').click()
  await expect(chart(page)).toContainText('$ 300.0')
  const crossed = await chart(page).evaluate((image) => {
    const line = image.querySelector('path[stroke-dasharray]')?.getBoundingClientRect()
    const labels = [...image.querySelectorAll('g text')].map((text) => ({ text, box: text.getBoundingClientRect() }))
    return labels
      .filter(
        ({ box }) => line && box.left < line.right && box.right > line.left && box.top < line.bottom && box.bottom > line.top,
      )
      .map(({ text }) => text.textContent)
  })
  expect(crossed).toEqual([])
})

test('nothing is due: it is said, and not with a zero while nobody knows', async ({ page }) => {
  await openDashboard(page)
  await button(section(page, 'Mis Deudas'), 'Ocultar ejemplos').click()
  await expect(header(page)).toContainText('Nada vence todavía')
})

test('X7 what is owed comes first; what was repaid and the examples are folded below, with their number', async ({
  page,
  world,
}) => {
  await borrow(world, 20n, 30)
  const repaid = await borrow(world, 10n, 15)
  await pay(world, me, repaid, 20n * DOLLAR)
  await openDashboard(page)
  const own = section(page, 'Mis Deudas')
  await expect(debts(page)).toHaveCount(1)
  await expect(debts(page).first()).toContainText('$ 20.00')
  await button(own, 'Devueltos (1)').click()
  await expect(debts(page)).toHaveCount(2)
  await expect(debts(page).last()).toContainText(/\$ 10\.00.*Devuelto/s)
  await button(own, 'Ejemplos (2)').click()
  await expect(debts(page)).toHaveCount(4)
  await button(own, 'Devueltos (1)').click()
  await expect(debts(page)).toHaveCount(3)

  // The other section has no real loan: its examples stand open.
  await expect(debtors(page)).toHaveCount(2)
  await expect(section(page, 'Mis Deudores').getByRole('button', { name: /^Ejemplos/ })).toHaveCount(0)
})

test('X7 an empty section leads with one press to where its first loan comes from', async ({ page }) => {
  await openDashboard(page)
  await button(section(page, 'Mis Deudores'), 'Ocultar ejemplos').click()
  await button(section(page, 'Mis Deudores'), 'Hacer una oferta').click()
  await expect(page.getByRole('heading', { name: 'Publicar préstamo' })).toBeFocused()
  await button(section(page, 'Mis Deudas'), 'Ver ofertas').click()
  await expect(page.getByRole('heading', { name: 'Marketplace de Préstamos' })).toBeFocused()
})
