/** @module-tag long */
import { expect, test } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { balanceOf } from '../../../e2e/support/money.ts'
import { pay, take } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { button, debts, dialog, showEnded } from '../../testing/screen.ts'
import { beginWorld } from '../../testing/world.ts'

const me = people.deployer

test('somebody else pays a part, the open dialog follows what is owed, and the end is told with receipt and contract', async () => {
  const world = await beginWorld()
  await take(world, me, 1n)
  await world.fund(me.address, 300)
  await openDashboard(TEST_PHRASE)
  await debts()
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  const payment = dialog('Pagar préstamo')
  await payment.getByLabelText('Monto').fill('500')
  await expect.element(payment).toHaveTextContent(/Te falta por pagar\s*\$ 302\.47/)
  await expect.element(payment).toHaveTextContent('Es más de lo que debes: se pagarán solo $ 302.47.')

  await pay(world, people.eva, 1n, 100n * DOLLAR)

  await expect.element(payment).toHaveTextContent(/Te falta por pagar\s*\$ 202\.47/)
  await expect.element(payment).toHaveTextContent('Es más de lo que debes: se pagarán solo $ 202.47.')
  await button('Pagar $ 202.47', payment).click()
  await expect.element(payment).not.toBeInTheDocument()
  const end = dialog('Terminaste de pagar a 0x7099…79C8')
  await expect.element(end).toHaveTextContent(/Ya no le debes nada de este préstamo\.\s*Devolviste en total\s*\$ 302\.47/)
  await button('Ver recibo', end).click()
  const receipt = dialog('Recibo de un pago')
  await expect.element(receipt).toHaveTextContent(/\$ 202\.47.*Te falta\s*\$ 0\.00/)
  await button('Cerrar', receipt).click()
  await button('Ver contrato', end).click()
  const contract = dialog('Contrato de préstamo entre pares')
  await expect.element(contract).toHaveTextContent('y ya lo devolvió')
  await button('Volver', contract).click()
  await button('Listo', end).click()
  await showEnded('Mis Deudas')
  await expect.element(debts().first()).toHaveTextContent('Devuelto')
  expect(await balanceOf(world, me.address)).toBe(300n * DOLLAR - 202_465_754n)
})
