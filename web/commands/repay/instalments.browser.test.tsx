/** @module-tag long */
// A plan of payments, kept and late.
import { getBlock } from 'viem/actions'
import { beforeEach, expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { forgive, publish, take } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { button, debts, dialog, expectCount, header, leaveEnd, section, showEnded } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { shortDate } from '../../text/format.ts'

const { ana, deployer: luis } = people
/** 302.465754 in three parts: the first, in whole cents, and what is left after it. */
const [FIRST, REST] = [100_830_000n, 201_635_754n]

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** Luis, who borrowed from Ana, at his dashboard with 400 dollars. Returns the loan's id and due moment. */
async function arriveWithDebt({ instalments = 1 } = {}) {
  const id = await publish(world, ana, { principal: 300n * DOLLAR, seconds: 30 * DAY, apr: 1000, instalments })
  await take(world, luis, id)
  const { timestamp } = await getBlock(world.client)
  await world.fund(luis.address, 400)
  await world.fund(ana.address, 0)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Red local')
  return { id, dueAt: Number(timestamp) + 30 * DAY }
}

const card = () => debts().first()
const paying = () => dialog('Pagar préstamo')
const amount = () => paying().getByRole('textbox', { name: 'Monto' })
const openPayment = () =>
  card()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()

/** Opens the details, where the plan must read so, and closes them. */
async function expectPlan(...lines: RegExp[]) {
  await button('Ver detalles $ 300.00', card()).click()
  const details = dialog('Detalles del préstamo')
  const plan = details.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')
  await expectCount(plan, lines.length)
  for (const [index, line] of lines.entries()) await expect.element(plan.nth(index)).toHaveTextContent(line)
  await button('Cerrar', details).click()
  await expect.element(details).not.toBeInTheDocument()
}

async function passDays(days: number) {
  await world.client.increaseTime({ seconds: days * DAY })
  await world.client.mine({ blocks: 1 })
}

test('two instalments that are late are paid in one', async () => {
  await arriveWithDebt({ instalments: 3 })
  await passDays(21)
  await openPayment()
  await paying()
    .getByRole('radio', { name: /^Todo lo vencido/ })
    .click()
  await expect.element(amount()).toHaveValue('201.65')
  await expect.element(paying()).toHaveTextContent('Cuotas 1 a 2 de 3')
  await button('Pagar $ 201.65', paying()).click()
  await expect.element(card()).not.toHaveTextContent('vencida')
})

test('luis pays an instalment, falls behind with two, and catches up', async () => {
  const { dueAt } = await arriveWithDebt({ instalments: 3 })

  // The next instalment is proposed, and paid to the unit as it is shown.
  await expect.element(card()).toHaveTextContent(`Próxima cuota: $ 100.83 el ${shortDate(dueAt - 20 * DAY)}`)
  await openPayment()
  await expect.element(paying().getByRole('radio', { name: 'Próxima cuota' })).toBeChecked()
  await expect.element(amount()).toHaveValue('100.83')
  await expect.element(paying()).toHaveTextContent(/Pagas\s*Cuota 1 de 3/)
  await expect.element(paying()).toHaveTextContent(/Quedarás debiendo\s*\$ 201\.64/)
  await button('Pagar todo', paying()).click()
  await expect.element(paying().getByRole('radio', { name: 'Otro monto' })).toBeChecked()
  await expect.element(paying()).toHaveTextContent(/Pagas\s*Cuotas 1 a 3 de 3/)
  await paying().getByRole('radio', { name: 'Próxima cuota' }).click()
  await button('Pagar $ 100.83', paying()).click()
  await expect.element(paying()).not.toBeInTheDocument()
  expect(await world.balanceOf(ana.address)).toBe(FIRST)
  expect(await world.balanceOf(luis.address)).toBe(400n * DOLLAR - FIRST)
  await expect
    .element(card())
    .toHaveTextContent(/Próxima cuota: \$ 100\.82 .*Pagado: \$ 100\.83 \/ \$ 302\.47 \(33%\).*Cuotas1 de 3/)

  // One is late, then both.
  await passDays(21)
  await expect.element(card()).toHaveTextContent(/Vencido [12]d/)
  await expect.element(card()).toHaveTextContent(`Cuota vencida: $ 100.82 del ${shortDate(dueAt - 10 * DAY)}`)
  await passDays(10)
  await expect.element(card()).toHaveTextContent(`2 cuotas vencidas: $ 201.64, la primera del ${shortDate(dueAt - 10 * DAY)}`)
  await openPayment()
  await expect.element(paying().getByRole('radio', { name: 'Cuota vencida' })).toBeChecked()
  await expect.element(paying()).toHaveTextContent(`2 de 3 · venció el ${shortDate(dueAt - 10 * DAY)}`)
  await button('Cancelar', paying()).click()
  await expectPlan(/Pagada/, /Vencida/, /Vencida/)

  // All of it.
  await openPayment()
  await button('Pagar todo', paying()).click()
  await button('Pagar $ 201.64', paying()).click()
  await expect.element(paying()).not.toBeInTheDocument()
  await leaveEnd()
  expect(await world.balanceOf(ana.address)).toBe(FIRST + REST)
  await showEnded('Mis Deudas')
  await expect.element(card()).toHaveTextContent(/Devuelto.*\(100%\).*Cuotas3 de 3/)
  await expect.element(section('Mis Deudas')).not.toHaveTextContent('Perdonado')
})

test('luis pays the first instalment by the button, types the second as the plan shows it, and is not late', {
  tags: 'long',
}, async () => {
  await arriveWithDebt({ instalments: 3 })
  await expectPlan(/\$ 100\.83$/, /\$ 100\.82$/, /\$ 100\.82$/)

  await openPayment()
  await button('Pagar $ 100.83', paying()).click()
  await expect.element(card()).toHaveTextContent('Cuotas1 de 3')
  await expect.element(paying()).not.toBeInTheDocument()

  await openPayment()
  await paying().getByRole('radio', { name: 'Otro monto' }).click()
  await amount().fill('100.82')
  await expect.element(paying()).toHaveTextContent(/Pagas\s*Cuota 2 de 3/)
  await button('Pagar $ 100.82', paying()).click()
  await expect.element(card()).toHaveTextContent('Cuotas2 de 3')
  await expect.element(paying()).not.toBeInTheDocument()
  await passDays(21)
  await expect.element(card()).toHaveTextContent(/A tiempo \([89]d\)/)

  await openPayment()
  await button('Pagar $ 100.82', paying()).click()
  await expect.element(paying()).not.toBeInTheDocument()
  await leaveEnd()
  await showEnded('Mis Deudas')
  await expect.element(card()).toHaveTextContent(/Devuelto.*Cuotas3 de 3/)
  expect(await world.balanceOf(ana.address)).toBe(FIRST + REST)
})

test('a payment that is open while the rest is forgiven says that nothing is owed', async () => {
  const { id } = await arriveWithDebt()
  await openPayment()
  await amount().fill('100')
  await forgive(world, ana, id)
  await expect.element(paying()).toHaveTextContent('Quien te prestó perdonó lo que faltaba. No debes nada.')
  await expect.element(paying().getByRole('button', { name: /^Pagar/ })).toBeDisabled()
  expect(await world.balanceOf(luis.address)).toBe(400n * DOLLAR)
})
