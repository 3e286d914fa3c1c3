import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { expect, test } from './fixtures.ts'
import { fund } from './money.ts'
import {
  alert,
  answerQuiz,
  button,
  chooseInMenu,
  createWallet,
  expectDashboard,
  header,
  importPhrase,
  JUNK_ACCOUNT,
  openDashboard,
  passQuiz,
  readPhrase,
  saySaved,
  section,
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
      // On a narrow screen it lies over the other button, until one is done with it.
      await page.keyboard.press('Escape')
      await expect(page.getByRole('tooltip')).toBeHidden()
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

    test('what sends something is accessible, before and on its way', async ({ page, world }) => {
      await world.client.setBalance({ address: JUNK_ACCOUNT, value: parseEther('1') })
      await fund(world, JUNK_ACCOUNT, 1_000)
      await openDashboard(page)
      const dialog = page.getByRole('dialog')
      await button(page, 'Solicitar $ 300.00 a 0x7099…79C8').click()
      await expect(dialog).toContainText('≈ $')
      await check(page)
      await button(dialog, 'Aceptar préstamo').click()
      await expect(dialog.getByRole('status')).toBeVisible()
      await check(page)
      await expect(dialog).toBeHidden()

      const debt = section(page, 'Mis Deudas').getByRole('article').first()
      await debt.getByRole('button', { name: 'Pagar ahora $ 300.00' }).click()
      await button(dialog, 'Pagar').click()
      await expect(alert(dialog)).toContainText('Ingrese un monto válido.')
      await check(page)
      await dialog.getByLabel('Monto').fill('5000')
      await expect(dialog).toContainText('Es más de lo que debes')
      await world.client.setAutomine(false)
      await world.client.setIntervalMining({ interval: 0 })
      await button(dialog, 'Pagar').click()
      await button(dialog, 'Seguir en el panel').click()
      await expect(section(page, 'Operaciones en camino')).toContainText('Pagar $ 302.47')
      await expect(debt).toContainText('Pago de $ 302.47 en camino')
      await check(page)
      await world.client.setAutomine(true)
      await world.client.mine({ blocks: 1 })
      await expect(section(page, 'Operaciones en camino')).toBeHidden()

      const form = section(page, 'Publicar préstamo')
      await form.getByLabel('Monto (USD)').fill('10')
      await form.getByLabel('Interés (APR %)').fill('5')
      await button(form, 'Publicar').click()
      await button(page, 'Cancelar oferta de $ 10.00').click()
      await expect(dialog).toContainText('≈ $')
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
