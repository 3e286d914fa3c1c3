/** @module-tag long */
import { createWalletClient, numberToHex, parseGwei } from 'viem'
import { getBlock, getTransactionCount, readContract } from 'viem/actions'
import { beforeEach, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { balanceOf } from '../../../e2e/support/money.ts'
import { deploymentOf } from '../../../e2e/support/others.ts'
import { loanBookAbi } from '../../chain/abi.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { expectInView } from '../../testing/inView.ts'
import { openDashboard } from '../../testing/mount.tsx'
import {
  alert,
  button,
  dialog,
  header,
  leaveSharing,
  publishForm,
  publishOffer,
  publishStatus,
  requestOffer,
  underWay,
} from '../../testing/screen.ts'
import { FEE } from '../../testing/sending.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const me = people.deployer

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('an operation that hangs can be sped up and annulled', async () => {
  await world.fund(me.address, 0)
  await openDashboard(TEST_PHRASE)
  await world.client.setAutomine(false)
  const taking = await requestOffer('Para una emergencia')
  await button('Aceptar préstamo', taking).click()
  await button('Seguir en el panel', taking).click()
  const pending = underWay()
  const noButtons = () => expect.element(pending.getByRole('button')).not.toBeInTheDocument()
  await expect.element(pending).toHaveTextContent('Tomar préstamo de $ 300.00')
  await noButtons()

  await mineAboveItsFee('20')
  await button('Opciones: Tomar préstamo de $ 300.00', pending).click()
  await expect
    .element(pending)
    .toHaveTextContent(/Acelerar la envía otra vez con una comisión mayor: hasta 0\.\d{6} ETH\..* hasta 0\.\d{6} ETH\./)
  await button('Acelerar: Tomar préstamo de $ 300.00', pending).click()
  await noButtons()

  await mineAboveItsFee('60')
  await button('Opciones: Tomar préstamo de $ 300.00', pending).click()
  await expect.element(pending).toHaveTextContent(/solo pagas su comisión, hasta 0\.\d{6} ETH\./)
  await button('Anular: Tomar préstamo de $ 300.00', pending).dblClick()
  await expect.element(pending).toHaveTextContent('Anulación enviada · esperando confirmación')
  await world.client.mine({ blocks: 1 })
  await expect.element(alert()).toHaveTextContent('Anulaste: Tomar préstamo de $ 300.00. Solo se pagó la comisión de la red.')
  expect(await balanceOf(world, me.address)).toBe(0n)
  const { loanBook: address } = deploymentOf(world)
  const { status } = await readContract(world.client, { address, abi: loanBookAbi, functionName: 'getOffer', args: [1n] })
  expect(status).toBe(1)
})

test('what another wallet with the same phrase has under way can be annulled from here', async () => {
  const offer = { amount: '50', apr: '5' }
  await world.fund(me.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  await world.client.setAutomine(false)
  const nonce = await getTransactionCount(world.client, { address: me.address })
  const { baseFeePerGas } = await getBlock(world.client)
  const fees = { gas: 21_000n, maxFeePerGas: (baseFeePerGas ?? 0n) + 1n, maxPriorityFeePerGas: 1n }
  const wallet = createWalletClient({ account: me, transport: world.chain.transport })
  await wallet.sendTransaction({ chain: null, to: people.eva.address, nonce, ...fees })

  await publishOffer(offer)
  await expect.element(alert(publishForm())).toHaveTextContent('Tu cuenta tiene una operación en camino que no salió de aquí.')
  await button('Anularla').click()
  const question = dialog()
  await expect.element(question).toHaveTextContent(FEE)
  await expectInView(question, 'Anular la otra', ['con tu misma frase semilla', 'esta no hace nada'])
  await button('Anular la otra', question).click()
  await button('Seguir en el panel', question).click()
  await expect.element(underWay()).toHaveTextContent('Enviar una operación vacía')
  await world.client.mine({ blocks: 1 })
  await expect.element(alert().last()).toHaveTextContent('La operación vacía está hecha.')
  await world.client.setAutomine(true)
  await publishOffer(offer)
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
})

test('a node lies once about the nonce: what waits is not repeated, but unstuck, and happens once', async () => {
  const offer = { amount: '50', apr: '5' }
  await world.fund(me.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  const nonce = await getTransactionCount(world.client, { address: me.address })
  await commands.breakNode({ result: numberToHex(nonce + 1) }, 'eth_getTransactionCount')
  await publishOffer(offer)
  await expect.element(underWay()).toHaveTextContent('Publicar oferta de $ 50.00')
  await commands.healNode()
  await expect.element(underWay()).toHaveTextContent('Delante de ella falta otra operación de tu cuenta')

  await button('Opciones: Publicar oferta de $ 50.00', underWay()).click()
  await button('Desatascar: Publicar oferta de $ 50.00', underWay()).click()
  const question = dialog()
  await expect.element(question).toHaveTextContent('Enviamos una vacía en ese lugar, que no mueve dinero.')
  await expect.element(question).toHaveTextContent(FEE)
  await button('Enviar la vacía', question).click()
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  await expect.element(underWay()).not.toBeInTheDocument()
  expect(await balanceOf(world, me.address)).toBe(950n * DOLLAR)
})

test('what a reorganisation undid is under way again before anything else is signed, and that is said', async () => {
  const offer = { amount: '50', apr: '5' }
  await world.fund(me.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  const fork = await world.client.markFork()
  await publishOffer(offer)
  await leaveSharing()
  await world.client.setAutomine(false)
  await fork.reorganise()
  await publishOffer(offer)
  await expect.element(alert().last()).toHaveTextContent('vuelve a estar en camino')
  await expect.element(underWay()).toHaveTextContent('Publicar oferta de $ 50.00')
  // Whenever it is sent again, it is in the next block.
  await world.client.setAutomine(true)
  await world.client.mine({ blocks: 1 })
  await expect.element(underWay()).not.toBeInTheDocument()
  expect(await balanceOf(world, me.address)).toBe(950n * DOLLAR)
})

/** Mines four blocks with a base fee above the pending transaction's maxFeePerGas. */
async function mineAboveItsFee(gwei: string) {
  for (let block = 0; block < 4; block++) {
    await world.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei(gwei) })
    await world.client.mine({ blocks: 1 })
  }
}
