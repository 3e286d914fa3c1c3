// The literal demo of the specification: a chain without contracts.
import { expect, test } from './fixtures.ts'
import { alert, button, openDashboard, section } from './steps.ts'

test.use({ contracts: false })

test('M2, M3 the example offers only alert', async ({ page }) => {
  await openDashboard(page)
  const offers = section(page, 'Marketplace de Préstamos').getByRole('listitem')
  await expect(offers).toHaveCount(4)
  for (const [index, figures] of [
    /\$ 300\.00.*10 %.*30 días/s,
    /\$ 500\.00.*14 %.*60 días/s,
    /\$ 1200\.00.*9 %.*90 días/s,
    /\$ 100\.00.*18 %.*15 días/s,
  ].entries()) {
    await expect(offers.nth(index)).toContainText(figures)
    await expect(offers.nth(index)).toContainText('Demo')
  }

  await offers.nth(0).getByRole('button', { name: 'Solicitar' }).click()
  await expect(alert(page)).toContainText('Flujo “Solicitar” pendiente (demo).')
})

test('P2, P7 without a contract nothing is sent, and that is said in amber', async ({ page }) => {
  await openDashboard(page)
  const form = section(page, 'Publicar préstamo')
  await form.getByLabel('Monto (USD)').fill('100')
  await form.getByLabel('Interés (APR %)').fill('5')
  await button(page, 'Publicar').click()
  await expect(form.getByRole('alert')).toContainText('Transaccion erronea No hay un contrato de préstamos en esta red.')
})
