import { TEST_PHRASE } from '../../devchain/people.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectVisibleFocus } from '../support/focus.ts'
import { answerQuiz, button, confirmPhraseSaved, importPhrase, openLoginWithVault, readPhrase, title } from '../support/steps.ts'

test('on the way in every stop of the Tab key shows that it has the focus', async ({ page }) => {
  await test.step('/login', async () => {
    await openLoginWithVault(page)
    await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Dígito 1 de 6' })).toBeFocused()
    expect(await expectVisibleFocus(page)).toEqual([
      ...['Dígito 2 de 6', 'Dígito 3 de 6', 'Dígito 4 de 6', 'Dígito 5 de 6', 'Dígito 6 de 6'],
      ...['Mostrar PIN', 'Contraseña', 'Mostrar contraseña', 'Acceder', '¿No tienes cuenta?', '¿Olvidaste tu contraseña?'],
      ...['Restaurar con frase semilla', 'Dígito 1 de 6'],
    ])
  })

  await test.step('/seed', async () => {
    await page.goto('/seed')
    await readPhrase(page)
    await page.getByRole('checkbox').check()
    const stops = await expectVisibleFocus(page)
    for (const stop of ['Ocultar palabras', 'Copiar', 'Continuar', 'Ya tengo una frase semilla', 'Obtener último bloque']) {
      expect(stops).toContain(stop)
    }
    expect(stops).toContain('Confirmo que he guardado mi frase semilla en un lugar seguro')
    await button(page, 'Ya tengo una frase semilla').click()
    await expect(page.getByRole('textbox', { name: 'Frase semilla' })).toBeFocused()
    expect(await expectVisibleFocus(page)).toEqual([
      ...['Restaurar billetera', 'Tengo una copia cifrada', 'Volver', 'Frase semilla'],
    ])
  })

  await test.step('/seed/confirm', async () => {
    await page.goto('/seed')
    await importPhrase(page, TEST_PHRASE)
    await confirmPhraseSaved(page)
    await answerQuiz(page, TEST_PHRASE)
    await expect(title(page, 'Confirmar frase semilla')).toBeVisible()
    const stops = await expectVisibleFocus(page)
    for (const stop of ['Confirmar', 'Volver', 'Otra combinación']) expect(stops).toContain(stop)
    // One for each question.
    expect(stops).toHaveLength(3 + 3)
  })
})
