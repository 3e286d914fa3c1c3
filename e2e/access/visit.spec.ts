// A wallet of this visit, or a phrase that was not confirmed yet, is in memory alone: none is lost without a question or a word.
import type { Page } from '@playwright/test'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  ana,
  button,
  closeVisit,
  confirmPhraseSaved,
  createVisitWallet,
  expectDashboard,
  expectLogin,
  fillCredentials,
  importPhrase,
  lock,
  logIn,
  luis,
  openDashboard,
  openLoginWithVault,
  openStoredWallet,
  readPhrase,
  title,
} from '../support/steps.ts'

const AUTO_LOCK_MS = 5 * 60_000
const RESTORE = 'Para volver a entrar, restáurala con tu frase semilla.'
const NEW_WORDS = 'Se generó una frase nueva: las palabras que anotaste antes ya no sirven.'

const said = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ })

test('Bloquear asks before it closes a wallet of this visit, which can be kept instead', async ({ page }) => {
  await createVisitWallet(page)
  const question = page.getByRole('dialog', { name: '¿Cerrar esta billetera?' })
  await button(page, 'Bloquear').click()
  await expect(question).toContainText('solo para esta visita')
  await button(question, 'Seguir en el panel').click()
  await expect(question).toBeHidden()
  await expectDashboard(page)
  await expect(button(page, 'Bloquear')).toBeFocused()

  await button(page, 'Bloquear').click()
  await button(question, 'Guardar en este dispositivo').click()
  const keep = page.getByRole('dialog', { name: 'Guardar en este dispositivo' })
  await fillCredentials(keep, luis)
  await button(keep, 'Guardar').click()
  await expect(keep).toBeHidden()
  await expect(page.getByText(/solo para esta visita/)).toBeHidden()

  await lock(page)
  await expect(said(page)).toHaveCount(0)
  await logIn(page, luis)
  await expectDashboard(page)
})

test('Cerrar sin guardar closes it, and /login has nothing to explain', async ({ page }) => {
  await openDashboard(page)
  const questions = questionsOf(page)
  await closeVisit(page)
  await expect(said(page)).toHaveCount(0)
  expect(questions).toEqual([])
  await page.goto('/dashboard')
  await expectLogin(page)
})

test('a wallet of this visit that closed itself is explained on /login, which leads to the import', async ({ page }) => {
  await page.clock.install()
  await openDashboard(page)
  const questions = questionsOf(page)
  await page.clock.fastForward(AUTO_LOCK_MS + 1_000)
  await expectLogin(page)
  // The browser's question would hold up the lock until someone answers it.
  expect(questions).toEqual([])
  await expect(said(page)).toHaveText(`Tu billetera de esta visita se cerró por inactividad. ${RESTORE}`)
  await page.reload()
  await expect(said(page)).toContainText('por inactividad')

  await button(page, 'Restaurar con frase semilla').click()
  await expect(title(page, 'Ya tengo una frase semilla')).toBeVisible()
})

test('a kept wallet that locked itself says why, in every tab; one that was locked with Bloquear does not', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await openStoredWallet(page)
  const other = await context.newPage()
  await other.goto('/login')
  await logIn(other, ana)
  await expectDashboard(other)
  await context.clock.fastForward(AUTO_LOCK_MS + 1_000)
  for (const tab of [page, other]) {
    await expectLogin(tab)
    await expect(said(tab)).toHaveText('Se bloqueó por inactividad.')
  }
  for (const tab of [page, other]) {
    await logIn(tab, ana)
    await expectDashboard(tab)
  }
  await lock(page)
  await expectLogin(other)
  for (const tab of [page, other]) await expect(said(tab)).toHaveCount(0)
})

test('Bloquear in another tab closes the wallet of this visit too, and this tab says so', async ({ page, context }) => {
  await createVisitWallet(page)
  const other = await context.newPage()
  await openStoredWallet(other)
  await lock(other)
  await expectLogin(page)
  await expect(said(page)).toHaveText(`Tu billetera de esta visita se cerró al bloquear en otra pestaña. ${RESTORE}`)
})

test('R6 a reload asks first; who stays keeps the wallet of this visit, and who goes on is told what was lost', async ({
  page,
}) => {
  await createVisitWallet(page)
  await reloadButStay(page)
  await expectDashboard(page)
  await expect(page.getByText(/solo para esta visita/)).toBeVisible()

  await page.reload()
  await expectLogin(page)
  await expect(said(page)).toHaveText(`Tu billetera de esta visita se cerró al recargar la página o salir de ella. ${RESTORE}`)
  await expect(button(page, 'Restaurar con frase semilla')).toBeVisible()
})

test('the back button never drops a wallet of this visit: the dashboard stays, and another page is asked about', async ({
  page,
}) => {
  await page.goto('/mark.svg')
  await createVisitWallet(page)
  const asked = page.waitForEvent('dialog')
  for (const _ of ['/seed/confirm', '/seed']) {
    await page.evaluate(() => history.back())
    await expectDashboard(page)
  }
  await page.evaluate(() => history.back())
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expectDashboard(page)
  await expect(page.getByText(/solo para esta visita/)).toBeVisible()
})

test('a kept wallet is left without a question', async ({ page }) => {
  await openStoredWallet(page)
  const questions = questionsOf(page)
  await page.reload()
  await expectLogin(page)
  await expect(said(page)).toHaveCount(0)
  expect(questions).toEqual([])
})

test('R6 a reload on /seed or /seed/confirm asks first, then says that the words shown before are void', async ({ page }) => {
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
  await expect(said(page)).toHaveText('Saliste antes de confirmar tu frase semilla: las palabras que anotaste ya no sirven.')
})

test('R6 words that nobody has seen are replaced without a question or a word', async ({ page }) => {
  await page.goto('/seed')
  await button(page, 'Obtener último bloque').click()
  await page.reload()
  await expect(button(page, 'Mostrar palabras')).toBeVisible()
  await expect(said(page)).toHaveCount(0)
})

test('words that were noted are void after going back to /login and in again, and the page says so', async ({ page }) => {
  await page.goto('/login')
  await logIn(page, ana)
  const first = await readPhrase(page)
  await page.goBack()
  await expectLogin(page)
  await logIn(page, ana)
  await expect(said(page)).toHaveText(NEW_WORDS)
  expect(await readPhrase(page)).not.toBe(first)
})

test('a phrase that was typed in is not called void by a reload: it has to be typed again', async ({ page }) => {
  await page.goto('/seed')
  await importPhrase(page, TEST_PHRASE)
  await confirmPhraseSaved(page)
  await page.reload()
  await expect(page).toHaveURL('/seed')
  await expect(said(page)).toHaveText(
    'Estas palabras son nuevas, no las que escribiste. Las tuyas siguen siendo válidas: escríbelas de nuevo.',
  )
  await importPhrase(page, TEST_PHRASE)
  await expect(button(page, 'Mostrar palabras')).toBeVisible()
  await expect(said(page)).toHaveCount(0)
})

test('what was lost is told beside a vault too, and opening the vault ends it', async ({ page }) => {
  await openLoginWithVault(page)
  await openDashboard(page)
  await page.reload()
  await expectLogin(page)
  await expect(said(page)).toContainText(RESTORE)
  await expect(button(page, 'Restaurar con frase semilla')).toHaveCount(1)
  await logIn(page, ana)
  await expectDashboard(page)
  await page.reload()
  await expectLogin(page)
  await expect(said(page)).toHaveCount(0)
})

/** Types of the dialogs that the browser opens from now on. Each is accepted. */
function questionsOf(page: Page): string[] {
  const questions: string[] = []
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type())
    await dialog.accept()
  })
  return questions
}

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
