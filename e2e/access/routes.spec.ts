import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { createVisitWallet, expectDashboard, expectLogin, title } from '../support/steps.ts'

test('R1 R2 R3 R4 what has nothing to show redirects, and leaves no trace in the history', { tag: '@journey' }, async ({
  page,
}) => {
  await test.step('R1 R2 / and any path that is not listed redirect to /login', async () => {
    for (const path of ['/', '/nada', '/dashboard/x', '/seed/otra', '/LOGIN', '/%F0%9F%92%B8']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/login')
      await expect(title(page, 'Acceso seguro')).toBeVisible()
    }
  })
  await test.step('R3 /dashboard without a phrase redirects to /login and leaves no trace in the history', async () => {
    await page.goto('/seed')
    await expect(title(page, 'Tu frase semilla')).toBeVisible()
    await page.goto('/dashboard')
    await expect(title(page, 'Acceso seguro')).toBeVisible()
    await expect(page).toHaveURL('/login')

    await page.goBack()

    await expect(page).toHaveURL('/seed')
  })
  await test.step('R4 /seed/confirm without a phrase redirects to /seed and leaves no trace in the history', async () => {
    await page.goto('/login')
    await page.goto('/seed/confirm')
    await expect(page).toHaveURL('/seed')
    await expect(title(page, 'Tu frase semilla')).toBeVisible()

    await page.goBack()

    await expect(page).toHaveURL('/login')
  })
})

test('R6 the phrase goes from screen to screen in memory; an open wallet is left by locking it, and a reload loses it', {
  tag: '@journey',
}, async ({ page }) => {
  await createVisitWallet(page)
  // With an open wallet, all other routes redirect to the dashboard.
  for (const path of ['/seed', '/seed/confirm', '/login']) {
    await navigate(page, path)
    await expectDashboard(page)
  }
  await page.goBack()
  await expectDashboard(page)
  await expect(title(page, 'Tu frase semilla')).toBeHidden()

  await page.reload()
  await expectLogin(page)
})

/** Client-side navigation, without loading the page. */
async function navigate(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
