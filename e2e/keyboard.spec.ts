import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ana, button, digit, expectDashboard, expectLogin, password, readQuiz, title, wordsIn } from './steps.ts'

test('the whole way in, the dialogs and the way out work with the keyboard alone', async ({ page }) => {
  await page.goto('/login')
  await typeCredentials(page)
  await page.keyboard.press('Enter')

  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  await press(page, button(page, 'Mostrar palabras'))
  const words = (await wordsIn(page)).split(' ')
  await press(page, page.getByRole('checkbox'), 'Space')
  await press(page, button(page, 'Continuar'))

  await expect(title(page, 'Confirmar frase semilla')).toBeVisible()
  for (const { position, group } of await readQuiz(page)) {
    await tabTo(page, group.getByRole('radio').first())
    await page.keyboard.press('Space')
    const right = group.getByRole('radio', { name: words[position - 1] ?? '', exact: true })
    for (let turns = 0; turns < 4 && !(await right.isChecked()); turns++) await page.keyboard.press('ArrowDown')
    await expect(right).toBeChecked()
  }
  await press(page, button(page, 'Confirmar'))
  await expectDashboard(page)

  await press(page, button(page, 'Más opciones'))
  await expect(page.getByRole('menuitem', { name: 'Ver frase semilla' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Ver frase semilla' })
  await expect(dialog).toBeVisible()
  await typeCredentials(page, dialog)
  await page.keyboard.press('Enter')
  await expect(button(dialog, 'Listo')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Más opciones')).toBeFocused()

  await press(page, button(page, 'Bloquear'), 'Enter', 'Shift+Tab')
  await expectLogin(page)
  await typeCredentials(page)
  await press(page, button(page, 'Acceder'))
  await expectDashboard(page)
})

async function typeCredentials(page: Page, scope: Page | Locator = page) {
  await tabTo(page, digit(scope, 1))
  await page.keyboard.type(ana.pin)
  await tabTo(page, password(scope))
  await page.keyboard.type(ana.password)
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 40 && !(await isFocused()); steps++) await page.keyboard.press(key)
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter', direction = 'Tab') {
  await tabTo(page, target, direction)
  await page.keyboard.press(key)
}
