import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { TEST_PHRASE } from '../../devchain/people.ts'
import { expectAccessible } from '../support/accessible.ts'
import { dumpStorage } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  button,
  closeVisit,
  confirmPhraseSaved,
  expectDashboard,
  expectLogin,
  passQuiz,
  readPhrase,
  title,
} from '../support/steps.ts'

const AUTO_LOCK_MS = 5 * 60_000

const reminder = (page: Page) => page.getByRole('status').filter({ hasText: 'Copiaste tu frase semilla' })

test.describe('where the clipboard may be read', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('S3 locking takes a phrase that was copied off the clipboard, so /login has nothing to say', async ({ page }) => {
    const phrase = await openByCopying(page)
    expect(await clipboard(page)).toBe(phrase)
    await closeVisit(page)
    expect(await clipboard(page)).toBe('')
    await expect(reminder(page)).toBeHidden()
  })

  test('S3 locking takes a phrase that was pasted off the clipboard too', async ({ page }) => {
    await openByPasting(page)
    await closeVisit(page)
    expect(await clipboard(page)).toBe('')
    await expect(reminder(page)).toBeHidden()
  })

  test('S3 locking leaves something else that was copied since alone, without a word', async ({ page }) => {
    await openByCopying(page)
    await page.evaluate(() => navigator.clipboard.writeText('la lista de la compra'))
    await closeVisit(page)
    expect(await clipboard(page)).toBe('la lista de la compra')
    await expect(reminder(page)).toBeHidden()
  })

  test('S3 a phrase that was cleared in time is not mentioned after the wallet locks itself', async ({ page }) => {
    await page.clock.install()
    await openByCopying(page)
    await page.clock.fastForward(61_000)
    await expect.poll(() => clipboard(page)).toBe('')
    await page.clock.fastForward(AUTO_LOCK_MS)
    await expectLogin(page)
    await expect(reminder(page)).toBeHidden()
  })

  test('S3 a clipboard that does not answer holds up the lock for a moment only', async ({ page }) => {
    await openByCopying(page)
    await page.evaluate(() => {
      navigator.clipboard.readText = () => new Promise(() => {})
    })
    await closeVisit(page)
    await expect(reminder(page)).toBeVisible()
  })
})

test.describe('where the clipboard may not be read', () => {
  test.use({ permissions: ['clipboard-write'] })

  test('S3 after Bloquear /login asks to clear the phrase, until one says that it is done', async ({ page, context }) => {
    const phrase = await openByCopying(page)
    await closeVisit(page)
    await expect(reminder(page)).toContainText('puede seguir en el portapapeles. Copia cualquier otra cosa para borrarla.')
    await expectAccessible(page)
    await page.reload()
    await expect(reminder(page)).toBeVisible()

    const kept = await dumpStorage(page)
    const hash = createHash('sha256').update(phrase).digest()
    for (const secret of [phrase, hash.toString('hex'), hash.toString('base64'), hash.toString('base64url'), hash.join()]) {
      expect(kept).not.toContain(secret)
    }

    await button(page, 'Ya la borré').click()
    await expect(reminder(page)).toBeHidden()
    await page.reload()
    await expect(title(page, 'Acceso seguro')).toBeVisible()
    await expect(reminder(page)).toBeHidden()

    // Never overwritten blindly.
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    expect(await clipboard(page)).toBe(phrase)
  })

  test('S3 after the wallet locked itself /login asks to clear the phrase', async ({ page }) => {
    await page.clock.install()
    await openByCopying(page)
    await page.clock.fastForward(AUTO_LOCK_MS + 1_000)
    await expectLogin(page)
    await expect(reminder(page)).toBeVisible()
  })

  test('S3 after a reload that forgot the wallet /login asks to clear the phrase', async ({ page }) => {
    await openByCopying(page)
    await page.reload()
    await expectLogin(page)
    await expect(reminder(page)).toBeVisible()
  })

  test('S3 after an import by paste /login asks to clear the phrase', async ({ page }) => {
    await openByPasting(page)
    await closeVisit(page)
    await expect(reminder(page)).toBeVisible()
  })
})

/** The dashboard of a new wallet whose phrase was copied on /seed. Returns the phrase. */
async function openByCopying(page: Page): Promise<string> {
  await page.goto('/seed')
  const phrase = await readPhrase(page)
  await button(page, 'Copiar').click()
  await expect(page.getByRole('status').filter({ hasText: 'Copiado' })).toBeVisible()
  await goOn(page, phrase)
  return phrase
}

/** The dashboard of a wallet whose phrase was pasted on /seed. */
async function openByPasting(page: Page) {
  await page.goto('/seed')
  await page.evaluate((text) => navigator.clipboard.writeText(text), TEST_PHRASE)
  await button(page, 'Ya tengo una frase semilla').click()
  await page.getByRole('textbox', { name: 'Frase semilla' }).press('ControlOrMeta+v')
  await expect(page.getByRole('textbox', { name: 'Frase semilla' })).toHaveValue(TEST_PHRASE)
  await button(page, 'Restaurar billetera').click()
  await goOn(page, TEST_PHRASE)
}

async function goOn(page: Page, phrase: string) {
  await confirmPhraseSaved(page)
  await passQuiz(page, phrase)
  await expectDashboard(page)
}

async function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
