import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { ana, button, digit, expectDashboard, readQuiz, title, wordsIn } from '../support/steps.ts'

const SMALLEST_TARGET_PX = 44

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('a wallet is made on a phone by touch alone, and every target is large enough', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/login')
  await expectLargeTargets(page.getByRole('main'))
  await digit(page, 1).tap()
  await page.keyboard.type(ana.pin)
  await page.keyboard.type(ana.password)
  await button(page, 'Mostrar PIN').tap()
  await button(page, 'Acceder').tap()

  await expect(title(page, 'Tu frase semilla')).toBeInViewport()
  await button(page, 'Mostrar palabras').tap()
  const words = (await wordsIn(page)).split(' ')
  await page.getByText('Confirmo que he guardado').tap()
  await expectLargeTargets(page.getByRole('main'))
  await button(page, 'Continuar').tap()

  await expect(title(page, 'Confirmar frase semilla')).toBeInViewport()
  await expectLargeTargets(page.getByRole('main'))
  for (const { position, group } of await readQuiz(page)) {
    await group.getByText(words[position - 1] ?? '', { exact: true }).tap()
  }
  await button(page, 'Confirmar').tap()
  await expectDashboard(page)
})

/** Buttons, fields, and the labels of radios and checkboxes. */
async function expectLargeTargets(scope: Locator) {
  const targets = scope.locator('button, input:not([type=radio], [type=checkbox], [hidden]), label:has(input)')
  await expect(targets).not.toHaveCount(0)
  const small = await targets.evaluateAll(
    (elements, smallest) =>
      elements
        .map((element) => ({
          name: element.getAttribute('aria-label') ?? element.textContent,
          box: element.getBoundingClientRect(),
        }))
        // Boxes of a fraction of a pixel less are rounded up.
        .filter(({ box }) => Math.round(box.width) < smallest || Math.round(box.height) < smallest)
        .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    SMALLEST_TARGET_PX,
  )
  expect(small).toEqual([])
}
