import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { networks } from '../../web/chains.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { underWay } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { balanceOf } from '../support/money.ts'
import { button, header, openDashboard } from '../support/steps.ts'

test.use({ chainId: networks.sepolia.id })

/** Has not drawn any dollars yet. */
const NEWCOMER = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
const newcomer = mnemonicToAccount(NEWCOMER)

test('on Sepolia dollars come from our faucet, ether from others, and three blocks count as certain', async ({ page, world }) => {
  await world.client.setBalance({ address: newcomer.address, value: parseEther('1') })
  await openDashboard(page, NEWCOMER)
  await expect(header(page)).toContainText('Sepolia demo')
  await expect(header(page).getByText('Sepolia', { exact: true })).toBeVisible()

  await button(header(page), 'Obtener fondos de prueba').click()
  const dialog = page.getByRole('dialog')
  for (const link of await dialog.getByRole('link').all()) await expect(link).toHaveAttribute('href', /^https:/)
  await expect(dialog.getByRole('link')).toHaveCount(2)
  await button(dialog, 'Pedir dólares').click()
  await expect(dialog.getByRole('status')).toContainText('TX enviada')
  await page.keyboard.press('Escape')

  const operation = underWay(page)
  await expect(operation).toContainText('Pedir dólares de prueba')
  await expect(operation).toContainText('En un bloque: 1 de 3')
  await expect(operation.getByRole('link')).toHaveAttribute('href', /^https:\/\/sepolia\.etherscan\.io\/tx\/0x[0-9a-f]{64}$/)
  await world.client.mine({ blocks: 1 })
  await expect(operation).toContainText('En un bloque: 2 de 3')
  await world.client.mine({ blocks: 1 })
  await expect(operation).toBeHidden()
  await expect(header(page)).toContainText('$ 1000.00')
  expect(await balanceOf(world, newcomer.address)).toBe(1_000n * DOLLAR)
})
