import { market } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { button, header, openDashboard } from '../support/steps.ts'

for (const width of [360, 1280]) {
  test(`at ${width} px the primary button stands over the way out, both across the dialog`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openDashboard(page)
    // Until the chain answers the buttons are those of examples.
    await expect(header(page).getByText('Red local', { exact: true })).toBeVisible()
    await market(page)
      .getByRole('listitem')
      .filter({ hasText: 'Préstamo corto' })
      .getByRole('button', { name: /^Solicitar/ })
      .click()
    const taking = page.getByRole('dialog', { name: 'Solicitar préstamo' })
    const [first, second] = [button(taking, 'Aceptar préstamo'), button(taking, 'Ahora no')]
    await expect(first).toBeEnabled()
    const [accept, leave] = [await first.boundingBox(), await second.boundingBox()]
    if (!accept || !leave) throw new Error('A button is not drawn.')
    expect(leave.y).toBeGreaterThanOrEqual(accept.y + accept.height + 8)
    expect([leave.x, leave.width]).toEqual([accept.x, accept.width])
    expect(Math.min(accept.height, leave.height)).toBeGreaterThanOrEqual(44)
    const { width: whole = 0 } = (await taking.getByRole('heading').locator('..').boundingBox()) ?? {}
    expect(accept.width).toBe(whole - 48)
  })
}
