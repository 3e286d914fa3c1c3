import { parseEther } from 'viem'
import { readContract } from 'viem/actions'
import { loanBookAbi } from '../../web/chain/abi.ts'
import { market, underWay } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { deploymentOf } from '../support/others.ts'
import { ana, button, expectDashboard, logIn, openStoredWallet } from '../support/steps.ts'

test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

test('an acceptance that never left is not carried out weeks later by unlocking alone', async ({ page, context, world }) => {
  const address = anasVault.address as `0x${string}`
  await world.client.setBalance({ address, value: parseEther('1') })
  await openStoredWallet(page)
  const card = market(page).getByRole('listitem').filter({ hasText: 'Para una emergencia' })
  await card.getByRole('button', { name: /^Solicitar/ }).click()
  const taking = page.getByRole('dialog')
  await expect(taking).toContainText(/≈ \$ \d+\.\d\d · 0\.\d{6} ETH/)
  // Received by the node: a request that is still on its way would be answered once the node is healed.
  const received = new Promise<void>((resolve) => world.node.breakWith(() => resolve(), 'eth_sendRawTransaction'))
  await button(taking, 'Aceptar préstamo').click()
  await received
  await page.close()
  await world.client.increaseTime({ seconds: 21 * 86_400 })
  await world.client.mine({ blocks: 1 })
  await world.node.heal()

  const again = await context.newPage()
  await again.goto('/login')
  await logIn(again, ana)
  await expectDashboard(again)
  await expect(underWay(again)).toContainText(/La firmaste hace más de una hora.* y la red no la conoce/)
  expect(await statusOf(world, 1n)).toBe(1)

  await button(underWay(again), 'Opciones: Tomar préstamo de $ 300.00').click()
  await expect(underWay(again)).toContainText(/hasta 0\.\d{6} ETH de comisión/)
  await button(underWay(again), 'Firmar de nuevo: Tomar préstamo de $ 300.00').click()
  await expect(underWay(again)).toBeHidden()
  expect(await statusOf(world, 1n)).toBe(2)
})

function statusOf(world: World, id: bigint): Promise<number> {
  const { loanBook: address } = deploymentOf(world)
  return readContract(world.client, { address, abi: loanBookAbi, functionName: 'summaryOf', args: [id] }).then(
    ({ status }) => status,
  )
}
