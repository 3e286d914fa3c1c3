import type { Locator, Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { debtors, debts, publishForm, publishStatus, sharing } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import { take } from '../support/others.ts'
import {
  alert,
  ana,
  button,
  digit,
  expectDashboard,
  expectLogin,
  header,
  openDashboard,
  password,
  readQuiz,
  section,
  TEST_ADDRESS,
  title,
  wordsIn,
} from '../support/steps.ts'

test('the whole way in, the dialogs and the way out work with the keyboard alone', { tag: '@journey' }, async ({ page }) => {
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
  await expect(page.getByRole('menuitem', { name: 'Contactos' })).toBeFocused()
  // By its first letter.
  await page.keyboard.press('a')
  await expect(page.getByRole('menuitem', { name: 'Ajustes' })).toBeFocused()
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Ajustes' })
  await press(page, button(settings, 'Ver frase semilla'))
  const dialog = page.getByRole('dialog', { name: 'Ver frase semilla' })
  await expect(dialog).toBeVisible()
  await typeCredentials(page, dialog)
  await page.keyboard.press('Enter')
  await expect(button(dialog, 'Listo')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button(settings, 'Ver frase semilla')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(button(page, 'Más opciones')).toBeFocused()

  await press(page, button(page, 'Bloquear'), 'Enter', 'Shift+Tab')
  await expectLogin(page)
  await typeCredentials(page)
  await press(page, button(page, 'Acceder'))
  await expectDashboard(page)
})

test('lending and borrowing work with the keyboard alone', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 500)
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  const form = publishForm(page)

  await test.step('publish an offer', async () => {
    await tabTo(page, form.getByLabel('Monto (USD)'))
    await page.keyboard.type('120')
    await tabTo(page, form.getByLabel('Interés (APR %)'))
    await page.keyboard.type('6')
    await tabTo(page, form.getByLabel('Nota'))
    await page.keyboard.type('A teclado')
    await expect(form).toContainText(/Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)
    await press(page, button(form, 'Publicar'))
    await expect(publishStatus(page)).toHaveText('Oferta publicada')
    await expect(sharing(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sharing(page)).toBeHidden()
    await expect(button(page, 'Cancelar oferta de $ 120.00')).toBeVisible()
  })

  await test.step('somebody takes it, and its contract is read', async () => {
    await take(world, people.luis, 5n)
    const contract = debtors(page).first().getByRole('button', { name: 'Ver contrato $ 120.00' })
    await expect(contract).toBeVisible()
    await press(page, contract)
    const dialog = page.getByRole('dialog', { name: 'Contrato de préstamo entre pares' })
    await expect(dialog).toContainText('A teclado')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(contract).toBeFocused()
  })

  await test.step('take an offer, and go to the debt', async () => {
    await press(page, button(page, 'Solicitar $ 300.00 a 0x7099…79C8'), 'Enter', 'Shift+Tab')
    const taking = page.getByRole('dialog', { name: 'Solicitar préstamo' })
    await expect(button(taking, 'Aceptar préstamo')).toBeEnabled()
    await press(page, button(taking, 'Aceptar préstamo'), 'Space')
    await expect(taking).toBeHidden()
    await page.keyboard.press('Tab')
    await press(page, button(alert(page), 'Ver mi deuda'), 'Enter', 'Shift+Tab')
    await expect(debts(page).first()).toBeFocused()
  })

  await test.step('pay all of it', async () => {
    await press(page, debts(page).first().getByRole('button', { name: 'Pagar ahora $ 300.00' }))
    const paying = page.getByRole('dialog', { name: 'Pagar préstamo' })
    await expect(paying).toBeVisible()
    await press(page, button(paying, 'Pagar todo'))
    await expect(button(paying, 'Pagar $ 302.47')).toBeEnabled()
    await press(page, button(paying, 'Pagar $ 302.47'))
    await expect(paying).toBeHidden()
    const end = page.getByRole('dialog', { name: /^Terminaste de pagar a / })
    await press(page, button(end, 'Listo'))
    await expect(end).toBeHidden()
    await press(page, button(section(page, 'Mis Deudas'), 'Devueltos (1)'))
    await expect(debts(page).filter({ hasText: '$ 300.00' })).toContainText('Devuelto')
  })
})

async function typeCredentials(page: Page, scope: Page | Locator = page) {
  await tabTo(page, digit(scope, 1))
  await page.keyboard.type(ana.pin)
  await tabTo(page, password(scope))
  await page.keyboard.type(ana.password)
}

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  // By its element: a locator computes roles and names of the whole page at every step.
  const wanted = await target.elementHandle()
  const isFocused = () => wanted?.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 80 && !(await isFocused()); steps++) await page.keyboard.press(key)
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter', direction = 'Tab') {
  await tabTo(page, target, direction)
  await page.keyboard.press(key)
}
