import { expect, test } from '../support/fixtures.ts'
import {
  ana,
  button,
  confirmPhraseSaved,
  createWallet,
  expectDashboard,
  expectLogin,
  lock,
  logIn,
  openStoredWallet,
  passQuiz,
  readPhrase,
  title,
} from '../support/steps.ts'

const MINUTE_MS = 60_000

test('Bloquear forgets the wallet, and going back does not bring it back', async ({ page }) => {
  await openStoredWallet(page)
  await lock(page)
  await page.goBack()
  await expectLogin(page)
  await page.goto('/dashboard')
  await expectLogin(page)
})

test('a computer that slept is locked by the time that was stored, before a key counts as activity', async ({ page }) => {
  await page.clock.install()
  await openStoredWallet(page)
  // Sleep: no timer fires, but the system time has advanced on wake-up.
  await page.clock.setSystemTime(await page.evaluate((slept) => Date.now() + slept, 6 * MINUTE_MS))
  await page.keyboard.press('Shift')
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

test('nothing locks while someone writes the words down, and the quiz starts the clock', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await logIn(page, ana)
  const phrase = await readPhrase(page)
  await page.clock.fastForward(45 * MINUTE_MS)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await confirmPhraseSaved(page)
  await page.clock.fastForward(45 * MINUTE_MS)
  await passQuiz(page, phrase)
  await expectDashboard(page)
  await page.clock.fastForward(4.5 * MINUTE_MS)
  await expectDashboard(page)
  await page.clock.fastForward(0.6 * MINUTE_MS)
  await expectLogin(page)
})

test('whoever comes back to /seed after locking is told that these words are not those of the wallet on this device', async ({
  page,
}) => {
  await createWallet(page)
  await lock(page)
  await page.goto('/seed')
  const warning = page.getByRole('status').filter({ hasText: 'Ya hay una billetera guardada en este dispositivo.' })
  await expect(warning).toContainText('Estas palabras no son las suyas: son de otra, nueva y vacía.')
  await button(warning, 'Entrar a la guardada').click()
  await expectLogin(page)
})
