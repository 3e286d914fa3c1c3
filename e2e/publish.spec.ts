import { getTransactionCount } from 'viem/actions'
import { DOLLAR } from '../web/loans/loan.ts'
import { fillOfferAndSeeFee, offers, publishForm, publishOffer, publishStatus, recordStatus } from './dashboard.ts'
import { expect, test } from './fixtures.ts'
import { balanceOf, fund } from './money.ts'
import { alert, button, openDashboard, TEST_ADDRESS } from './steps.ts'

test('P2 P6 P8 an offer is sent, confirmed and published, each said in its turn, once for two clicks, and the form is free again', async ({
  page,
  world,
}) => {
  await fund(world, TEST_ADDRESS, 1_000)
  await openDashboard(page)
  const before = await getTransactionCount(world.client, { address: TEST_ADDRESS })
  const form = publishForm(page)
  await fillOfferAndSeeFee(page, { amount: '150', apr: '12,5', note: 'Para la moto' })
  const said = await recordStatus(form)
  await button(form, 'Publicar').dblclick()

  const status = publishStatus(page)
  await expect(status).toHaveText('Oferta publicada')
  expect(await said()).toEqual(['TX enviada', 'TX confirmada', 'Oferta publicada'])
  await expect(status.locator('svg').first()).toHaveCSS('color', 'rgb(76, 195, 138)')
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await expect(form.getByLabel('Interés (APR %)')).toHaveValue('')
  await expect(form.getByLabel('Nota')).toHaveValue('')
  await expect(offers(page).first()).toContainText('Para la moto')
  expect(await getTransactionCount(world.client, { address: TEST_ADDRESS })).toBe(before + 1)
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(850n * DOLLAR)
})

test('P7 P8 without dollars it fails, says why, and brings the values back on request', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 0)
  await openDashboard(page)
  const form = publishForm(page)
  await publishOffer(page, { amount: '150', apr: '5' })
  await expect(alert(form)).toContainText(
    'Transaccion erronea Tienes $ 0.00 y hacen falta $ 150.00. Baja el monto u obtén fondos de prueba.',
  )
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await button(form, 'Reintentar').click()
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('150')
  await expect(form.getByLabel('Interés (APR %)')).toHaveValue('5')
})
