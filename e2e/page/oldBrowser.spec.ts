// A browser older than the app is for gets a sentence instead of an empty page.
import type { Page } from '@playwright/test'
import { oldestBrowsers } from '../../build/target.ts'
import { expect, test } from '../support/fixtures.ts'
import { title } from '../support/steps.ts'

const sentence = (page: Page) => page.getByText('Tu navegador es demasiado antiguo para EntrePares.')

test('a browser that is new enough does not read that it is too old', async ({ page }) => {
  await page.goto('/login')
  await expect(title(page, 'Acceso seguro')).toBeVisible()
  await page.waitForFunction(() => document.readyState === 'complete')
  await expect(sentence(page)).toBeHidden()
})

for (const { which, makeOld } of [
  { which: 'Safari before 16.4, Firefox before 113', makeOld: () => Reflect.deleteProperty(window, 'DecompressionStream') },
  { which: 'Chrome before 108', makeOld: () => Object.defineProperty(CSS, 'supports', { value: () => false }) },
  { which: 'one without modules', makeOld: () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule') },
]) {
  test(`a browser that is too old reads so, and which ones are not: ${which}`, async ({ page }) => {
    await page.addInitScript(makeOld)
    await page.goto('/login')
    await expect(sentence(page)).toBeVisible()
    await expect(sentence(page)).toContainText(oldestBrowsers)
  })
}

test.describe('a script that the browser cannot parse', () => {
  test.use({ expectedErrors: /SyntaxError|integrity/ })

  test('is told as an old browser, instead of an empty page', async ({ page }) => {
    // Without the hash of the entry: another text would not even be parsed.
    await page.route('**/dashboard', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(/ integrity="[^"]+"/g, '') })
    })
    await page.route(/\/assets\/index-[^/]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'a syntax of tomorrow' }),
    )
    await page.goto('/dashboard')
    await expect(sentence(page)).toBeVisible()
  })
})
