/** @module-tag long */
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { expect, test } from 'vitest'
import { openDashboard } from '../testing/mount.tsx'
import { alert, button, header } from '../testing/screen.ts'
import { beginWorld } from '../testing/world.ts'

const LUIS = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'

test('an account with nothing is pointed to test funds, and gets ether and dollars', async () => {
  const world = await beginWorld()
  const { address } = mnemonicToAccount(LUIS)
  await openDashboard(LUIS)
  await expect.element(header()).toHaveTextContent('No tienes ETH')
  await button('Obtener fondos de prueba', header()).dblClick()
  await expect.element(alert()).toHaveTextContent('Recibiste dólares de prueba.')
  await expect.element(header()).toHaveTextContent(/Para prestar y pagar\s*\$ 1000\.00/)
  await expect.element(header()).not.toHaveTextContent('No tienes ETH')
  const held = await getBalance(world.client, { address })
  expect(held > parseEther('1.99') && held < parseEther('2')).toBe(true)

  await button('Obtener fondos de prueba', header()).click()
  await expect.element(alert()).toHaveTextContent('Recibiste 2 ETH de prueba. Ya pediste dólares hace poco.')
  expect(await getBalance(world.client, { address })).toBe(held + parseEther('2'))
})
