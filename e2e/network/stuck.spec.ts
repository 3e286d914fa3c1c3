// Scripts that fail or never answer: the wallet opens all the same, or says what is wrong.
import { expect, test } from '../support/fixtures.ts'
import { alert, ana, button, expectDashboard, expectLogin, logIn, openLoginWithVault } from '../support/steps.ts'

test('a worker that never answers: the key is derived without it, and no other tab waits for ever', async ({ page, context }) => {
  await context.clock.install()
  const other = await context.newPage()
  let asked = 0
  await page.route('**/assets/vaultWorker-*.js', () => {
    asked++
  })
  await openLoginWithVault(page)
  await other.goto('/login')
  await logIn(page, ana)
  await expect.poll(() => asked).toBe(1)
  await logIn(other, ana)
  await context.clock.fastForward(60_000)
  await expectDashboard(page)
  await expectDashboard(other)
})

test.describe('a part of the page that cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ })

  test('is not a wrong password: it is said as such, and is no failed attempt', async ({ page }) => {
    await openLoginWithVault(page)
    await page.route('**/assets/vault-*.js', (route) => route.abort())
    await page.reload()
    for (let attempt = 0; attempt < 5; attempt++) {
      await logIn(page, ana)
      await expect(alert(page)).toHaveText(
        'No se pudo cargar una parte de esta página. Comprueba tu conexión y vuelve a cargarla.',
      )
    }
    await page.unroute('**/assets/vault-*.js')
    await page.reload()
    await logIn(page, ana)
    await expectDashboard(page)
  })

  test('a part that never arrives neither, and no other tab waits for it for ever', async ({ page, context }) => {
    await context.clock.install()
    const other = await context.newPage()
    await openLoginWithVault(page)
    await page.route('**/assets/vault-*.js', () => {})
    await page.reload()
    await logIn(page, ana)
    await expect(button(page, 'Verificando...')).toBeVisible()
    await other.goto('/login')
    await logIn(other, ana)
    // It has all of its own parts, and waits for the first tab alone.
    const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length)
    await expect.poll(waiting).toBe(1)
    await context.clock.fastForward(60_000)
    await expect(alert(page)).toHaveText(/^No se pudo cargar una parte de esta página\./)
    await expectLogin(page)
    await expectDashboard(other)
  })
})
