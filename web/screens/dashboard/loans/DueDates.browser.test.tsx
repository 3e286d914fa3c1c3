import { parseEther } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { fund } from '../../../../e2e/support/money.ts'
import { publish, take } from '../../../../e2e/support/others.ts'
import { OWN_PAGE } from '../../../loans/limits.ts'
import { DAY, DOLLAR } from '../../../loans/loan.ts'
import { openDashboard, unmount } from '../../../testing/mount.tsx'
import { button, dialog, header, leaveEnd } from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

const me = people.deployer
// Keeps the expected days right even if the test takes minutes.
const SLACK_SECONDS = 600

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

async function borrow(dollars: bigint, days: number, instalments = 1) {
  const terms = { principal: dollars * DOLLAR, seconds: days * DAY + SLACK_SECONDS, apr: 1, instalments }
  await take(world, me, await publish(world, people.ana, terms))
}

async function lend(dollars: bigint, days: number) {
  const terms = { principal: dollars * DOLLAR, seconds: days * DAY + SLACK_SECONDS, apr: 1 }
  await take(world, people.luis, await publish(world, me, terms))
}

async function passDays(days: number) {
  await world.client.increaseTime({ seconds: days * DAY })
  await world.client.mine({ blocks: 1 })
}

const rows = () => header().getByRole('listitem')
const rowsShown = () => expect.poll(() => rows().elements())
const chart = () => header().getByRole('img')
const barColors = () => [...chart().element().querySelectorAll('rect')].map((bar) => bar.getAttribute('fill'))

test('the next due dates are listed, late ones first and in red; the chart takes three loans, and the choice is remembered', {
  tags: 'long',
}, async () => {
  await borrow(30n, 40)
  await borrow(10n, 15)
  await passDays(18)
  await openDashboard(TEST_PHRASE)
  await rowsShown().toHaveLength(2)
  await expect.element(rows().first()).toHaveTextContent(/0x7099…79C8.*Venció hace 3 días.*\$ 10\.01/)
  await expect.element(rows().first().getByText('Venció hace 3 días')).toHaveStyle({ color: 'rgb(255, 128, 128)' })
  await expect.element(rows().last()).toHaveTextContent(/Vence en 2[12] días.*\$ 30\.0[1-4]/)
  await expect.element(header()).not.toHaveTextContent('Ejemplo')
  await expect.element(button('Gráfico', header())).not.toBeInTheDocument()

  await borrow(20n, 60)
  await button('Gráfico', header()).click()
  await expect
    .element(chart())
    .toHaveAccessibleName(/^Vencimientos por fecha: debes \$ 10\.01 el .*; debes \$ 30\..*; debes \$ 20\..*\.$/)
  expect(barColors()).toContain('#FF8080')
  // No label is crowded out.
  for (const amount of ['$ 10.01', '$ 20.0', '$ 30.0']) await expect.element(chart()).toHaveTextContent(amount)

  unmount()
  await openDashboard(TEST_PHRASE)
  await expect.element(chart()).toBeVisible()
  await button('Lista', header()).click()
  // The button to pay takes the room of the third.
  await rowsShown().toHaveLength(2)
})

test('a row opens its loan, and what I owe next is paid with two presses: the amount is filled in', {
  tags: 'long',
}, async () => {
  // The debtor is due first, and both stand in the list.
  await lend(20n, 10)
  await lend(30n, 11)
  await borrow(45n, 12)
  await world.client.setBalance({ address: me.address, value: parseEther('1') })
  await fund(world, me.address, 100)
  await openDashboard(TEST_PHRASE)
  await rowsShown().toHaveLength(2)
  await header()
    .getByRole('button', { name: /^Ver el préstamo: \$ 20\.0\d, 0x3C44…93BC$/ })
    .click()
  await expect.element(dialog()).toHaveTextContent(/Contrato/)
  await userEvent.keyboard('{Escape}')
  await header()
    .getByRole('button', { name: /^Ver el préstamo: \$ 45\.0\d, 0x7099…79C8$/ })
    .click()
  await expect.element(dialog('Detalles del préstamo')).toBeVisible()
  await userEvent.keyboard('{Escape}')

  const pay = header().getByRole('button', { name: /^Pagar \$ 45\.0\d$/ })
  const { textContent: label } = await pay.findElement()
  await pay.click()
  // The dialog's button has the same words.
  await button(label ?? '', dialog()).click()
  await leaveEnd()
  await expect.element(pay).not.toBeInTheDocument()
})

test('with instalments the next one is due, in the list and in the chart; the sum is all that is owed', {
  tags: 'long',
}, async () => {
  await borrow(120n, 90, 3)
  await borrow(60n, 60, 3)
  await borrow(30n, 30, 3)
  await openDashboard(TEST_PHRASE)
  await rowsShown().toHaveLength(2)
  for (const [index, amount] of ['$ 10.01', '$ 20.01'].entries())
    await expect.element(rows().nth(index)).toHaveTextContent(new RegExp(`${(index + 1) * 10} días.*\\${amount}`))
  await expect.element(header()).toHaveTextContent(/Debes\s*\$ 210\.0[1-6]/)
  await button('Gráfico', header()).click()
  await expect.element(chart()).toHaveAccessibleName(/debes \$ 10\.01 el .*; debes \$ 20\.01 el .*; debes \$ 40\.01 el [^;]*\.$/)
  await expect.element(header()).not.toHaveTextContent('Con puntos')

  // More than are read whole at first: the chart does not guess the instalment of the last one.
  for (let loans = 3; loans <= OWN_PAGE; loans++) await borrow(90n, 120 + 3 * loans, 3)
  await expect.element(chart()).toHaveAccessibleName(/; debes al menos una cuota el [^;]*\.$/)
  await expect.element(header()).toHaveTextContent('Con puntos: cuotas cuyo monto aún no se ha leído.')
})

test('no amount in the chart crosses the line of today', { tags: 'long' }, async () => {
  await lend(300n, 15)
  await lend(100n, 40)
  await lend(50n, 60)
  await passDays(16)
  await openDashboard(TEST_PHRASE)
  await button('Gráfico', header()).click()
  await expect.element(chart()).toHaveTextContent('$ 300.0')
  const image = chart().element()
  const line = image.querySelector('path[stroke-dasharray]')?.getBoundingClientRect()
  if (!line) throw new Error('There is no line of today.')
  const crossed = [...image.querySelectorAll('g text')].filter((text) => {
    const box = text.getBoundingClientRect()
    return box.left < line.right && box.right > line.left && box.top < line.bottom && box.bottom > line.top
  })
  expect(crossed.map(({ textContent }) => textContent)).toEqual([])
})

test('nothing is due: it is said, and no example is among what is due', async () => {
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Nada vence todavía')
  expect(rows().elements()).toHaveLength(0)
})
