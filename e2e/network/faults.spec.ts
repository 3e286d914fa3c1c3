import type { BrowserContext, Page } from '@playwright/test'
import { type Address, createWalletClient, parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getTransactionCount } from 'viem/actions'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { startChain } from '../../devchain/start.ts'
import { networks } from '../../web/chains.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { fillOfferAndSeeFee, offers, publishForm, publishOffer, publishStatus, underWay } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { type Fault, faults, says } from '../support/node.ts'
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

// web/chain/send/sendCommand.test.ts tests how each fault is handled; this file tests what needs a browser: tabs and reloads.

// The injected faults cause these console errors.
test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

/** An answer to eth_feeHistory that asks for 12,000 gwei. */
const DEAR = { oldestBlock: '0x1', baseFeePerGas: ['0x1', '0xae9f7bcc000'], gasUsedRatio: [0], reward: [['0x0']] }

const OFFER = { amount: '50', apr: '5', note: 'Para la moto' }

test.describe('a tab that goes away loses nothing and doubles nothing', () => {
  const reloaded = async (page: Page) => {
    await page.reload()
    return page
  }
  const closed = async (page: Page, context: BrowserContext) => {
    await page.close()
    return context.newPage()
  }
  const moments: [string, { leave: typeof closed; fault?: Fault; isMining: boolean; isSent: boolean }][] = [
    ['closed between signing and sending', { leave: closed, fault: faults.silence, isMining: true, isSent: false }],
    ['reloaded between sending and the answer', { leave: reloaded, fault: faults.unanswered, isMining: true, isSent: true }],
    ['closed between the answer and the block', { leave: closed, isMining: false, isSent: true }],
  ]

  for (const [moment, { leave, fault, isMining, isSent }] of moments) {
    test(moment, async ({ page, context, world }) => {
      const owner = await beginWithStoredWallet(page, world)
      const before = await sentTransactions(world, owner)
      await world.client.setAutomine(isMining)
      if (fault) world.node.breakWith(fault, 'eth_sendRawTransaction')
      const sending = page.waitForRequest((request) => request.postData()?.includes('eth_sendRawTransaction') ?? false)
      await publishOffer(page, OFFER)
      await sending
      if (isSent) await expect.poll(() => sentTransactions(world, owner)).toBe(before + 1)
      const again = await leave(page, context)
      await world.node.heal()
      await logInAgain(again)

      await expect.poll(() => sentTransactions(world, owner)).toBe(before + 1)
      await world.client.mine({ blocks: 1 })
      await expect(offers(again).first()).toContainText(OFFER.note)
      await expectOneOffer(world, owner, before)
    })
  }
})

test.describe('one intent is one transaction', () => {
  test('two tabs at once: one publishes, the other is told to wait', async ({ page, context, world }) => {
    const owner = await beginWithStoredWallet(page, world)
    const before = await sentTransactions(world, owner)
    const other = await context.newPage()
    await logInAgain(other)
    await world.client.setAutomine(false)
    await Promise.all([page, other].map((tab) => fillOfferAndSeeFee(tab, OFFER)))
    await Promise.all([page, other].map((tab) => button(publishForm(tab), 'Publicar').click()))

    const busy = 'Transaccion erronea Tienes otra operación en camino. Espera a que termine; si tarda, podrás anularla.'
    const said = async () => (await Promise.all([page, other].map((tab) => publishForm(tab).textContent()))).join()
    await expect.poll(said).toContain(busy)
    await expect.poll(() => sentTransactions(world, owner)).toBe(before + 1)
    await world.client.mine({ blocks: 1 })
    await expect.poll(said).toContain('Oferta publicada')
    for (const tab of [page, other]) await expect(offers(tab).first()).toContainText(OFFER.note)
    await expectOneOffer(world, owner, before)
  })

  test('its nonce is used up elsewhere: it says that it can no longer happen', async ({ page, world }) => {
    const before = await begin(page, world)
    await world.client.setAutomine(false)
    await publishOffer(page, OFFER)
    await expect(publishStatus(page)).toHaveText('TX enviada')
    await expect.poll(() => sentTransactions(world)).toBe(before + 1)
    await world.client.dropTransactions()
    await sendElsewhere(world, before)
    await world.client.mine({ blocks: 1 })
    await expect(alert(publishForm(page))).toContainText('Transaccion erronea Otra operación de tu cuenta ocupó su lugar')
    expect(await balanceOf(world, TEST_ADDRESS)).toBe(1_000n * DOLLAR)
  })

  test('a permit that expires on the way is explained, and signed anew on request', async ({ page, world }) => {
    const before = await begin(page, world)
    world.node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await publishOffer(page, OFFER)
    await expect(publishStatus(page)).toContainText('Firmada y guardada aquí. Aún no hay respuesta de la red')
    await world.client.increaseTime({ seconds: 7_200 })
    await world.client.mine({ blocks: 1 })
    // Before heal(): a rebroadcast that is already on its way would reach the chain, and revert there.
    await expect(underWay(page)).toContainText('La autorización para mover tus dólares caducó antes de usarse.')
    await world.node.heal()
    expect(await sentTransactions(world)).toBe(before)
    await expect(underWay(page)).toContainText(/hasta 0\.\d{6} ETH de comisión/)
    await button(underWay(page), 'Firmar de nuevo: Publicar oferta de $ 50.00').click()
    await expect(publishStatus(page)).toHaveText('Oferta publicada')
    await expectOneOffer(world, TEST_ADDRESS, before)
  })
})

test('a node of another chain, or one that lies about its fee, gets no signature, and is told on', async ({ page, world }) => {
  const before = await begin(page, world)
  // Sepolia, where the contracts have the same addresses.
  const other = await startChain({ chainId: networks.sepolia.id })
  let isSent = false
  page.on('request', (request) => {
    isSent ||= request.postData()?.includes('eth_sendRawTransaction') ?? false
  })
  const { node, chain } = world
  for (const [lie, sentence] of [
    [() => node.standBefore(async () => other), 'El nodo no es de la red esperada. No se ha firmado nada.'],
    [() => node.breakWith(says(DEAR), 'eth_feeHistory'), 'La comisión que pide la red es demasiado alta. No se ha enviado nada.'],
  ] as const) {
    await fillOfferAndSeeFee(page, OFFER)
    lie()
    await button(publishForm(page), 'Publicar').click()
    await expect(alert(publishForm(page))).toContainText(`Transaccion erronea ${sentence}`)
    node.standBefore(async () => chain)
    await node.heal()
  }
  await other.stop()
  expect(isSent).toBe(false)
  expect(await sentTransactions(world)).toBe(before)
})

// ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Opens the dashboard of TEST_PHRASE with 1,000 dollars. Returns its transaction count. */
async function begin(page: Page, world: World): Promise<number> {
  await fund(world, TEST_ADDRESS, 1_000)
  await openDashboard(page)
  await expect(header(page)).toContainText('$ 1000.00')
  return sentTransactions(world)
}

/** Opens the dashboard of Ana's stored wallet with 1,000 dollars. Returns its address. */
async function beginWithStoredWallet(page: Page, world: World): Promise<Address> {
  const address = anasVault.address as Address
  await world.client.setBalance({ address, value: parseEther('1') })
  await fund(world, address, 1_000)
  await openStoredWallet(page)
  await expect(header(page)).toContainText('$ 1000.00')
  return address
}

async function logInAgain(page: Page) {
  await page.goto('/login')
  await logIn(page, ana)
  await expectDashboard(page)
}

/** Mined and pending transactions. */
function sentTransactions({ client }: World, address: Address = TEST_ADDRESS): Promise<number> {
  return getTransactionCount(client, { address, blockTag: 'pending' })
}

async function expectOneOffer(world: World, owner: Address, before: number) {
  expect(await sentTransactions(world, owner)).toBe(before + 1)
  expect(await balanceOf(world, owner)).toBe(950n * DOLLAR)
}

/** Uses up a nonce from another wallet of the same phrase, with a high fee. */
async function sendElsewhere({ chain }: World, nonce: number) {
  const account = mnemonicToAccount(TEST_PHRASE)
  const wallet = createWalletClient({ account, transport: chain.transport })
  const fees = { gas: 200_000n, maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 20_000_000_000n }
  await wallet.sendTransaction({ chain: null, to: account.address, nonce, ...fees })
}
