import { parseEther } from 'viem'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { debtors, debts, fillOffer, market, offers, publishForm } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { faults } from '../support/node.ts'
import { publish, take } from '../support/others.ts'
import {
  alert,
  button,
  confirmPhraseSaved,
  header,
  importPhrase,
  openDashboard,
  passQuiz,
  section,
  TEST_ADDRESS_SHORT,
} from '../support/steps.ts'

const me = people.deployer

test('H1 H4 H5 H6 H7 X8 X9 the header has the balance and the address, and the sections follow in their order', async ({
  page,
  context,
  world,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await world.client.setBalance({ address: me.address, value: parseEther('2') })
  await openDashboard(page)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await test.step('H1 the balance is estimated at 4472 dollars per ETH and marked as a Sepolia demo', async () => {
    await expect(header(page)).toContainText('Saldo estimado (Sepolia demo)')
    await expect(header(page).getByRole('status')).toHaveText('$ 8944.00')
    await expect(header(page)).toContainText('≈ 2.0000 ETH')
    await expect(header(page)).toContainText('Red local')
    await expect(header(page)).toContainText(/Para prestar y pagar\s*\$ 800\.00/)
  })

  await test.step('X8, X9 the sections stand in their order, and the footer has the name and the year', async () => {
    const names = ['Marketplace de Préstamos', 'Publicar préstamo', 'Mis Deudores', 'Mis Deudas']
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(headings.filter((heading) => names.includes(heading))).toEqual(names)
    await expect(page.getByRole('contentinfo')).toHaveText('EntrePares · 2025')
  })

  await test.step('H6 without a share sheet the address is copied and that is said', async () => {
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await button(page, 'Compartir dirección').click()
    await expect(alert(page)).toContainText('Address copiada al portapapeles.')
    expect(await clipboard()).toBe(me.address)
    await button(page, 'Cerrar').click()
    await expect(alert(page)).toBeHidden()
  })

  await test.step('H7 the two demo buttons do nothing', async () => {
    for (const name of ['Depositar (demo)', 'Retirar (demo)']) await button(page, name).click()
    // count() does not retry; toBeHidden() would wait until an alert is gone.
    expect(await alert(page).count()).toBe(0)
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('H4, H5 the address is shortened and can be copied whole, which is said', async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await expect(header(page)).toContainText(TEST_ADDRESS_SHORT)
    await page.clock.install()
    await button(page, 'Copiar dirección').click()
    const copied = header(page).getByText('Copiado', { exact: true })
    await expect(copied).toHaveRole('status')
    expect(await clipboard()).toBe(me.address)
    await page.clock.runFor(2_000)
    await expect(copied).toBeHidden()
  })
})

test('H3 M5 one request brings the whole dashboard, every ten seconds there is another, and a new offer appears by itself', async ({
  page,
  world,
}) => {
  await page.clock.install()
  const calls: string[] = []
  page.on('request', (request) => {
    const { method } = request.postDataJSON() ?? {}
    if (method) calls.push(method)
  })
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  // eth_getBlockByNumber: the genesis hash, once per visit, which is part of the outbox's key.
  await expect.poll(() => calls.toSorted()).toEqual(['eth_call', 'eth_getBlockByNumber'])

  await world.client.setBalance({ address: me.address, value: parseEther('1') })
  await page.clock.runFor(10_000)

  await expect(header(page).getByRole('status')).toHaveText('$ 4472.00')
  expect(calls.filter((method) => method !== 'eth_getLogs').toSorted()).toEqual(['eth_call', 'eth_call', 'eth_getBlockByNumber'])

  await expect(offers(page)).toHaveCount(4)
  await publish(world, people.ana, { principal: 77n * DOLLAR, note: 'Recién publicada.' })
  await page.clock.runFor(4_000)
  await expect(offers(page)).toHaveCount(5)
  await expect(offers(page).first()).toContainText('$ 77.00')
})

test.describe('without an answer', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('H2 the balance reads $ 0.00 while loading and when it cannot be read; a chip says why, and it comes back by itself', async ({
    page,
    world,
  }) => {
    await page.clock.install()
    await world.client.setBalance({ address: me.address, value: parseEther('2') })
    const balance = header(page).getByRole('status')
    let isAsked = false
    world.node.breakWith(() => {
      isAsked = true
    }, 'eth_call')
    await page.goto('/seed')
    await importPhrase(page, TEST_PHRASE)
    await confirmPhraseSaved(page)
    // Almost stops the clock, so that the request stays pending during the assertions.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await passQuiz(page, TEST_PHRASE)
    const tick = async () => {
      await page.clock.runFor(100)
      return isAsked
    }
    await expect.poll(tick, { intervals: [50] }).toBe(true)
    await expect(balance).toHaveText('$ 0.00')
    await expect(header(page)).not.toContainText('Sin conexión')

    await page.clock.resume()
    await world.node.heal()
    await expect(header(page)).toContainText('Sin conexión')
    await expect(balance).toHaveText('$ 0.00')
    await page.clock.runFor(10_000)
    await expect(balance).toHaveText('$ 8944.00')
    await expect(header(page)).toContainText('Red local')

    world.node.breakWith(faults.httpError)
    await page.clock.runFor(10_000)
    await expect(header(page)).toContainText('Sin conexión')
    await expect(balance).toHaveText('$ 0.00')
    await expect(header(page)).toContainText('La red no responde.')
    await expect(market(page)).toContainText('$ 1200.00')

    await world.node.heal()
    await page.clock.runFor(10_000)
    await expect(balance).toHaveText('$ 8944.00')
    await expect(header(page)).toContainText('Red local')
  })

  test('H2 a balance that could not be read is said not to be, in a quieter colour, and has no age', async ({ page, world }) => {
    const quiet = 'rgb(157, 171, 192)'
    const balance = header(page).getByRole('status')
    world.node.breakWith(faults.httpError)
    await openDashboard(page)
    await expect(header(page)).toContainText(/\$ 0\.00.*No pudimos leer tu saldo\./s)
    await expect(balance).toHaveCSS('color', quiet)
    await expect(header(page)).not.toContainText('hace')
    await expect(section(page, 'Tres pasos para empezar')).toBeHidden()

    // Asked again and not answered yet: what could not be read is still unread.
    let isAsked = false
    world.node.breakWith(() => {
      isAsked = true
    }, 'eth_call')
    await expect.poll(() => isAsked).toBe(true)
    expect(await header(page).textContent()).toContain('No pudimos leer tu saldo.')

    await world.node.heal()
    await expect(balance).not.toHaveText('$ 0.00')
    await expect(balance).not.toHaveCSS('color', quiet)
    await expect(section(page, 'Tres pasos para empezar')).toBeVisible()
    await expect(header(page)).not.toContainText('No pudimos leer tu saldo.')

    world.node.breakWith(faults.httpError)
    await expect(header(page)).toContainText(
      /\$ 0\.00.*No pudimos leer tu saldo\..*Salvo el saldo estimado, ves los datos de hace/s,
    )
    await expect(balance).toHaveCSS('color', quiet)
  })

  test('M4 X5 X6 what stands in for a market and for loans that could not be read is said to be examples, and not counted as open', async ({
    page,
    world,
  }) => {
    world.node.breakWith(faults.httpError)
    await openDashboard(page)
    await expect(offers(page)).toHaveCount(4)
    await expect(market(page).getByRole('status')).toContainText('Son ejemplos: no pudimos leer el mercado.')
    await expect(market(page)).not.toContainText('abiertas')
    await expect(market(page).getByRole('tab', { name: 'Ofertas', exact: true })).toBeVisible()
    for (const name of ['Mis Deudores', 'Mis Deudas']) {
      await expect(section(page, name)).toContainText('No pudimos leer tus préstamos. Los de abajo son ejemplos.')
    }
    await button(section(page, 'Mis Deudas'), 'Ocultar ejemplos').click()
    await expect(section(page, 'Mis Deudas')).toContainText('No pudimos leer tus préstamos.')
    await expect(section(page, 'Mis Deudas')).not.toContainText('ejemplos.')

    await world.node.heal()
    await button(market(page), 'Reintentar').click()
    await expect(market(page)).toContainText('4 ofertas abiertas')
    await expect(market(page)).not.toContainText('Son ejemplos')
  })

  test('M4 X7 nobody is told that there is nothing before the contract has said so; after a failure one can try again', async ({
    page,
    world,
  }) => {
    const own = { 'Mis Deudores': 'No tienes deudores registrados.', 'Mis Deudas': 'No registras deudas activas.' }
    world.node.breakWith(faults.silence, 'eth_call')
    await openDashboard(page)
    await expect(header(page)).toContainText(/Te deben(?!\$)/)
    await expect(market(page)).toContainText('Leyendo ofertas…')
    await button(section(page, 'Mis Deudas'), 'Ocultar ejemplos').click()
    for (const [name, nothing] of Object.entries(own)) await expect(section(page, name)).not.toContainText(nothing)

    world.node.breakWith(faults.httpError, 'eth_call')
    await expect(header(page)).toContainText('Sin conexión')
    for (const [name, nothing] of Object.entries(own)) {
      await expect(section(page, name)).toContainText('No pudimos leer tus préstamos.')
      await expect(section(page, name)).not.toContainText(nothing)
    }
    // No answer from the contract: the example offers stay.
    await expect(offers(page)).toHaveCount(4)
    await expect(offers(page).first()).toContainText('Demo')

    await world.node.heal()
    await button(section(page, 'Mis Deudas'), 'Reintentar').click()
    for (const [name, nothing] of Object.entries(own)) {
      await expect(section(page, name)).toContainText(nothing)
      await expect(section(page, name)).not.toContainText('No pudimos')
    }
  })
})

test.describe('a section that cannot be drawn', () => {
  test.use({ expectedErrors: /No such observer/ })

  test('spares the others, and is drawn again on request', async ({ page, world }) => {
    // The marketplace alone observes the size of the page's body.
    await page.addInitScript(() => {
      const observe = ResizeObserver.prototype.observe
      ResizeObserver.prototype.observe = function (target, options) {
        if (target === document.body) throw new Error('No such observer')
        observe.call(this, target, options)
      }
      window.mend = () => {
        ResizeObserver.prototype.observe = observe
      }
    })
    await take(world, me, 1n)
    await openDashboard(page)
    await expect(alert(market(page))).toContainText('Esta parte de la página no pudo mostrarse.')
    await expect(header(page)).toContainText('Red local')
    await expect(debts(page).first()).toContainText('$ 300.00')
    await expect(publishForm(page).getByLabel('Monto (USD)')).toBeVisible()

    await page.evaluate(() => window.mend())
    await button(market(page), 'Reintentar').click()
    await expect(offers(page)).toHaveCount(3)
  })
})

declare global {
  interface Window {
    mend: () => void
  }
}

test('M1 M4 the open offers of the contract are listed, newest first, with what they cost; filters and order live in the query', async ({
  page,
}) => {
  await openDashboard(page)
  await expect(offers(page)).toHaveCount(4)
  await expect(offers(page).nth(0)).toContainText(
    /\$ 100\.00.*18 % APR.*15 días.*\$ 100\.74.*Préstamo corto, respuesta el mismo día\./s,
  )
  await expect(offers(page).nth(3)).toContainText(/\$ 300\.00.*10 % APR.*30 días.*\$ 302\.47.*Para una emergencia/s)
  await expect(offers(page).nth(3)).toContainText('0x7099…79C8')
  await expect(market(page)).not.toContainText('Demo')

  await button(page, '60 días').click()
  await expect(offers(page)).toHaveCount(1)
  await expect(offers(page)).toContainText('$ 500.00')
  await expect(page).toHaveURL('/dashboard?days=60')

  await button(page, 'Todos').click()
  await market(page).getByLabel('Ordenar por').selectOption('Mayor monto')
  await expect(offers(page).first()).toContainText('$ 1200.00')
})

test('P1 P3 P4 P5 the publish form says what is wrong, one field at a time', async ({ page }) => {
  await openDashboard(page)
  const form = publishForm(page)
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

  await fillOffer(page, { amount: '100', apr: '5' })
  // The field has no such option: simulates tampering.
  await form.getByRole('option', { name: '15 días' }).evaluate((option: HTMLOptionElement) => {
    option.value = '0'
  })
  await form.getByLabel('Plazo').selectOption('0')
  await button(page, 'Publicar').click()
  await expect(form).toContainText('Seleccione un plazo.')
})

test('X1 X2 X3 X5 X6 X7 the example loans only alert; without them the empty texts show, and they can be brought back', async ({
  page,
}) => {
  await openDashboard(page)
  await expect(debtors(page).nth(0)).toContainText(
    /Demo.*\$ 400\.00.*A tiempo \(25d\).*Pagado: \$ 150\.00 \/ \$ 400\.00 \(38%\).*12 % APR/s,
  )
  await expect(debtors(page).nth(1)).toContainText(
    /Demo.*\$ 200\.00.*Vencido 3d.*Pagado: \$ 50\.00 \/ \$ 200\.00 \(25%\).*15 % APR/s,
  )
  await expect(debts(page).nth(0)).toContainText(
    /Demo.*\$ 350\.00.*A tiempo \(12d\).*Pagado: \$ 100\.00 \/ \$ 350\.00 \(29%\).*10 % APR/s,
  )
  await expect(debts(page).nth(1)).toContainText(
    /Demo.*\$ 150\.00.*Vence en 2d.*Pagado: \$ 0\.00 \/ \$ 150\.00 \(0%\).*20 % APR/s,
  )

  for (const [loan, ...names] of [
    [debtors(page).nth(0), 'Recordar pago', 'Ver contrato'],
    [debts(page).nth(0), 'Pagar ahora', 'Ver detalles'],
  ] as const) {
    for (const name of names) {
      await loan.getByRole('button', { name }).click()
      await expect(alert(page)).toContainText('(demo)')
      await button(page, 'Cerrar').click()
      await expect(alert(page)).toBeHidden()
    }
  }

  await button(section(page, 'Mis Deudores'), 'Ocultar ejemplos').click()
  await expect(section(page, 'Mis Deudores')).toContainText('No tienes deudores registrados.')
  await expect(section(page, 'Mis Deudas')).toContainText('No registras deudas activas.')

  await section(page, 'Mis Deudas').getByRole('button', { name: 'Mostrar ejemplos' }).click()
  await expect(debts(page)).toHaveCount(2)
})

test('a real debt stands above the examples, with the days of the chain, though the device is a year ahead', async ({
  page,
  world,
}) => {
  await page.clock.setFixedTime(Date.now() + 365 * DAY * 1000)
  await take(world, me, 1n)
  await openDashboard(page)

  const debt = debts(page).first()
  await expect(debt).toContainText(/\$ 300\.00.*A tiempo \((29|30)d\).*Pagado: \$ 0\.00 \/ \$ 302\.47 \(0%\)/s)
  await expect(debt).not.toContainText('Demo')
})
