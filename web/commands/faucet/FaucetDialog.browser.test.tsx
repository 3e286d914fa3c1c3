import { expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { TEST_PHRASE } from '../../../devchain/people.ts'
import { deploymentOf } from '../../../e2e/support/others.ts'
import { networks } from '../../chains.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, dialog, header } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

/** The dollar is one that somebody else issues, without a faucet. */
async function begin(chainId: number): Promise<World> {
  const world = await beginWorld({ chainId })
  const { bytecode } = await commands.testToken('CircleDollar')
  await world.client.setCode({ address: deploymentOf(world).dollar, bytecode })
  return world
}

test('on a public network a dollar without a faucet is not asked for here: the dialog says whom to ask, and where ether is', {
  tags: 'long',
}, async () => {
  await begin(networks.sepolia.id)
  await openDashboard(TEST_PHRASE)
  await button('Obtener fondos de prueba', header()).click()
  const funds = dialog('Obtener fondos de prueba')
  await expect.element(funds).toHaveTextContent('Estos dólares no se piden aquí. Pídelos a quien los emite.')
  await expect
    .element(funds.getByRole('link', { name: 'Google Cloud' }))
    .toHaveAttribute('href', expect.stringMatching(/^https:/))
  await expect.element(button('Pedir dólares', funds)).not.toBeInTheDocument()
  await expect.element(alert(funds)).not.toBeInTheDocument()
  await funds.getByText('Cerrar', { exact: true }).click()
  await expect.element(funds).not.toBeInTheDocument()
})

test('on the local network ether comes all the same, and the notice says the same of the dollars', { tags: 'long' }, async () => {
  await begin(networks.local.id)
  await openDashboard(TEST_PHRASE)
  await button('Obtener fondos de prueba', header()).click()
  await expect
    .element(alert())
    .toHaveTextContent('Recibiste 2 ETH de prueba. Estos dólares no se piden aquí. Pídelos a quien los emite.')
})
