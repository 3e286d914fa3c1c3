// Locking drops everything at once, whatever becomes of the document that it loads.
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { type Address, parseEther } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { keptOffline, test } from '../support/deployed.ts'
import { anasVault } from '../support/device.ts'
import { expect } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { button, expectDashboard, expectLogin, header, lock, openStoredWallet, readPhrase } from '../support/steps.ts'

const MINUTE_MS = 60_000
const { luis } = people

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const serviceWorkers of ['block', 'allow'] as const) {
  test.describe(`service workers: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers, expectedErrors: /net::ERR|Failed to load/ })

    test('the key that wakes an overdue machine sends nothing, and a host that never answers does not keep the wallet open', async ({
      page,
      context,
      host,
      world,
    }) => {
      const address = anasVault.address as Address
      await world.client.setBalance({ address, value: parseEther('1') })
      await fund(world, address, 100)
      const before = await balanceOf(world, luis.address)
      const arm = await stopAfterKey(context)
      await context.clock.install()
      await openStoredWallet(page)
      if (serviceWorkers === 'allow') await keptOffline(page)
      await expect(header(page)).toContainText('$ 100.00')
      const dialog = page.getByRole('dialog', { name: 'Enviar', exact: true })
      await button(header(page), 'Enviar').click()
      await dialog.getByLabel('Para').fill(luis.address)
      await button(dialog, 'Continuar').click()
      await dialog.getByLabel('Monto').fill('12')
      await button(dialog, 'Continuar').click()
      await expect(dialog).toContainText(/≈ \$ \d+\.\d\d/)
      await button(dialog, 'Enviar $ 12.00').focus()

      host.hold(/./)
      await arm()
      await sleep(page, 6 * MINUTE_MS)
      await page.keyboard.press('Enter')
      await expectNothingOpen(page)
      await page.keyboard.press('Enter')
      await world.client.mine({ blocks: 2 })
      expect(await balanceOf(world, luis.address)).toBe(before)
      expect(await getTransactionCount(world.client, { address })).toBe(0)
      await expectNothingOpen(page)
    })

    test('a host that never answers leaves nothing on screen after Bloquear, also with window.stop()', async ({
      page,
      context,
      host,
    }) => {
      const arm = await stopAfterKey(context)
      await openStoredWallet(page)
      await button(page, 'Bloquear').focus()
      host.hold(/./)
      await arm()
      await page.keyboard.press('Enter')
      await expectNothingOpen(page)
      host.hold(/^$/)
      await page.goto('/dashboard')
      await expectLogin(page)
    })
  })
}

test('words on /seed are gone after 15 minutes, although the host never answers', async ({ page, context, host }) => {
  const arm = await stopAfterKey(context)
  await context.clock.install()
  await page.goto('/seed')
  const phrase = await readPhrase(page)
  host.hold(/./)
  await arm()
  await sleep(page, 15.1 * MINUTE_MS)
  await page.keyboard.press('Shift')
  await expectNothingOpen(page)
  const text = await page.content()
  for (const word of phrase.split(' ')) expect(text.split(/[\s<>]+/)).not.toContain(word)
})

test('an overdue wallet with a dialog open goes to /login, and Back does not bring it back', async ({ page, context }) => {
  await context.clock.install()
  await openStoredWallet(page)
  await button(header(page), 'Recibir').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await sleep(page, 6 * MINUTE_MS)
  await page.keyboard.press('Shift')
  await expectLogin(page)
  await page.goBack().catch(() => {})
  await expectLogin(page)
})

test('a tab that was frozen during Bloquear in another one is locked as it wakes, even if that one was unlocked again', async ({
  page,
  context,
}) => {
  await openStoredWallet(page)
  const session = await context.newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  const other = await context.newPage()
  await openStoredWallet(other)
  await lock(other)
  await openStoredWallet(other)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await expectLogin(page)
  await expectDashboard(other)
})

/** Lets time pass without a timer, as asleep. */
async function sleep(page: Page, ms: number) {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1_000)
  await page.clock.setSystemTime(now + ms)
}

/**
 * A second after the next key once it is armed, the page notes what it shows, and stops loading. Until then nothing can be asked of a
 * page that waits for a document. Call it before the clock is installed, whose timers do not fire while it is paused.
 */
async function stopAfterKey(context: BrowserContext): Promise<() => Promise<void>> {
  await context.addInitScript(() => {
    const { setTimeout: later } = window
    const note = () => {
      sessionStorage.setItem('shown', document.body.innerText.trim())
      window.stop()
    }
    // The first listener of the window: the lock lets no other one hear the key.
    addEventListener('keydown', () => sessionStorage.getItem('armed') && later(note, 1_000), true)
  })
  return async () => context.pages()[0]?.evaluate(() => sessionStorage.setItem('armed', 'yes'))
}

/** Neither the wallet nor words: the screen after the lock, or /login. */
async function expectNothingOpen(page: Page) {
  await setTimeout(4_000)
  const texts = await page.evaluate(() => [sessionStorage.getItem('shown'), document.body.innerText.trim()])
  for (const text of texts) expect(text).toMatch(/^$|^La página tarda en cargar. Si no avanza, recárgala\.$|Acceso seguro/)
  expect(await page.locator('[role=dialog]').count()).toBe(0)
}
