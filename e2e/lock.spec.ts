import { expect, test } from './fixtures.ts'
import { ana, expectDashboard, expectLogin, lock, logIn, openKeptWallet, passQuiz, readPhrase, saySaved, title } from './steps.ts'

const MINUTE = 60_000

test('Bloquear forgets the wallet, and going back does not bring it back', async ({ page }) => {
  await openKeptWallet(page)
  await lock(page)
  await page.goBack()
  await expectLogin(page)
  await page.goto('/dashboard')
  await expectLogin(page)
})

test('a computer that slept is locked by the time that was stored, before a key counts as activity', async ({ page }) => {
  await page.clock.install()
  await openKeptWallet(page)
  // No timer runs while it sleeps: the clock has moved when it wakes.
  await page.clock.setSystemTime(await page.evaluate((slept) => Date.now() + slept, 6 * MINUTE))
  await page.keyboard.press('Shift')
  await expectLogin(page)
})

test('five minutes without activity lock all tabs; an activity in one of them puts it off, and Bloquear does not wait', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await openKeptWallet(page)
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await expectDashboard(other)
  await context.clock.fastForward(4.5 * MINUTE)
  await expectDashboard(page)
  await other.keyboard.press('Shift')
  await context.clock.fastForward(4.5 * MINUTE)
  await expectDashboard(page)
  await expectDashboard(other)
  await context.clock.fastForward(0.6 * MINUTE)
  for (const tab of [page, other]) await expectLogin(tab)

  for (const tab of [page, other]) {
    await logIn(tab, ana)
    await expectDashboard(tab)
  }
  await lock(page)
  await expectLogin(other)
})

test('nothing locks while someone writes the words down, and the quiz starts the clock', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await logIn(page, ana)
  const phrase = await readPhrase(page)
  await page.clock.fastForward(45 * MINUTE)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await saySaved(page)
  await page.clock.fastForward(45 * MINUTE)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  await page.clock.fastForward(4.5 * MINUTE)
  await expectDashboard(page)
  await page.clock.fastForward(0.6 * MINUTE)
  await expectLogin(page)
})
