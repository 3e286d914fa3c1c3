// The literal demo of the specification: a chain without contracts.
import { fillOffer, offers, publishForm } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { alert, button, openDashboard } from '../support/steps.ts'

test.use({ contracts: false })

test('M2 M3 P2 P7 the example offers only alert; nothing is published without a contract, and that is said in amber', {
  tag: '@journey',
}, async ({ page }) => {
  await openDashboard(page)
  await expect(page.getByRole('note').filter({ hasText: 'Todavía no hay un contrato de préstamos en esta red.' })).toBeVisible()
  await expect(offers(page)).toHaveCount(4)
  for (const [index, figures] of [
    /\$ 300\.00.*10 %.*30 días/s,
    /\$ 500\.00.*14 %.*60 días/s,
    /\$ 1200\.00.*9 %.*90 días/s,
    /\$ 100\.00.*18 %.*15 días/s,
  ].entries()) {
    await expect(offers(page).nth(index)).toContainText(figures)
    await expect(offers(page).nth(index)).toContainText('Demo')
  }

  await offers(page).nth(0).getByRole('button', { name: 'Solicitar' }).click()
  await expect(alert(page)).toContainText('Flujo “Solicitar” pendiente (demo).')

  await fillOffer(page, { amount: '100', apr: '5' })
  await button(publishForm(page), 'Publicar').click()
  const refusal = alert(publishForm(page))
  await expect(refusal).toContainText('Transaccion erronea No hay un contrato de préstamos en esta red.')
  await expect(refusal.locator('svg').first()).toHaveCSS('color', 'rgb(240, 182, 74)')
})
