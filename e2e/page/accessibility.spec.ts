import { parseEther } from 'viem'
import { expectAccessible } from '../support/accessible.ts'
import { debts, publishOffer, underWay } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import {
  alert,
  answerQuiz,
  button,
  chooseInMenu,
  confirmPhraseSaved,
  expectDashboard,
  header,
  importPhrase,
  openDashboard,
  openStoredWallet,
  passQuiz,
  readPhrase,
  TEST_ADDRESS,
} from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('login is accessible, with an error and with the tooltip too', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByText(/No hay ninguna billetera/)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Acceder').click()
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page)
  // Focused by keyboard, so that the tooltip stays while the viewport changes.
  await button(page, 'Acceder').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expectAccessible(page)
  // On a narrow screen the tooltip covers the other button.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await button(page, '¿Olvidaste tu contraseña?').click()
  await expect(alert(page).filter({ hasText: 'Recuperación' })).toBeVisible()
  await expectAccessible(page)
})

test('the words and the import are accessible', async ({ page }) => {
  await page.goto('/seed')
  await expect(button(page, 'Mostrar palabras')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Mostrar palabras').click()
  await button(page, 'Obtener último bloque').click()
  await expect(page.getByText('Hash')).toBeVisible()
  await expectAccessible(page)
  await importPhrase(page, 'una palabra tan larga que no existe: esternocleidomastoideoesternocleidomastoideo')
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page)
})

test('the quiz, the dashboard and its dialogs are accessible', async ({ page }) => {
  await page.goto('/seed')
  const phrase = await readPhrase(page)
  await confirmPhraseSaved(page)
  await answerQuiz(page, phrase, { wrongly: true })
  await button(page, 'Confirmar').click()
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page)

  await passQuiz(page, phrase)
  await expectDashboard(page)
  await expect(header(page)).toContainText('Red local')
  await expect(header(page)).toContainText('0x')
  await expectAccessible(page)
  await button(page, 'Guardar en este dispositivo').click()
  await button(page.getByRole('dialog'), 'Guardar').click()
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await chooseInMenu(page, 'Ver frase semilla')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(12)
  await expectAccessible(page)
})

test('what sends something is accessible, before and on its way', async ({ page, world }) => {
  await world.client.setBalance({ address: TEST_ADDRESS, value: parseEther('1') })
  await fund(world, TEST_ADDRESS, 1_000)
  await openDashboard(page)
  const dialog = page.getByRole('dialog')
  await button(page, 'Solicitar $ 300.00 a 0x7099…79C8').click()
  await expect(dialog).toContainText('≈ $')
  await expectAccessible(page)
  await world.client.setAutomine(false)
  await button(dialog, 'Aceptar préstamo').click()
  await expect(dialog.getByRole('status')).toContainText('TX enviada')
  await expectAccessible(page)
  await world.client.setAutomine(true)
  await world.client.mine({ blocks: 1 })
  await expect(dialog).toBeHidden()

  const debt = debts(page).first()
  await debt.getByRole('button', { name: 'Pagar ahora $ 300.00' }).click()
  await button(dialog, 'Pagar').click()
  await expect(alert(dialog)).toContainText('Ingrese un monto válido.')
  await expectAccessible(page)
  await dialog.getByLabel('Monto').fill('5000')
  await expect(dialog).toContainText('Es más de lo que debes')
  await world.client.setAutomine(false)
  await button(dialog, 'Pagar $ 302.47').click()
  await button(dialog, 'Seguir en el panel').click()
  await expect(underWay(page)).toContainText('Pagar $ 302.47')
  await expect(debt).toContainText('Pago de $ 302.47 en camino')
  await expectAccessible(page)
  await world.client.setAutomine(true)
  await world.client.mine({ blocks: 1 })
  await expect(underWay(page)).toBeHidden()

  await publishOffer(page, { amount: '10', apr: '5' })
  await button(page, 'Cancelar oferta de $ 10.00').click()
  await expect(dialog).toContainText('≈ $')
  await expectAccessible(page)
})

test('an unlocked wallet and its dialogs are accessible', async ({ page }) => {
  await openStoredWallet(page)
  await button(page, 'Más opciones').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Ver frase semilla' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await chooseInMenu(page, 'Olvidar este dispositivo')
  await expect(page.getByRole('dialog', { name: '¿Olvidar este dispositivo?' })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Sí, olvidar').click()
  await expect(page.getByRole('dialog', { name: '¿Tienes tu frase semilla a mano?' })).toBeVisible()
  await expectAccessible(page)
})
