import { expect, test } from './fixtures.ts'
import { balanceOf, fund } from './money.ts'
import { alert, button, JUNK_ACCOUNT, openDashboard, section } from './steps.ts'

test('P6, P8 an offer is sent, confirmed and published, each said in its turn, and the form is free again', async ({
  page,
  world,
}) => {
  await fund(world, JUNK_ACCOUNT, 1_000)
  await openDashboard(page)
  const form = section(page, 'Publicar préstamo')
  await form.getByLabel('Monto (USD)').fill('150')
  await form.getByLabel('Interés (APR %)').fill('12,5')
  await form.getByLabel('Nota').fill('Para la moto')
  await button(form, 'Publicar').click()

  const status = form.getByRole('status')
  await expect(status).toHaveText('TX enviada')
  await expect(status).toHaveText('TX confirmada')
  await expect(status).toHaveText('Oferta publicada')
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await expect(form.getByLabel('Interés (APR %)')).toHaveValue('')
  await expect(form.getByLabel('Nota')).toHaveValue('')
  await expect(section(page, 'Marketplace de Préstamos').getByRole('listitem').first()).toContainText('Para la moto')
  expect(await balanceOf(world, JUNK_ACCOUNT)).toBe(850_000_000n)
})

test('P7, P8 without dollars it fails, says why, and brings the values back on request', async ({ page, world }) => {
  await fund(world, JUNK_ACCOUNT, 0)
  await openDashboard(page)
  const form = section(page, 'Publicar préstamo')
  await form.getByLabel('Monto (USD)').fill('150')
  await form.getByLabel('Interés (APR %)').fill('5')
  await button(form, 'Publicar').click()
  await expect(alert(form)).toContainText(
    'Transaccion erronea Tienes $ 0.00 y hacen falta $ 150.00. Baja el monto u obtén fondos de prueba.',
  )
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await button(form, 'Reintentar').click()
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('150')
  await expect(form.getByLabel('Interés (APR %)')).toHaveValue('5')
})
