import { parseEther } from 'viem'
import { people } from '../devchain/people.ts'
import { expect, test } from './fixtures.ts'
import { faults } from './node.ts'
import { publish, take } from './others.ts'
import { alert, button, header, JUNK_ADDRESS, openDashboard, section } from './steps.ts'

const me = people.deployer

test.describe('the header', () => {
  test('H1 the balance is estimated at 4472 dollars per ETH and marked as a Sepolia demo', async ({ page, world }) => {
    await world.client.setBalance({ address: me.address, value: parseEther('2') })
    await openDashboard(page)

    await expect(header(page)).toContainText('Saldo estimado (Sepolia demo)')
    await expect(header(page)).toContainText('$ 8944.00')
    await expect(header(page)).toContainText('≈ 2.0000 ETH')
    await expect(header(page)).toContainText('Red local')
    await expect(header(page)).toContainText('Dólares de prueba: $ 800.00')
  })

  test('H2 it reads $ 0.00 while loading', async ({ page, world }) => {
    world.node.breakWith(faults.silence)
    await openDashboard(page)
    await expect(header(page)).toContainText('$ 0.00')
  })

  test('H3 one request brings the whole dashboard, and every ten seconds there is another', async ({ page, world }) => {
    await page.clock.install()
    const calls: string[] = []
    page.on('request', (request) => {
      const { method } = request.postDataJSON() ?? {}
      if (method) calls.push(method)
    })
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    // Besides, once a visit: block 0, which says whose outbox it is.
    await expect.poll(() => calls.toSorted()).toEqual(['eth_call', 'eth_getBlockByNumber'])

    await world.client.setBalance({ address: me.address, value: parseEther('1') })
    await page.clock.runFor(10_000)

    await expect(header(page)).toContainText('$ 4472.00')
    expect(calls.filter((method) => method !== 'eth_getLogs').toSorted()).toEqual([
      'eth_call',
      'eth_call',
      'eth_getBlockByNumber',
    ])
  })

  test('H4, H5 the address is shortened and can be copied whole', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openDashboard(page)
    await expect(header(page)).toContainText(JUNK_ADDRESS)

    await button(page, 'Copiar dirección').click()

    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(me.address)
  })

  test('H6 without a share sheet the address is copied and that is said', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await openDashboard(page)

    await button(page, 'Compartir dirección').click()

    await expect(alert(page)).toContainText('Address copiada al portapapeles.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(me.address)
  })

  test('H7 the two demo buttons do nothing', async ({ page }) => {
    await openDashboard(page)
    for (const name of ['Depositar (demo)', 'Retirar (demo)']) await button(page, name).click()
    await expect(alert(page)).toBeHidden()
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('without an answer', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('H2 the balance falls to 0, a chip says why, the lists stay, and it comes back by itself', async ({ page, world }) => {
    await page.clock.install()
    await world.client.setBalance({ address: me.address, value: parseEther('2') })
    await openDashboard(page)
    await expect(header(page)).toContainText('$ 8944.00')

    world.node.breakWith(faults.httpError)
    await page.clock.runFor(10_000)
    await expect(header(page)).toContainText('Sin conexión')
    await expect(header(page)).toContainText('$ 0.00')
    await expect(header(page)).toContainText('La red no responde.')
    await expect(section(page, 'Marketplace de Préstamos')).toContainText('$ 1200.00')

    await world.node.heal()
    await page.clock.runFor(10_000)
    await expect(header(page)).toContainText('$ 8944.00')
    await expect(header(page)).toContainText('Red local')
  })
})

test('X8, X9 the sections stand in their order, and the footer has the name and the year', async ({ page }) => {
  await openDashboard(page)
  const names = ['Marketplace de Préstamos', 'Publicar préstamo', 'Mis Deudores', 'Mis Deudas']
  const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(headings.filter((heading) => names.includes(heading))).toEqual(names)
  await expect(page.getByRole('contentinfo')).toHaveText('EntrePares · 2025')
})

test.describe('the marketplace', () => {
  test('M1, M4 the open offers of the contract are listed, newest first, with what they cost', async ({ page }) => {
    await openDashboard(page)
    const offers = section(page, 'Marketplace de Préstamos').getByRole('listitem')
    await expect(offers).toHaveCount(4)
    await expect(offers.nth(0)).toContainText(
      /\$ 100\.00.*18 % APR.*15 días.*\$ 100\.74.*Préstamo corto, respuesta el mismo día\./s,
    )
    await expect(offers.nth(3)).toContainText(/\$ 300\.00.*10 % APR.*30 días.*\$ 302\.47.*Para una emergencia/s)
    await expect(offers.nth(3)).toContainText('0x7099…79C8')
    await expect(section(page, 'Marketplace de Préstamos')).not.toContainText('Demo')
  })

  test('M5 a new offer appears by itself', async ({ page, world }) => {
    await openDashboard(page)
    const offers = section(page, 'Marketplace de Préstamos').getByRole('listitem')
    await expect(offers).toHaveCount(4)

    await publish(world, people.ana, { principal: 77_000_000n, note: 'Recién publicada.' })

    await expect(offers).toHaveCount(5)
    await expect(offers.first()).toContainText('$ 77.00')
  })

  test('filters and order live in the query', async ({ page }) => {
    await openDashboard(page)
    const market = section(page, 'Marketplace de Préstamos')
    await expect(market.getByRole('listitem')).toHaveCount(4)

    await button(page, '60 días').click()
    await expect(market.getByRole('listitem')).toHaveCount(1)
    await expect(market.getByRole('listitem')).toContainText('$ 500.00')
    await expect(page).toHaveURL('/dashboard?days=60')

    await button(page, 'Todos').click()
    await market.getByLabel('Ordenar por').selectOption('Mayor monto')
    await expect(market.getByRole('listitem').first()).toContainText('$ 1200.00')
  })
})

test.describe('the publish form', () => {
  test('P1, P3, P4 says what is wrong, one field at a time', async ({ page }) => {
    await openDashboard(page)
    const form = section(page, 'Publicar préstamo')
    await expect(form.getByLabel('Plazo')).toHaveValue('30')
    await expect(form.getByLabel('Plazo').getByRole('option')).toHaveText(['15 días', '30 días', '60 días', '90 días'])
    await expect(form.getByLabel('Monto (USD)')).toHaveAttribute('inputmode', 'decimal')

    await button(page, 'Publicar').click()
    await expect(form).toContainText('Ingrese un monto válido.')
    await expect(form.getByLabel('Monto (USD)')).toBeFocused()

    await form.getByLabel('Monto (USD)').fill('250,5')
    await button(page, 'Publicar').click()
    await expect(form).toContainText('Ingrese un interés válido.')

    await form.getByLabel('Interés (APR %)').fill('12')
    await expect(form).toContainText(/Te devuelven\s*\$ 252\.98/)
  })
})

test('P5 a term that is none is refused', async ({ page }) => {
  await openDashboard(page)
  const form = section(page, 'Publicar préstamo')
  await form.getByLabel('Monto (USD)').fill('100')
  await form.getByLabel('Interés (APR %)').fill('5')
  // The field offers no such term: somebody has tampered with it.
  await form.getByRole('option', { name: '15 días' }).evaluate((option: HTMLOptionElement) => {
    option.value = '0'
  })
  await form.getByLabel('Plazo').selectOption('0')
  await button(page, 'Publicar').click()
  await expect(form).toContainText('Seleccione un plazo.')
})

test.describe('my loans', () => {
  test('X1, X3, X5 the example debtors', async ({ page }) => {
    await openDashboard(page)
    const debtors = section(page, 'Mis Deudores').getByRole('article')
    await expect(debtors.nth(0)).toContainText(
      /\$ 400\.00.*Demo.*A tiempo \(25d\).*12 % APR.*Pagado: \$ 150\.00 \/ \$ 400\.00 \(38%\)/s,
    )
    await expect(debtors.nth(1)).toContainText(/\$ 200\.00.*Demo.*Vencido 3d.*15 % APR.*Pagado: \$ 50\.00 \/ \$ 200\.00 \(25%\)/s)

    await debtors.nth(0).getByRole('button', { name: 'Recordar pago' }).click()
    await expect(alert(page)).toContainText('(demo)')
    await expect(debtors.nth(0).getByRole('button', { name: 'Ver contrato' })).toBeVisible()
  })

  test('X2, X3, X6 the example debts', async ({ page }) => {
    await openDashboard(page)
    const debts = section(page, 'Mis Deudas').getByRole('article')
    await expect(debts.nth(0)).toContainText(/\$ 350\.00.*A tiempo \(12d\).*10 % APR.*Pagado: \$ 100\.00 \/ \$ 350\.00 \(29%\)/s)
    await expect(debts.nth(1)).toContainText(/\$ 150\.00.*Vence en 2d.*20 % APR.*Pagado: \$ 0\.00 \/ \$ 150\.00 \(0%\)/s)

    await debts.nth(0).getByRole('button', { name: 'Pagar ahora' }).click()
    await expect(alert(page)).toContainText('(demo)')
    await expect(debts.nth(0).getByRole('button', { name: 'Ver detalles' })).toBeVisible()
  })

  test('X7 without examples the empty texts show, and the examples can be brought back', async ({ page }) => {
    await openDashboard(page)
    await button(section(page, 'Mis Deudores'), 'Ocultar ejemplos').click()
    await expect(section(page, 'Mis Deudores')).toContainText('No tienes deudores registrados.')
    await expect(section(page, 'Mis Deudas')).toContainText('No registras deudas activas.')

    await section(page, 'Mis Deudas').getByRole('button', { name: 'Mostrar ejemplos' }).click()
    await expect(section(page, 'Mis Deudas').getByRole('article')).toHaveCount(2)
  })

  test('a real debt stands above the examples, with the days of the chain, though the device is a year ahead', async ({
    page,
    world,
  }) => {
    await page.clock.setFixedTime(Date.now() + 365 * 86_400_000)
    await take(world, me, 1n)
    await openDashboard(page)

    const debt = section(page, 'Mis Deudas').getByRole('article').first()
    await expect(debt).toContainText(/\$ 300\.00.*A tiempo \((29|30)d\).*Pagado: \$ 0\.00 \/ \$ 302\.47 \(0%\)/s)
    await expect(debt).not.toContainText('Demo')
  })
})
