import { DOLLAR } from '../../web/loans/loan.ts'
import { debts, leaveEnd, market, publishForm, publishStatus, sharing } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { alert, button, openDashboard, section, TEST_ADDRESS } from '../support/steps.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('on a phone one publishes, cancels, accepts and pays by touch', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 500)
  await openDashboard(page)

  const form = publishForm(page)
  await form.getByLabel('Monto (USD)').fill('80')
  await form.getByLabel('Interés (APR %)').fill('4')
  await expect(form).toContainText('Disponible: $ 500.00')
  await expect(form).toContainText(/Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)
  await button(form, 'Publicar').tap()
  await expect(publishStatus(page)).toHaveText('Oferta publicada')
  await expect(publishStatus(page)).toBeInViewport()
  await button(sharing(page), 'Ver mi oferta').tap()
  await expect(sharing(page)).toBeHidden()
  await button(page, 'Cancelar oferta de $ 80.00').tap()
  const cancelling = page.getByRole('dialog', { name: '¿Cancelar esta oferta?' })
  await button(cancelling, 'Cancelar oferta').tap()
  await expect(cancelling).toBeHidden()
  await expect(alert(page)).toContainText('Oferta cancelada: recuperaste $ 80.00.')
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(500n * DOLLAR)

  await market(page)
    .getByRole('button', { name: /^Solicitar \$ 100\.00/ })
    .tap()
  const taking = page.getByRole('dialog', { name: 'Solicitar préstamo' })
  await expect(taking).toContainText(/Recibes\s*\$ 100\.00/)
  await button(taking, 'Aceptar préstamo').tap()
  await expect(taking).toBeHidden()
  await button(alert(page), 'Ver mi deuda').tap()
  const debt = debts(page).filter({ hasText: '$ 100.00' }).first()
  await expect(debt).toBeInViewport()
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(600n * DOLLAR)

  await debt.getByRole('button', { name: 'Pagar ahora $ 100.00' }).tap()
  const paying = page.getByRole('dialog', { name: 'Pagar préstamo' })
  await button(paying, 'Pagar todo').tap()
  await paying.getByRole('button', { name: /^Pagar \$/ }).tap()
  await expect(paying).toBeHidden()
  await leaveEnd(page)
  await button(section(page, 'Mis Deudas'), 'Devueltos (1)').tap()
  await expect(debt).toContainText('Devuelto')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
