import type { BrowserContext, Page } from '@playwright/test'
import { type Address, parseEther } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { DOLLAR } from '../../web/loans/loan.ts'
import { fillOfferAndSeeFee, offers, publishForm, publishOffer } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { type Fault, faults } from '../support/node.ts'
import { ana, button, expectDashboard, header, logIn, openStoredWallet } from '../support/steps.ts'

// web/chain/send/createSender.test.ts tests how each fault is handled; this file tests what needs a browser: tabs and reloads.

// The injected faults cause these console errors.
test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

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
  type Moment = { leave: typeof closed; fault?: Fault; isMining: boolean; isSent: boolean; tag?: string[] }
  const moments: [string, Moment][] = [
    [
      'closed between signing and sending',
      { leave: closed, fault: faults.silence, isMining: true, isSent: false, tag: ['@journey'] },
    ],
    ['reloaded between sending and the answer', { leave: reloaded, fault: faults.unanswered, isMining: true, isSent: true }],
    ['closed between the answer and the block', { leave: closed, isMining: false, isSent: true }],
  ]

  for (const [moment, { leave, fault, isMining, isSent, tag = [] }] of moments) {
    test(moment, { tag }, async ({ page, context, world }) => {
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
})

// ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

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
function sentTransactions({ client }: World, address: Address): Promise<number> {
  return getTransactionCount(client, { address, blockTag: 'pending' })
}

async function expectOneOffer(world: World, owner: Address, before: number) {
  expect(await sentTransactions(world, owner)).toBe(before + 1)
  expect(await balanceOf(world, owner)).toBe(950n * DOLLAR)
}
