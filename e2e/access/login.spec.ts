import { expect, test } from '../support/fixtures.ts'
import {
  alert,
  ana,
  answerQuiz,
  button,
  confirmPhraseSaved,
  digit,
  expectDashboard,
  fillCredentials,
  lock,
  logIn,
  openLoginWithVault,
  passQuiz,
  readPhrase,
  title,
} from '../support/steps.ts'

test.beforeEach(({ page }) => page.goto('/login'))

for (const hasVault of [false, true]) {
  const where = hasVault ? 'where there is a wallet to open' : 'on a new device'
  test(`${where}, who is on ¿No tienes cuenta? as soon as it is drawn stays on it while the rest of the page comes`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const find = () => [...document.querySelectorAll('button')].find((found) => found.textContent === '¿No tienes cuenta?')
      new MutationObserver((_, observer) => {
        const drawn = find()
        if (!drawn) return
        observer.disconnect()
        drawn.dataset.first = 'yes'
        drawn.focus()
      }).observe(document, { childList: true, subtree: true })
    })
    if (hasVault) await openLoginWithVault(page)
    else await page.goto('/login')
    await expect(
      hasVault ? button(page, 'Restaurar con frase semilla') : page.getByText('Elige un PIN y una contraseña'),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(button(page, '¿No tienes cuenta?')).toHaveAttribute('data-first', 'yes')
    await expect(button(page, '¿No tienes cuenta?')).toBeFocused()
  })
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test('L9 a tap on ¿No tienes cuenta? shows its tooltip', async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    const text = '(Demo) Usuario nuevo se configurará luego'
    const tip = page.getByRole('tooltip', { name: text })
    await expect(button(page, '¿No tienes cuenta?')).toHaveAccessibleDescription(text)
    await expect(tip).toBeHidden()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await button(page, '¿No tienes cuenta?').tap()
    await page.clock.runFor(1_000)
    await expect(tip).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(tip).toBeHidden()
  })
})

test('L13 valid input and Enter in a PIN box go to /seed, and no network call is made', async ({ page, site }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const isFile = new URL(request.url()).origin === site.url && !['fetch', 'xhr'].includes(request.resourceType())
    if (!isFile) calls.push(request.url())
  })
  await fillCredentials(page, ana)
  await digit(page, 2).press('Enter')
  await expect(page).toHaveURL('/seed')
  await expect(title(page, 'Tu frase semilla')).toBeVisible()
  expect(calls).toEqual([])

  await test.step('the phrase of the new wallet is confirmed, the second time rightly, and the wallet is kept', async () => {
    const phrase = await readPhrase(page)
    await confirmPhraseSaved(page)
    await answerQuiz(page, phrase, { wrongly: true })
    await button(page, 'Confirmar').click()
    await expect(alert(page)).toHaveText('Alguna respuesta es incorrecta. Revisa y vuelve a intentar.')
    await passQuiz(page, phrase)
    await expectDashboard(page)
    await lock(page)
    await logIn(page, ana)
    await expectDashboard(page)
  })
})
