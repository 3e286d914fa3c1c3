/** @module-tag long */
// Messages of the publish form when something goes wrong between signing and the block.
import { createWalletClient } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getTransactionCount } from 'viem/actions'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { balanceOf } from '../../../e2e/support/money.ts'
import { networks } from '../../chains.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, fillOfferAndSeeFee, header, publishForm, publishStatus, underWay } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const me = people.deployer

/** An answer to eth_feeHistory that asks for 12,000 gwei. */
const DEAR = { oldestBlock: '0x1', baseFeePerGas: ['0x1', '0xae9f7bcc000'], gasUsedRatio: [0], reward: [['0x0']] }

const OFFER = { amount: '50', apr: '5', note: 'Para la moto' }

let world: World
/** My transactions before the test sends any. */
let before: number
beforeEach(async () => {
  world = await beginWorld()
  await world.fund(me.address, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  before = await sentTransactions()
})

describe('one intent is one transaction', () => {
  test('its nonce is used up elsewhere: it says that it can no longer happen', async () => {
    await world.client.setAutomine(false)
    await publishOffer()
    await expect.element(publishStatus()).toHaveTextContent(/^TX enviada$/)
    await expect.poll(sentTransactions).toBe(before + 1)
    await world.client.dropTransactions()
    await sendElsewhere(before)
    await world.client.mine({ blocks: 1 })
    await expect.element(alert(publishForm())).toHaveTextContent('Transaccion erronea Otra operación de tu cuenta ocupó su lugar')
    expect(await balanceOf(world, me.address)).toBe(1_000n * DOLLAR)
  })

  test('a permit that expires on the way is explained, and signed anew on request', async () => {
    await commands.breakNode('hangUp', 'eth_sendRawTransaction')
    await publishOffer()
    await expect.element(publishStatus()).toHaveTextContent('Firmada y guardada aquí. Aún no hay respuesta de la red')
    await world.client.increaseTime({ seconds: 7_200 })
    await world.client.mine({ blocks: 1 })
    // Before the node is healed: a rebroadcast that is already on its way would reach the chain, and revert there.
    await expect.element(underWay()).toHaveTextContent('La autorización para mover tus dólares caducó antes de usarse.')
    await commands.healNode()
    expect(await sentTransactions()).toBe(before)
    await button('Opciones: Publicar oferta de $ 50.00', underWay()).click()
    await expect.element(underWay()).toHaveTextContent(/hasta 0\.\d{6} ETH de comisión/)
    await button('Firmar de nuevo: Publicar oferta de $ 50.00', underWay()).click()
    await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
    expect(await sentTransactions()).toBe(before + 1)
    expect(await balanceOf(world, me.address)).toBe(950n * DOLLAR)
  })
})

test('a node of another chain, or one that lies about its fee, gets no signature, and is told on', async () => {
  const asked = vi.spyOn(window, 'fetch')
  for (const [lie, sentence] of [
    [
      async () => {
        await commands.breakNode({ result: DEAR }, 'eth_feeHistory')
        // In the block of the quote its fee is not asked for again.
        await world.client.mine({ blocks: 1 })
      },
      'La red pide más de 0.05 ETH de comisión, lo máximo que esta app paga. No se ha enviado nada.',
    ],
    [
      async () => {
        // A board that has read Sepolia is of Sepolia from then on, and signs for it.
        await commands.holdLens('dashboard')
        // The contracts have the same addresses there.
        await commands.leadElsewhere(networks.sepolia.id)
      },
      'El nodo no es de la red esperada. No se ha firmado nada.',
    ],
  ] as const) {
    await fillOfferAndSeeFee(OFFER)
    await lie()
    await button('Publicar', publishForm()).click()
    await expect.element(alert(publishForm())).toHaveTextContent(`Transaccion erronea ${sentence}`)
    await commands.leadBack()
    await commands.healNode()
  }
  const bodies = asked.mock.calls.map(([, init]) => String(init?.body))
  expect(bodies.some((body) => body.includes('eth_feeHistory'))).toBe(true)
  expect(bodies.some((body) => body.includes('eth_sendRawTransaction'))).toBe(false)
  expect(await sentTransactions()).toBe(before)
})

async function publishOffer() {
  await fillOfferAndSeeFee(OFFER)
  await button('Publicar', publishForm()).click()
}

/** Mined and pending transactions. */
function sentTransactions(): Promise<number> {
  return getTransactionCount(world.client, { address: me.address, blockTag: 'pending' })
}

/** Uses up a nonce from another wallet of the same phrase, with a high fee. */
async function sendElsewhere(nonce: number) {
  const account = mnemonicToAccount(TEST_PHRASE)
  const wallet = createWalletClient({ account, transport: world.chain.transport })
  const fees = { gas: 200_000n, maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 20_000_000_000n }
  await wallet.sendTransaction({ chain: null, to: account.address, nonce, ...fees })
}
