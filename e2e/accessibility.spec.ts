import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  alert,
  answerQuiz,
  button,
  chooseInMenu,
  createWallet,
  expectDashboard,
  header,
  importPhrase,
  passQuiz,
  readPhrase,
  saySaved,
} from './steps.ts'

// The narrowest screen that must do without sideways scrolling, and a wide one.
for (const width of [320, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 720 }, contextOptions: { reducedMotion: 'reduce' } })

    test('login is accessible, with an error and with the tooltip too', async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByText(/Es tu primera vez/)).toBeVisible()
      await check(page)
      await button(page, 'Acceder').click()
      await expect(alert(page)).toBeVisible()
      await check(page)
      await button(page, '¿No tienes cuenta?').hover()
      await expect(page.getByRole('tooltip')).toBeVisible()
      await check(page)
      await button(page, '¿Olvidaste tu contraseña?').click()
      await expect(alert(page).filter({ hasText: 'Recuperación' })).toBeVisible()
      await check(page)
    })

    test('the words and the import are accessible', async ({ page }) => {
      await page.goto('/seed')
      await expect(button(page, 'Mostrar palabras')).toBeVisible()
      await check(page)
      await button(page, 'Mostrar palabras').click()
      await button(page, 'Obtener último bloque').click()
      await expect(page.getByText('Hash')).toBeVisible()
      await check(page)
      await importPhrase(page, 'una palabra tan larga que no existe: esternocleidomastoideoesternocleidomastoideo')
      await expect(alert(page)).toBeVisible()
      await check(page)
    })

    test('the quiz, the dashboard and its dialogs are accessible', async ({ page }) => {
      await page.goto('/seed')
      const phrase = await readPhrase(page)
      await saySaved(page)
      await answerQuiz(page, phrase, { wrongly: true })
      await button(page, 'Confirmar').click()
      await expect(alert(page)).toBeVisible()
      await check(page)

      await passQuiz(page, phrase)
      await expectDashboard(page)
      await expect(header(page)).toContainText('Red local')
      await expect(header(page)).toContainText('0x')
      await check(page)
      await button(page, 'Guardar en este dispositivo').click()
      await button(page.getByRole('dialog'), 'Guardar').click()
      await expect(alert(page)).toBeVisible()
      await check(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await chooseInMenu(page, 'Ver frase semilla')
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(12)
      await check(page)
    })

    test('an unlocked wallet and its dialogs are accessible', async ({ page }) => {
      await createWallet(page)
      await button(page, 'Más opciones').click()
      await expect(page.getByRole('menu')).toBeVisible()
      await check(page)
      await page.getByRole('menuitem', { name: 'Ver frase semilla' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await chooseInMenu(page, 'Olvidar este dispositivo')
      await check(page)
      await button(page, 'Sí, olvidar').click()
      await check(page)
    })
  })
}

/** Axe finds nothing, and the page is not wider than the screen. */
async function check(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  const { wide, screen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, screen: innerWidth }))
  expect(wide).toBeLessThanOrEqual(screen)
}
