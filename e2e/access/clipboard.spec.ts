import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { button, closeVisit, confirmPhraseSaved, expectDashboard, passQuiz, readPhrase } from '../support/steps.ts'

const reminder = (page: Page) => page.getByRole('status').filter({ hasText: 'Copiaste tu frase semilla' })

test.describe('where the clipboard may be read', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('S3 locking takes a phrase that was copied off the clipboard, so /login has nothing to say', async ({ page }) => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.goto('/seed')
    const phrase = await readPhrase(page)
    await button(page, 'Copiar').click()
    await expect(page.getByRole('status').filter({ hasText: 'Copiado' })).toBeVisible()
    await confirmPhraseSaved(page)
    await passQuiz(page, phrase)
    await expectDashboard(page)
    expect(await clipboard()).toBe(phrase)
    await closeVisit(page)
    expect(await clipboard()).toBe('')
    await expect(reminder(page)).toBeHidden()
  })
})
