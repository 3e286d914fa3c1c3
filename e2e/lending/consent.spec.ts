import type { Page } from '@playwright/test'
import { createWalletClient, parseEther, parseGwei } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getBlock, getTransactionCount, readContract } from 'viem/actions'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { loanBookAbi } from '../../web/chain/abi.ts'
import {
  fillOffer,
  fillOfferAndSeeFee,
  market,
  publishForm,
  publishOffer,
  publishStatus,
  underWay,
} from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import { faults } from '../support/node.ts'
import { deploymentOf, publish, take } from '../support/others.ts'
import {
  alert,
  ana,
  button,
  expectDashboard,
  header,
  logIn,
  openDashboard,
  openStoredWallet,
  TEST_ADDRESS,
} from '../support/steps.ts'

// web/chain/send/sendCommand.test.ts tests what is signed; this file tests what a person sees of it.

test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

const OFFER = { amount: '50', apr: '5' }
const FEE = /≈ \$ \d+\.\d\d · 0\.\d{6} ETH/

test('the person on the other side is shown whole where one signs', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 100)
  const id = await publish(world, people.eva, { to: TEST_ADDRESS })
  await openDashboard(page)
  await button(page, 'De desconocidos (1)').click()
  const taking = await request(page, '$ 50.00')
  await expect(taking).toContainText(people.eva.address)
  await button(taking, 'Ahora no').click()

  await take(world, mnemonicToAccount(TEST_PHRASE), id)
  await page.getByRole('button', { name: /^Pagar ahora \$ 50/ }).click()
  await expect(page.getByRole('dialog')).toContainText(people.eva.address)
})

test.describe('a fee that rose is shown again before anything is signed', () => {
  test('when an offer is accepted', async ({ page, world }) => {
    await openDashboard(page)
    const taking = await request(page, 'Para una emergencia')
    await expect(taking).toContainText(FEE)
    const shown = await feeIn(taking.textContent())
    const sent = countSent(page)

    await raiseBaseFee(world)
    await button(taking, 'Aceptar préstamo').click()
    await expect(alert(taking)).toContainText(/La comisión de la red subió: ahora es de hasta \$ \d+\.\d\d \(0\.\d{6} ETH\)\./)
    expect(await feeIn(taking.textContent())).toBeGreaterThan(shown * 1.25)
    expect(sent()).toBe(0)

    await button(taking, 'Reintentar').click()
    await expect(taking).toBeHidden()
    expect(sent()).toBe(1)
  })

  test('P6 when an offer is published: one press, and another only if it rose', async ({ page, world }) => {
    await begin(page, world)
    const form = publishForm(page)
    await fillOfferAndSeeFee(page, OFFER)
    const shown = await feeIn(form.textContent())
    const sent = countSent(page)

    await raiseBaseFee(world)
    await button(form, 'Publicar').click()
    await expect(publishStatus(page)).toContainText('si te parece bien, pulsa otra vez')
    await expect(form.getByLabel('Monto (USD)')).toHaveValue('50')
    expect(await feeIn(form.textContent())).toBeGreaterThan(shown * 1.25)
    expect(sent()).toBe(0)

    await button(form, 'Publicar').click()
    await expect(publishStatus(page)).toHaveText('Oferta publicada')
    expect(sent()).toBe(1)
  })

  test('when it was not known yet', async ({ page, world }) => {
    await begin(page, world)
    const form = publishForm(page)
    world.node.breakWith(faults.hangUp, 'eth_feeHistory')
    const asking = page.waitForEvent('requestfailed')
    await fillOffer(page, OFFER)
    await asking
    await expect(form).toContainText('Comisión de red (máx.): —')
    await world.node.heal()
    const sent = countSent(page)
    await button(form, 'Publicar').click()
    await expect(publishStatus(page)).toContainText('si te parece bien, pulsa otra vez')
    await expect(form).toContainText(FEE)
    expect(sent()).toBe(0)
  })
})

test('what no node took is not called sent, and goes out when the network is back', async ({ page, world }) => {
  const before = await begin(page, world)
  world.node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
  await publishOffer(page, OFFER)
  const kept = 'Firmada y guardada aquí. Aún no hay respuesta de la red; la enviaremos en cuanto responda.'
  await expect(publishStatus(page)).toHaveText(kept)
  await expect(underWay(page)).toContainText(kept)
  await expect(page.getByText('TX enviada')).toHaveCount(0)
  await world.node.heal()
  await expect(publishStatus(page)).toHaveText('Oferta publicada')
  expect(await getTransactionCount(world.client, { address: TEST_ADDRESS })).toBe(before + 1)
})

test('an acceptance that never left is not carried out weeks later by unlocking alone', async ({ page, context, world }) => {
  const address = anasVault.address as `0x${string}`
  await world.client.setBalance({ address, value: parseEther('1') })
  await openStoredWallet(page)
  const taking = await request(page, 'Para una emergencia')
  await expect(taking).toContainText(FEE)
  world.node.breakWith(faults.silence, 'eth_sendRawTransaction')
  const sending = page.waitForRequest((asked) => asked.postData()?.includes('eth_sendRawTransaction') ?? false)
  await button(taking, 'Aceptar préstamo').click()
  await sending
  await page.close()
  await world.client.increaseTime({ seconds: 21 * 86_400 })
  await world.client.mine({ blocks: 1 })
  await world.node.heal()

  const again = await context.newPage()
  await again.goto('/login')
  await logIn(again, ana)
  await expectDashboard(again)
  await expect(underWay(again)).toContainText('La firmaste hace más de una hora y la red no la conoce')
  expect(await statusOf(world, 1n)).toBe(1)

  await expect(underWay(again)).toContainText(/hasta 0\.\d{6} ETH de comisión/)
  await button(underWay(again), 'Firmar de nuevo: Tomar préstamo de $ 300.00').click()
  await expect(underWay(again)).toBeHidden()
  expect(await statusOf(world, 1n)).toBe(2)
})

test('what another wallet with the same phrase has under way can be annulled from here', async ({ page, world }) => {
  const before = await begin(page, world)
  await world.client.setAutomine(false)
  const account = mnemonicToAccount(TEST_PHRASE)
  const { baseFeePerGas } = await getBlock(world.client)
  const fees = { gas: 21_000n, maxFeePerGas: (baseFeePerGas ?? 0n) + 1n, maxPriorityFeePerGas: 1n }
  const wallet = createWalletClient({ account, transport: world.chain.transport })
  await wallet.sendTransaction({ chain: null, to: people.eva.address, nonce: before, ...fees })

  await publishOffer(page, OFFER)
  await expect(alert(publishForm(page))).toContainText('Tu cuenta tiene una operación en camino que no salió de aquí.')
  await button(page, 'Anularla').click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(FEE)
  await button(question, 'Anular la otra').click()
  await button(question, 'Seguir en el panel').click()
  await expect(underWay(page)).toContainText('Anular una operación hecha fuera de aquí')
  await world.client.mine({ blocks: 1 })
  await expect(alert(page).last()).toContainText('Anulaste la operación hecha fuera de aquí.')
  await world.client.setAutomine(true)
  await publishOffer(page, OFFER)
  await expect(publishStatus(page)).toHaveText('Oferta publicada')
})

// ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

async function begin(page: Page, world: World): Promise<number> {
  await fund(world, TEST_ADDRESS, 1_000)
  await openDashboard(page)
  await expect(header(page)).toContainText('$ 1000.00')
  return getTransactionCount(world.client, { address: TEST_ADDRESS })
}

/** Opens the dialog of the offer whose card has this text. */
async function request(page: Page, text: string) {
  const card = market(page).getByRole('listitem').filter({ hasText: text })
  await card.getByRole('button', { name: /^Solicitar/ }).click()
  return page.getByRole('dialog')
}

async function raiseBaseFee({ client }: World) {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('5') })
  await client.mine({ blocks: 1 })
}

/** The last fee in a text, in ether. */
async function feeIn(text: Promise<string | null>): Promise<number> {
  const fees = (await text)?.match(/≈ \$ [\d.,]+ · (0\.\d{6}) ETH/)
  return Number(fees?.[1])
}

function countSent(page: Page): () => number {
  let sent = 0
  page.on('request', (asked) => {
    if (asked.postData()?.includes('eth_sendRawTransaction')) sent++
  })
  return () => sent
}

function statusOf(world: World, id: bigint): Promise<number> {
  const { loanBook: address } = deploymentOf(world)
  return readContract(world.client, { address, abi: loanBookAbi, functionName: 'summaryOf', args: [id] }).then(
    ({ status }) => status,
  )
}
