// A wallet of this visit, or a phrase that was not confirmed yet, is in memory alone: none is lost without a question or a word.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import {
  button,
  confirmPhraseSaved,
  createVisitWallet,
  expectDashboard,
  expectLogin,
  readPhrase,
  title,
} from '../support/steps.ts'

const RESTORE = 'Para volver a entrar, restáurala con tu frase semilla.'
const NEW_WORDS = 'Se generó una frase nueva: las palabras que anotaste antes ya no sirven.'

const said = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ })

test('R6 a reload asks first; who stays keeps the wallet of this visit, and who goes on is told what was lost', {
  tag: '@journey',
}, async ({ page }) => {
  await createVisitWallet(page)
  await reloadButStay(page)
  await expectDashboard(page)
  await expect(page.getByText(/solo para esta visita/)).toBeVisible()

  await page.reload()
  await expectLogin(page)
  await expect(said(page)).toHaveText(`Tu billetera de esta visita se cerró al recargar la página o salir de ella. ${RESTORE}`)
  await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
})

test('R6 a reload on /seed or /seed/confirm asks first, then says that the words shown before are void', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/seed')
  const first = await readPhrase(page)
  await expect(said(page)).toHaveCount(0)
  await reloadButStay(page)
  await expect(title(page, 'Tu frase semilla')).toBeVisible()

  await page.reload()
  await expect(said(page)).toHaveText(NEW_WORDS)
  const second = await readPhrase(page)
  expect(second).not.toBe(first)
  await confirmPhraseSaved(page)
  await button(page, 'Volver').click()
  expect(await readPhrase(page)).toBe(second)
  // Said of older words: these are the right ones.
  await expect(said(page)).toHaveCount(0)
  await confirmPhraseSaved(page)

  await page.reload()
  await expect(page).toHaveURL('/seed')
  await expect(said(page)).toHaveText(NEW_WORDS)

  await readPhrase(page)
  await page.goto('/login')
  await expect(said(page)).toHaveText('No terminaste de confirmar tu frase semilla: las palabras que anotaste ya no sirven.')
})

/** Reloads as a person does, and answers the browser's question with 'stay'. */
async function reloadButStay(page: Page) {
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => {
    setTimeout(() => location.reload())
  })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
}
