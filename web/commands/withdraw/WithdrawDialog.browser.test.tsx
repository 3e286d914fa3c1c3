/** @module-tag long */
import { type Address, encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { balanceOf } from '../../../e2e/support/money.ts'
import { deploymentOf, pay, publish, take } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { expectInView } from '../../testing/inView.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, debtors, dialog } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const me = people.deployer

test('a lender whom the token refused withdraws what the contract kept', async () => {
  const world = await beginWorld()
  const id = await publish(world, me, { principal: 100n * DOLLAR })
  await take(world, people.luis, id)
  const setBlocked = await makeBlocking(world)
  await setBlocked(me.address, true)
  await pay(world, people.luis, id, 40n * DOLLAR)
  await world.fund(me.address, 0)

  await openDashboard(TEST_PHRASE)
  await expect.element(debtors().first()).toHaveTextContent('Pagado: $ 40.00')
  await expect.element(page.getByText('Tienes $ 40.00 que el contrato guarda para ti')).toBeVisible()
  await button('Retirar a mi billetera').click()
  const withdrawal = dialog('Retirar a mi billetera')
  await expect.element(alert(withdrawal)).toHaveTextContent('Los dólares no se pudieron entregar.')
  await expect.element(button('Retirar', withdrawal)).toBeDisabled()
  await button('Ahora no', withdrawal).click()

  await setBlocked(me.address, false)
  await button('Retirar a mi billetera').click()
  await expectInView(withdrawal, 'Retirar', ['Te esperan', '$ 40.00', 'Pasan enteros del contrato a tu billetera.'])
  await button('Retirar', withdrawal).click()
  await expect.element(withdrawal).not.toBeInTheDocument()
  await expect.element(alert()).toHaveTextContent('Retiraste $ 40.00 a tu billetera.')
  await expect.element(button('Retirar a mi billetera')).not.toBeInTheDocument()
  expect(await balanceOf(world, me.address)).toBe(40n * DOLLAR)
})

/** Replaces the dollar's code by BlockingDollar, which has a blocklist of recipients. Balances stay. */
async function makeBlocking(world: World) {
  const { dollar } = deploymentOf(world)
  const { abi, bytecode } = await commands.testToken('BlockingDollar')
  await world.client.setCode({ address: dollar, bytecode })
  return (receiver: Address, isBlocked: boolean) => {
    const data = encodeFunctionData({ abi, functionName: 'setBlocked', args: [receiver, isBlocked] })
    return world.client.sendFrom(people.eva.address, { to: dollar, data })
  }
}
