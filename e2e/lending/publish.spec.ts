import { mdiClockOutline } from '@mdi/js'
import { getTransactionCount } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { fillOfferAndSeeFee, offers, publishForm, publishOffer, publishStatus, recordStatus } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { alert, button, openDashboard, TEST_ADDRESS } from '../support/steps.ts'

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

test('P7 P8 without dollars it fails and the form is empty again; Reintentar sends the same offer at once, at a fee that is shown', async ({
  page,
  world,
}) => {
  await fund(world, TEST_ADDRESS, 0)
  await openDashboard(page)
  const form = publishForm(page)
  await expect(form).toContainText('Disponible: $ 0.00')
  await publishOffer(page, { amount: '150', apr: '5', note: 'Para la moto' })
  await expect(alert(form)).toContainText(
    'Transaccion erronea Tienes $ 0.00 y hacen falta $ 150.00. Baja el monto u obtén fondos de prueba.',
  )
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await expect(alert(form)).toContainText(/\$ 150\.00 al 5 % por 30 días.*Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)

  await fund(world, TEST_ADDRESS, 200)
  await button(form, 'Reintentar').click()
  await expect(publishStatus(page)).toHaveText('Oferta publicada')
  await expect(alert(form)).toBeHidden()
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await expect(offers(page).first()).toContainText('Para la moto')
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(50n * DOLLAR)
  await expect(form).toContainText('Disponible: $ 50.00')
})

test('P2 the status goes when it is no longer true: one types again, the offer is cancelled, or another mistake is told', async ({
  page,
  world,
}) => {
  await fund(world, TEST_ADDRESS, 200)
  await openDashboard(page)
  const form = publishForm(page)
  const status = publishStatus(page)

  await publishOffer(page, { amount: '20', apr: '5' })
  await expect(status).toHaveText('Oferta publicada')
  await form.getByLabel('Monto (USD)').fill('3')
  await expect(status).toBeHidden()

  await publishOffer(page, { amount: '30', apr: '5' })
  await expect(status).toHaveText('Oferta publicada')
  await button(page, 'Cancelar oferta de $ 30.00').click()
  await button(page.getByRole('dialog'), 'Cancelar oferta').click()
  await expect(alert(page)).toContainText('Oferta cancelada')
  await expect(status).toBeHidden()

  await publishOffer(page, { amount: '5000', apr: '5' })
  await expect(alert(form)).toContainText('Transaccion erronea ')
  await button(form, 'Publicar').click()
  await expect(alert(form)).toHaveText('Ingrese un monto válido.')
})

test('P2 what is on its way is amber and has a clock', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 200)
  await openDashboard(page)
  await world.client.setAutomine(false)
  await publishOffer(page, { amount: '20', apr: '5' })
  const status = publishStatus(page)
  await expect(status).toHaveText('TX enviada')
  await expect(status.locator('path')).toHaveAttribute('d', mdiClockOutline)
  await expect(status.locator('svg')).toHaveCSS('color', 'rgb(240, 182, 74)')
})

test('only a valid address in Para is said to be the one that can take the offer', async ({ page }) => {
  await openDashboard(page)
  const form = publishForm(page)
  const to = form.getByLabel('Para')
  await expect(form).toContainText('Cualquiera puede tomar una oferta pública')
  await to.fill('0x1234')
  await expect(form).not.toContainText('Solo esa dirección podrá tomarla.')
  await to.fill(people.luis.address)
  await expect(form).toContainText('Solo esa dirección podrá tomarla.')
  await expect(form).not.toContainText('Cualquiera puede tomar una oferta pública')
  await to.fill(TEST_ADDRESS)
  await expect(form).not.toContainText('Solo esa dirección podrá tomarla.')
})

test('who has no dollars, or fewer than are to be lent, gets test funds from the form and keeps what was typed', async ({
  page,
  world,
}) => {
  await fund(world, TEST_ADDRESS, 0)
  // This account drew dollars when the chain began, and they can be drawn once an hour.
  await world.client.increaseTime({ seconds: 3_601 })
  await world.client.mine({ blocks: 1 })
  await openDashboard(page)
  const form = publishForm(page)
  const funds = button(form, 'Obtener fondos de prueba')
  await expect(form).toContainText('Disponible: $ 0.00')
  await form.getByLabel('Monto (USD)').fill('150')
  await funds.click()
  await expect(form).toContainText('Disponible: $ 1000.00')
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('150')
  await expect(funds).toBeHidden()
  // The button that had the focus is gone.
  await expect(form.getByLabel('Monto (USD)')).toBeFocused()

  await form.getByLabel('Monto (USD)').fill('1000,01')
  await expect(funds).toBeVisible()
  await form.getByLabel('Monto (USD)').fill('1000')
  await expect(funds).toBeHidden()
})
