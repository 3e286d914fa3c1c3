import { test } from '../support/fixtures.ts'
import { ana, expectDashboard, expectLogin, lock, logIn, openStoredWallet } from '../support/steps.ts'

const MINUTE_MS = 60_000

test('Bloquear forgets the wallet, and going back does not bring it back', { tag: '@journey' }, async ({ page }) => {
  await openStoredWallet(page)
  await lock(page)
  await page.goBack()
  await expectLogin(page)
  await page.goto('/dashboard')
  await expectLogin(page)
})

test('five minutes without activity lock all tabs; an activity in one of them puts it off, and Bloquear does not wait', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await openStoredWallet(page)
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await expectDashboard(other)
  await context.clock.fastForward(4.5 * MINUTE_MS)
  await expectDashboard(page)
  await other.keyboard.press('Shift')
  await context.clock.fastForward(4.5 * MINUTE_MS)
  await expectDashboard(page)
  await expectDashboard(other)
  await context.clock.fastForward(0.6 * MINUTE_MS)
  for (const tab of [page, other]) await expectLogin(tab)

  for (const tab of [page, other]) {
    await logIn(tab, ana)
    await expectDashboard(tab)
  }
  await lock(page)
  await expectLogin(other)
})
