import type { BrowserContext, Page } from '@playwright/test'
import { type Address, createWalletClient, encodeFunctionData, type Hex, type LocalAccount } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getTransactionCount } from 'viem/actions'
import { people } from '../devchain/people.ts'
import { loanBookAbi } from '../web/chain/abi.ts'
import { expect, test, type World } from './fixtures.ts'
import { balanceOf, fund } from './money.ts'
import { type Fault, faults, says } from './node.ts'
import {
  alert,
  ana,
  button,
  expectDashboard,
  fillIn,
  importPhrase,
  JUNK,
  JUNK_ACCOUNT,
  logIn,
  openDashboard,
  passQuiz,
  saySaved,
  section,
} from './steps.ts'

// What is broken on purpose is noticed in the console too.
test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

const DOLLAR = 1_000_000n

const form = (page: Page) => section(page, 'Publicar préstamo')
const status = (page: Page) => form(page).getByRole('status')

test.describe('a tab that goes away loses nothing and doubles nothing', () => {
  const moments: Record<string, { fault?: Fault; isMining: boolean; isSent: boolean }> = {
    'between signing and sending': { fault: faults.silence, isMining: true, isSent: false },
    'between sending and the answer': { fault: faults.unanswered, isMining: true, isSent: true },
    'between the answer and the block': { isMining: false, isSent: true },
  }
  const ways: Record<string, (page: Page, context: BrowserContext) => Promise<Page>> = {
    closed: async (page, context) => {
      await page.close()
      return context.newPage()
    },
    reloaded: async (page) => {
      await page.reload()
      return page
    },
  }

  for (const [moment, { fault, isMining, isSent }] of Object.entries(moments)) {
    for (const [way, leave] of Object.entries(ways)) {
      test(`${way} ${moment}`, async ({ page, context, world }) => {
        const before = await begin(page, world, openKeptWallet)
        await world.client.setAutomine(isMining)
        if (fault) world.node.breakWith(fault, 'eth_sendRawTransaction')
        const sending = page.waitForRequest((request) => request.postData()?.includes('eth_sendRawTransaction') ?? false)
        await publish(page)
        await sending
        if (isSent) await expect.poll(() => sentTransactions(world)).toBe(before + 1)
        const again = await leave(page, context)
        await world.node.heal()
        await again.goto('/login')
        await logIn(again, ana)
        await expectDashboard(again)

        await expect.poll(() => sentTransactions(world)).toBe(before + 1)
        await world.client.mine({ blocks: 1 })
        await expect(offers(again)).toContainText('Para la moto')
        await expectOneOffer(world, before)
      })
    }
  }
})

test.describe('one intent is one transaction', () => {
  test('the answer to the sending is lost: it is published all the same, once', async ({ page, world }) => {
    const before = await begin(page, world)
    world.node.breakWith(faults.lostAnswer, 'eth_sendRawTransaction')
    await publish(page)
    await expect(status(page)).toHaveText('Oferta publicada')
    await expectOneOffer(world, before)
  })

  test('a double click', async ({ page, world }) => {
    const before = await begin(page, world)
    await fill(page)
    await button(form(page), 'Publicar').dblclick()
    await expect(status(page)).toHaveText('Oferta publicada')
    await expectOneOffer(world, before)
  })

  test('two tabs at once: one publishes, the other is told to wait', async ({ page, context, world }) => {
    const before = await begin(page, world, openKeptWallet)
    const other = await context.newPage()
    await other.goto('/login')
    await logIn(other, ana)
    await expectDashboard(other)
    await world.client.setAutomine(false)
    await Promise.all([fill(page), fill(other)])
    await Promise.all([page, other].map((tab) => button(form(tab), 'Publicar').click()))

    const busy = 'Transaccion erronea Tienes otra operación en camino. Espera a que termine; si tarda, podrás anularla.'
    const said = async () => (await Promise.all([page, other].map((tab) => form(tab).textContent()))).join()
    await expect.poll(said).toContain(busy)
    await expect.poll(() => sentTransactions(world)).toBe(before + 1)
    await world.client.mine({ blocks: 1 })
    await expect.poll(said).toContain('Oferta publicada')
    for (const tab of [page, other]) await expect(offers(tab)).toContainText('Para la moto')
    await expectOneOffer(world, before)
  })

  test('dropped from the pool: it is sent again', async ({ page, world }) => {
    const before = await begin(page, world)
    await world.client.setAutomine(false)
    await publish(page)
    await expect(status(page)).toHaveText('TX enviada')
    await expect.poll(() => sentTransactions(world)).toBe(before + 1)
    await world.client.dropTransactions()
    await expect.poll(() => sentTransactions(world)).toBe(before + 1)
    await world.client.mine({ blocks: 1 })
    await expect(status(page)).toHaveText('Oferta publicada')
    await expectOneOffer(world, before)
  })

  test('its nonce is used up elsewhere: it says that it can no longer happen', async ({ page, world }) => {
    const before = await begin(page, world)
    await world.client.setAutomine(false)
    await publish(page)
    await expect(status(page)).toHaveText('TX enviada')
    await expect.poll(() => sentTransactions(world)).toBe(before + 1)
    await world.client.dropTransactions()
    await sendElsewhere(world, { nonce: before })
    await world.client.mine({ blocks: 1 })
    await expect(alert(form(page))).toContainText('Transaccion erronea Otra operación de tu cuenta ocupó su lugar')
    expect(await balanceOf(world, JUNK_ACCOUNT)).toBe(1_000n * DOLLAR)
  })

  test('a race lost to another borrower is said, and nothing is owed', async ({ page, world }) => {
    await begin(page, world)
    await world.client.setAutomine(false)
    await page.getByRole('button', { name: 'Solicitar $ 300.00 a 0x7099…79C8' }).click()
    const dialog = page.getByRole('dialog', { name: 'Solicitar préstamo' })
    await button(dialog, 'Aceptar préstamo').click()
    await expect(dialog.getByRole('status')).toContainText('TX enviada')

    // Eva pays more for her place in the same block.
    const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'acceptOffer', args: [1n] })
    await sendElsewhere(world, { account: people.eva, to: world.chain.deployment?.loanBook ?? JUNK_ACCOUNT, data })
    await world.client.mine({ blocks: 1 })
    await expect(alert(dialog)).toContainText('Otra persona la tomó antes.')
    await button(dialog, 'Ahora no').click()
    await expect(page.getByRole('button', { name: 'Solicitar $ 300.00 a 0x7099…79C8' })).toHaveCount(0)
    expect(await balanceOf(world, JUNK_ACCOUNT)).toBe(1_000n * DOLLAR)
  })

  test('a permit that expires on the way is explained, and signed anew on request', async ({ page, world }) => {
    const before = await begin(page, world)
    world.node.breakWith(faults.hangUp, 'eth_sendRawTransaction')
    await publish(page)
    await expect(status(page)).toHaveText('TX enviada')
    await world.client.increaseTime({ seconds: 7_200 })
    await world.client.mine({ blocks: 1 })
    await world.node.heal()
    const underWay = section(page, 'Operaciones en camino')
    await expect(underWay).toContainText('La autorización para mover tus dólares caducó antes de usarse.')
    expect(await sentTransactions(world)).toBe(before)
    await button(underWay, 'Firmar de nuevo: Publicar oferta de $ 50.00').click()
    await expect(status(page)).toHaveText('Oferta publicada')
    await expectOneOffer(world, before)
  })

  test.describe('where three blocks count as certain, as on Sepolia', () => {
    test.use({ chainId: 11155111 })

    test('its block is reorganised away: it is sent again and published, once', async ({ page, world }) => {
      const before = await begin(page, world)
      const fork = await world.client.markFork()
      await publish(page)
      await expect(offers(page)).toContainText('Para la moto')
      await fork.reorganise()
      expect(await balanceOf(world, JUNK_ACCOUNT)).toBe(1_000n * DOLLAR)
      await expect.poll(() => balanceOf(world, JUNK_ACCOUNT), { timeout: 15_000 }).toBe(950n * DOLLAR)
      await world.client.mine({ blocks: 3 })
      await expect(status(page)).toHaveText('Oferta publicada')
      await expectOneOffer(world, before)
    })
  })
})

test.describe('a node that lies gets no signature', () => {
  const lies: Record<string, { fault: Fault; method: string; sentence: string }> = {
    'about its chain': {
      fault: says('0x1'),
      method: 'eth_chainId',
      sentence: 'Transaccion erronea El nodo no es de la red esperada. No se ha firmado nada.',
    },
    'about the fee': {
      fault: says('0xae9f7bcc000'),
      method: 'eth_maxPriorityFeePerGas',
      sentence: 'Transaccion erronea La comisión que pide la red es demasiado alta. No se ha firmado nada.',
    },
  }
  for (const [about, { fault, method, sentence }] of Object.entries(lies)) {
    test(about, async ({ page, world }) => {
      const before = await begin(page, world)
      world.node.breakWith(fault, method)
      let isSent = false
      page.on('request', (request) => {
        isSent ||= request.postData()?.includes('eth_sendRawTransaction') ?? false
      })
      await publish(page)
      await expect(alert(form(page))).toContainText(sentence)
      expect(isSent).toBe(false)
      expect(await sentTransactions(world)).toBe(before)
    })
  }

  test('about the nonce: it can never happen, that is said, and nothing is lost', async ({ page, world }) => {
    const before = await begin(page, world)
    await sendElsewhere(world, { nonce: before })
    world.node.breakWith(says(`0x${before.toString(16)}`), 'eth_getTransactionCount')
    const sending = page.waitForRequest((request) => request.postData()?.includes('eth_sendRawTransaction') ?? false)
    await publish(page)
    await sending
    await world.node.heal()
    await expect(alert(form(page))).toContainText('Transaccion erronea Otra operación de tu cuenta ocupó su lugar')
    expect(await balanceOf(world, JUNK_ACCOUNT)).toBe(1_000n * DOLLAR)
  })
})

// ── Steps ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The known wallet with 1,000 dollars, at its dashboard. Gives how many transactions it has made. */
async function begin(page: Page, world: World, open = openDashboard): Promise<number> {
  await fund(world, JUNK_ACCOUNT, 1_000)
  await open(page)
  await expect(section(page, 'Tu cuenta')).toContainText('$ 1000.00')
  return sentTransactions(world)
}

/** The known wallet, sealed on this device. */
async function openKeptWallet(page: Page) {
  await page.goto('/login')
  await fillIn(page, ana)
  await button(page, 'Acceder').click()
  await importPhrase(page, JUNK)
  await saySaved(page)
  await passQuiz(page, JUNK)
  await expectDashboard(page)
}

async function fill(page: Page) {
  await form(page).getByLabel('Monto (USD)').fill('50')
  await form(page).getByLabel('Interés (APR %)').fill('5')
  await form(page).getByLabel('Nota').fill('Para la moto')
}

async function publish(page: Page) {
  await fill(page)
  await button(form(page), 'Publicar').click()
}

const offers = (page: Page) => section(page, 'Marketplace de Préstamos').getByRole('listitem').first()

/** In blocks and in the pool. */
function sentTransactions({ client }: World): Promise<number> {
  return getTransactionCount(client, { address: JUNK_ACCOUNT, blockTag: 'pending' })
}

async function expectOneOffer(world: World, before: number) {
  expect(await sentTransactions(world)).toBe(before + 1)
  expect(await balanceOf(world, JUNK_ACCOUNT)).toBe(950n * DOLLAR)
}

/** From another wallet, at a high price; of the same account unless it is said whose. */
async function sendElsewhere({ chain }: World, call: { account?: LocalAccount; nonce?: number; to?: Address; data?: Hex }) {
  const { account = mnemonicToAccount(JUNK), ...rest } = call
  const wallet = createWalletClient({ account, transport: chain.transport })
  const fees = { gas: 200_000n, maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 20_000_000_000n }
  await wallet.sendTransaction({ chain: null, to: account.address, ...fees, ...rest })
}
