// Requests in the marketplace: who asks, who lends, and what both see.
import type { Page } from '@playwright/test'
import { decodeFunctionData, decodeFunctionResult, encodeFunctionResult, parseEther } from 'viem'
import { readContract } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { askMany } from '../../devchain/publishMany.ts'
import { loanBookAbi, loanLensAbi } from '../../web/chain/abi.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { ANA, ana, LUIS, luis, test } from '../support/arrive.ts'
import { offers as cards, debtors, debts, market, underWay } from '../support/dashboard.ts'
import { expect, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { type Fault, faults } from '../support/node.ts'
import { ask, deploymentOf, forgive, fundRequest, pay, publish, take, withdrawRequest } from '../support/others.ts'
import { alert, button, openDashboard, section } from '../support/steps.ts'

const me = people.deployer

const tab = (page: Page, name: 'Ofertas' | 'Solicitudes') => market(page).getByRole('tab', { name })
const status = (page: Page) => market(page).getByRole('status')
const card = (page: Page, note: string) => cards(page).filter({ hasText: note })
const lending = (page: Page) => page.getByRole('dialog', { name: /^Prestar a 0x/ })

async function showRequests(page: Page) {
  await tab(page, 'Solicitudes').click()
  await expect(tab(page, 'Solicitudes')).toHaveAttribute('aria-selected', 'true')
}

async function openLending(page: Page, note: string) {
  await card(page, note)
    .getByRole('button', { name: /^Prestar/ })
    .click()
  return lending(page)
}

test('luis asks, ana lends, and both see it without a reload, to the unit', async ({ arrive, world }) => {
  await world.client.setBalance({ address: luis.address, value: parseEther('1') })
  const [lender, borrower] = [await arrive(ANA, 1_000), await arrive(LUIS, 5)]
  await expect(tab(lender, 'Ofertas')).toHaveAccessibleName('Ofertas 4')
  await expect(tab(lender, 'Solicitudes')).toHaveAccessibleName('Solicitudes 0')
  await showRequests(lender)
  await expect(lender).toHaveURL('/dashboard?list=requests')
  await expect(market(lender)).toContainText('No hay solicitudes abiertas.')

  await showRequests(borrower)
  const terms = { principal: 120n * DOLLAR, seconds: 90 * DAY, apr: 1000, instalments: 3, openDays: 30, note: 'Para la moto' }
  await ask(world, luis, terms)
  await expect(status(lender)).toHaveText('1 solicitud abierta')
  await expect(card(lender, 'Para la moto')).toContainText(/Sin historial.*Pide\s*\$ 120\.00/s)
  await expect(card(lender, 'Para la moto')).toContainText(/10 % APR.*90 días.*Te devuelven\s*\$ 122\.96\s*en 3 cuotas/s)
  await expect(card(lender, 'Para la moto')).toContainText('Válida 29 días más')
  await expect(card(borrower, 'Para la moto')).toContainText(/Pública · Nadie ha prestado aún.*Tu solicitud/s)
  await expect(card(borrower, 'Para la moto')).toContainText(/Pides\s*\$ 120\.00.*Devuelves\s*\$ 122\.96/s)
  await expect(button(borrower, 'Retirar solicitud de $ 120.00')).toBeVisible()

  const dialog = await openLending(lender, 'Para la moto')
  await expect(dialog).toContainText(/Le prestas\s*\$ 120\.00/)
  await expect(dialog).toContainText(/Te devuelve \$ 122\.96 en 3 cuotas, la última el \d+ \w+ \d{4}/)
  await expect(dialog.getByRole('list', { name: /plan/i }).getByRole('listitem')).toHaveCount(3)
  await expect(dialog).toContainText(/Interés fijo\s*10 % APR · \$ 2\.96/)
  await expect(dialog).toContainText(/Plazo\s*90 días/)
  await expect(dialog).toContainText(/Disponible después\s*\$ 880\.00/)
  await expect(dialog).toContainText(/Comisión de red \(máx\.\)\s*≈ \$ \d+\.\d\d · 0\.\d{6} ETH/)
  await expect(dialog).toContainText('No has tenido préstamos con esta persona')
  await expect(dialog).toContainText('Si no sabes quién es, puedes no volver a ver este dinero.')
  await expect(dialog).toContainText('Nada los garantiza y no se puede deshacer.')
  expect((await dialog.textContent())?.toLowerCase()).toContain(luis.address.toLowerCase())
  await button(dialog, 'Prestar $ 120.00').dblclick()
  await expect(dialog).toBeHidden()
  await expect(alert(lender)).toContainText('Préstamo hecho: prestaste $ 120.00.')
  expect(await balanceOf(world, ana.address)).toBe(880n * DOLLAR)
  expect(await balanceOf(world, luis.address)).toBe(125n * DOLLAR)

  await expect(debtors(lender).first()).toContainText(/\$ 120\.00.*Pagado: \$ 0\.00 \/ \$ 122\.96/s)
  await button(lender, 'Ver préstamo').click()
  await expect(debtors(lender).first()).toBeFocused()
  await expect(debts(borrower).first()).toContainText(/\$ 120\.00.*Pagado: \$ 0\.00 \/ \$ 122\.96/s)
  await expect(market(borrower)).toContainText('No hay solicitudes abiertas.')
  await expect(tab(lender, 'Solicitudes')).toHaveAccessibleName('Solicitudes 0')
})

test('my request is shown at once, and withdrawn after one more question', async ({ page, world }) => {
  const id = await ask(world, me, { principal: 80n * DOLLAR, to: people.luis.address, note: 'Un favor' })
  await openDashboard(page)
  await expect(tab(page, 'Solicitudes')).toHaveAccessibleName('Solicitudes 1')
  await showRequests(page)
  await expect(card(page, 'Un favor')).toContainText(/A 0x3C44…93BC · Nadie ha prestado aún/)
  await button(page, 'Retirar solicitud de $ 80.00').click()
  const question = page.getByRole('dialog', { name: '¿Retirar esta solicitud?' })
  await expect(question).toContainText('Dejas de pedir $ 80.00 y la solicitud deja de verse.')
  await expectAccessible(page)
  await button(question, 'Conservarla').click()
  await expect(question).toBeHidden()

  await world.client.setAutomine(false)
  await button(page, 'Retirar solicitud de $ 80.00').click()
  await button(question, 'Retirar solicitud').click()
  await expect(question.getByRole('status')).toContainText('Puedes cerrar esta ventana')
  await button(question, 'Seguir en el panel').click()
  await expect(card(page, 'Un favor')).toContainText(/Tu solicitud\s*En camino/)
  await expect(card(page, 'Un favor').getByRole('button')).toBeHidden()
  await expect(underWay(page)).toContainText('Retirar la solicitud de $ 80.00')
  await world.client.mine({ blocks: 1 })
  await expect(alert(page)).toContainText('Solicitud retirada: ya nadie puede prestarte esos $ 80.00.')
  await expect(card(page, 'Un favor')).toBeHidden()
  const { loanBook } = deploymentOf(world)
  const { status: now } = await readContract(world.client, {
    address: loanBook,
    abi: loanBookAbi,
    functionName: 'getOffer',
    args: [id],
  })
  expect(now).toBe(4)
})

test.describe('a request that is gone by the time one lends', () => {
  for (const [how, leave, reason] of [
    ['funded by somebody else', (world: World, id: bigint) => fundRequest(world, people.eva, id), 'Otra persona prestó antes.'],
    ['withdrawn', (world: World, id: bigint) => withdrawRequest(world, people.luis, id), 'Quien hizo la solicitud la retiró.'],
    ['expired', (world: World) => pass(world, 8 * DAY), 'Ya pasó el plazo para tomarla.'],
  ] as const) {
    test(`${how}: the dialog says so, nothing is sent, and no dollars move`, async ({ page, world }) => {
      await fund(world, me.address, 500)
      const id = await ask(world, people.luis, { principal: 120n * DOLLAR, openDays: 7, note: 'Para la moto' })
      await openDashboard(page)
      await showRequests(page)
      const dialog = await openLending(page, 'Para la moto')
      await expect(button(dialog, 'Prestar $ 120.00')).toBeEnabled()
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.postDataJSON()?.method))

      await leave(world, id)
      await button(dialog, 'Prestar $ 120.00').click()
      await expect(alert(dialog)).toContainText(reason)
      await expect(button(dialog, 'Prestar $ 120.00')).toBeDisabled()
      expect(sent).not.toContain('eth_sendRawTransaction')
      expect(await balanceOf(world, me.address)).toBe(500n * DOLLAR)
      await button(dialog, 'Ahora no').click()
      await expect(card(page, 'Para la moto')).toBeHidden()
    })
  }
})

test('without enough dollars the dialog leads to test funds, and then lends', async ({ arrive, world }) => {
  await ask(world, people.luis, { principal: 600n * DOLLAR, note: 'Para la moto' })
  const page = await arrive(ANA, 20)
  await showRequests(page)
  const dialog = await openLending(page, 'Para la moto')
  await expect(alert(dialog)).toContainText('Tienes $ 20.00 y hacen falta $ 600.00.')
  await button(dialog, 'Obtener fondos de prueba').click()
  await expect(dialog).toContainText(/Disponible después\s*\$ 420\.00/)
  await expect(dialog).toContainText('≈ $')
  await button(dialog, 'Prestar $ 600.00').click()
  await expect(dialog).toBeHidden()
  await expect(debtors(page).first()).toContainText('$ 600.00')
})

test.describe('requests to me', () => {
  const forMe = (page: Page) => section(page, 'Te piden').getByRole('listitem')

  test('stand at the top in either list; those of strangers are folded, and only those of people I know are counted', async ({
    page,
    world,
  }) => {
    await ask(world, people.eva, { principal: 22n * DOLLAR, to: people.ana.address })
    for (const principal of [31n, 32n]) await ask(world, people.eva, { principal: principal * DOLLAR, to: me.address })
    await repaidLoan(world, people.luis, 40n * DOLLAR)
    await ask(world, people.luis, { principal: 21n * DOLLAR, to: me.address, note: 'Útiles' })
    await publish(world, people.luis, { principal: 23n * DOLLAR, to: me.address })
    await openDashboard(page)

    await expect(forMe(page)).toHaveCount(1)
    await expect(forMe(page)).toContainText(/Contigo: devolvió 1 de 1.*Solo a ti.*Pide\s*\$ 21\.00.*Te devuelven/s)
    await expect(section(page, 'Ofertas para ti').getByRole('listitem')).toContainText(/Contigo: devolvió 1 de 1.*\$ 23\.00/s)
    const place = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: /^Mercado/ })
    await expect(place).toHaveAccessibleName('Mercado, 1 oferta y 1 solicitud para ti')
    await expect(page.getByText('$ 22.00')).toHaveCount(0)

    await showRequests(page)
    await expect(status(page)).toHaveText('0 solicitudes abiertas')
    await expect(forMe(page)).toHaveCount(1)
    const strangers = section(page, 'Te piden').getByRole('button', { name: 'De desconocidos (2)' })
    await expect(strangers).toHaveAttribute('aria-expanded', 'false')
    await strangers.click()
    await expect(forMe(page)).toHaveCount(3)
    await expectAccessible(page)

    const dialog = await openLending(page, 'Útiles')
    await expect(dialog.getByRole('list', { name: 'Historial' })).toContainText(/Contigo: devolvió 1 de 1.*Pidió a 1 persona/s)
    await expect(dialog).not.toContainText('Puede estar inflado')
    await expect(dialog).not.toContainText('Si no sabes quién es')
    await expectAccessible(page)
    await button(dialog, 'Prestar $ 21.00').click()
    await expect(dialog).toBeHidden()
    await expect(debtors(page).first()).toContainText('$ 21.00')
  })

  test('who only took a loan of mine, or lent me a dollar, is still a stranger when they ask; not when they offer', async ({
    page,
    world,
  }) => {
    const { luis: taker, eva: lender, ana: friend } = people
    const repaid = await publish(world, friend, { principal: 50n * DOLLAR })
    await take(world, taker, repaid)
    await pay(world, taker, repaid, 60n * DOLLAR)
    await take(world, taker, await publish(world, me, { principal: 10n * DOLLAR }))
    await take(world, me, await publish(world, lender, { principal: DOLLAR }))
    await ask(world, taker, { principal: 31n * DOLLAR, to: me.address, note: 'Por tercera vez' })
    await ask(world, lender, { principal: 32n * DOLLAR, to: me.address })
    await publish(world, taker, { principal: 33n * DOLLAR, to: me.address })
    await openDashboard(page)

    await expect(section(page, 'Ofertas para ti').getByRole('listitem')).toContainText('$ 33.00')
    const place = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: /^Mercado/ })
    await expect(place).toHaveAccessibleName('Mercado, 1 oferta para ti')
    await expect(forMe(page)).toHaveCount(0)
    await section(page, 'Te piden').getByRole('button', { name: 'De desconocidos (2)' }).click()
    await expect(forMe(page)).toHaveCount(2)

    const dialog = await openLending(page, 'Por tercera vez')
    await expect(dialog.getByRole('list', { name: 'Historial' })).toContainText(
      /Contigo: 1 préstamo en curso.*Devolvió 1 de 2 · \$ 50\.00 · Puede estar inflado.*Pidió a 2 personas, ninguno vencido ahora/s,
    )
    await expect(dialog).toContainText('Si no sabes quién es, puedes no volver a ver este dinero.')
    await expectAccessible(page)
  })

  test('my history with who asks is from all of my loans, those that are not on screen too, which are read when it matters', async ({
    page,
    world,
  }) => {
    for (let loans = 0; loans < 3; loans++) await repaidLoan(world, people.luis, DOLLAR)
    for (let loans = 0; loans < 9; loans++) await take(world, people.eva, await publish(world, me, { principal: DOLLAR }))
    await ask(world, people.luis, { principal: 21n * DOLLAR, note: 'Otra vez' })
    const calls = recordCalls(page)
    await openDashboard(page)
    await expect(cards(page)).toHaveCount(4)
    expect(new Set(calls)).toEqual(new Set(['dashboard 100 0']))
    await showRequests(page)
    await expect(card(page, 'Otra vez')).toContainText('Contigo: devolvió 3 de 3')
    expect(calls.filter((call) => call === 'itemsOf')).toHaveLength(1)
  })
})

test('a stranger’s record says what it is worth: that it may be inflated, how many lent, what is late', async ({
  page,
  world,
}) => {
  const id = await publish(world, people.ana, { principal: 3n * DOLLAR })
  await take(world, people.eva, id)
  await pay(world, people.eva, id, 4n * DOLLAR)
  await ask(world, people.eva, { principal: 90n * DOLLAR, note: 'Repuestos' })
  await openDashboard(page)
  await showRequests(page)
  await expect(card(page, 'Repuestos')).toContainText(/Devolvió 1 de 1 · \$ \d\.\d\d · Puede estar inflado/)
  const history = (await openLending(page, 'Repuestos')).getByRole('list', { name: 'Historial' })
  await expect(history).toContainText('Todo a una sola persona y por montos mínimos. Puede estar inflado.')
  await expectAccessible(page)
  await button(lending(page), 'Ahora no').click()

  await take(world, people.eva, await publish(world, people.luis, { principal: 200n * DOLLAR, seconds: DAY }))
  await pass(world, 2 * DAY)
  await openLending(page, 'Repuestos')
  await expect(history).toContainText('Pidió a 2 personas, 1 vencido')
})

test('of whoever was forgiven everything it is said that nothing was repaid, not that it is under way', async ({
  page,
  world,
}) => {
  for (const lender of [people.ana, people.luis]) {
    const id = await publish(world, lender, { principal: 40n * DOLLAR })
    await take(world, people.eva, id)
    await forgive(world, lender, id)
  }
  await ask(world, people.eva, { principal: 90n * DOLLAR, note: 'Repuestos' })
  await openDashboard(page)
  await showRequests(page)
  await expect(card(page, 'Repuestos')).toContainText('2 préstamos sin devolver')
  const history = (await openLending(page, 'Repuestos')).getByRole('list', { name: 'Historial' })
  await expect(history).toContainText(/2 préstamos sin devolver.*Pidió a 2 personas, ninguno vencido ahora/s)
  await expect(history).not.toContainText(/en curso|al día/)
})

test.describe('while my own loans cannot be read', () => {
  /** Eva repaid me, in a loan behind nine active ones: the dashboard does not bring it whole. */
  async function evaAsksAgain(world: World) {
    await repaidLoan(world, people.eva, 60n * DOLLAR)
    for (let loans = 0; loans < 9; loans++) await take(world, people.luis, await publish(world, me, { principal: DOLLAR }))
    await ask(world, people.eva, { principal: 21n * DOLLAR, note: 'Otra vez' })
  }
  const of =
    (broken: 'itemsOf' | 'dashboard', fault: Fault): Fault =>
    async (call) => {
      const [{ data }] = call.params as [{ data: `0x${string}` }]
      const { functionName } = decodeFunctionData({ abi: loanLensAbi, data })
      if (functionName === broken) await fault(call)
      else call.answer(await call.ask())
    }

  test('nobody is said to be a stranger, and nobody is trusted; once they are read my history is shown', async ({
    page,
    world,
  }) => {
    await evaAsksAgain(world)
    world.node.breakWith(of('itemsOf', faults.rpcError), 'eth_call')
    await openDashboard(page)
    await showRequests(page)
    const dialog = await openLending(page, 'Otra vez')
    const history = dialog.getByRole('list', { name: 'Historial' })
    await expect(history).toContainText('Pidió a 1 persona')
    await expect(history.getByRole('img', { name: 'Leyendo tus préstamos con esta persona' })).toBeVisible()
    await expect(dialog).not.toContainText('No has tenido préstamos con esta persona')
    await expect(dialog).toContainText('Si no sabes quién es')
    await expectAccessible(page)
    await world.node.heal()
    await expect(history).toContainText('Contigo: devolvió 1 de 1')
    await expect(history).toHaveAttribute('aria-busy', 'false')
    await expect(dialog).not.toContainText('Si no sabes quién es')
  })

  test('an answer that leaves loans out is not taken for my whole history, and they are asked for again', async ({
    page,
    world,
  }) => {
    await evaAsksAgain(world)
    let forged = 0
    const leavesOut: Fault = async ({ id, ask: forward, answer }) => {
      if (forged++ > 0) return answer(await forward())
      const result = encodeFunctionResult({ abi: loanLensAbi, functionName: 'itemsOf', result: [] })
      answer(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }
    world.node.breakWith(of('itemsOf', leavesOut), 'eth_call')
    await openDashboard(page)
    await showRequests(page)
    const dialog = await openLending(page, 'Otra vez')
    await expect(dialog.getByRole('list', { name: 'Historial' })).toContainText('Contigo: devolvió 1 de 1')
  })

  test('a list of them that is shorter than it says is not taken for all of them', async ({ page, world }) => {
    await evaAsksAgain(world)
    const dashboard = { abi: loanLensAbi, functionName: 'dashboard' } as const
    const leavesOut: Fault = async ({ ask: forward, answer }) => {
      const { result, ...rest } = JSON.parse(await forward())
      const board = decodeFunctionResult({ ...dashboard, data: result })
      const rows = board.lent.rows.filter(({ owed }) => owed > 0n)
      const forgery = encodeFunctionResult({ ...dashboard, result: { ...board, lent: { ...board.lent, rows } } })
      answer(JSON.stringify({ ...rest, result: forgery }))
    }
    world.node.breakWith(of('dashboard', leavesOut), 'eth_call')
    await openDashboard(page)
    await showRequests(page)
    const dialog = await openLending(page, 'Otra vez')
    const history = dialog.getByRole('list', { name: 'Historial' })
    await expect(history).toContainText('Pidió a 1 persona')
    await expect(history.getByRole('img', { name: 'Leyendo tus préstamos con esta persona' })).toBeVisible()
    await expect(dialog).not.toContainText('No has tenido préstamos con esta persona')
    await world.node.heal()
    await expect(history).toContainText('Contigo: devolvió 1 de 1')
  })
})

test.describe('reading', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('open requests are read only while somebody looks at them, at once, and in the same one call', async ({ page, world }) => {
    await page.clock.install()
    await ask(world, people.luis, { principal: 21n * DOLLAR, note: 'Útiles' })
    const calls = recordCalls(page)
    await openDashboard(page)
    await expect(tab(page, 'Solicitudes')).toHaveAccessibleName('Solicitudes 1')
    expect(new Set(calls)).toEqual(new Set(['dashboard 100 0']))

    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    world.node.breakWith(async ({ ask: forward, answer }) => {
      await released
      answer(await forward())
    }, 'eth_call')
    calls.length = 0
    await showRequests(page)
    await expect.poll(() => calls).toEqual(['dashboard 100 100'])
    // Unknown is not none.
    await expect(status(page)).toHaveText('Leyendo solicitudes…')
    await expect(market(page)).not.toContainText('No hay solicitudes abiertas.')
    release()
    await expect(card(page, 'Útiles')).toBeVisible()
    await world.node.heal()

    calls.length = 0
    await page.clock.runFor(10_000)
    await expect.poll(() => calls).toEqual(['dashboard 100 100'])
    await tab(page, 'Ofertas').click()
    await expect(cards(page)).toHaveCount(4)
    calls.length = 0
    await page.clock.runFor(10_000)
    await expect.poll(() => calls).toEqual(['dashboard 100 0'])
  })

  test('requests that cannot be read are not said to be none, and can be asked for again', async ({ page, world }) => {
    await ask(world, people.luis, { principal: 21n * DOLLAR, note: 'Útiles' })
    await openDashboard(page)
    await expect(cards(page)).toHaveCount(4)
    world.node.breakWith(faults.httpError, 'eth_call')
    await showRequests(page)
    await expect(status(page)).toHaveText('No pudimos leer todas las solicitudes.')
    await expect(market(page)).not.toContainText('No hay solicitudes abiertas.')
    await world.node.heal()
    await button(market(page), 'Reintentar').click()
    await expect(card(page, 'Útiles')).toBeVisible()
  })
})

test('a search goes through every request, and filters, order and list live in the address', async ({ page, world }) => {
  await ask(world, people.eva, { principal: 321n * DOLLAR, apr: 2500, note: 'Matrícula de música' })
  await askMany(world.chain, 150)
  await openDashboard(page)
  await showRequests(page)
  await expect(button(page, 'Ver todas las solicitudes (151)')).toBeVisible()
  await expect(cards(page)).toHaveCount(8)

  await market(page).getByLabel('Buscar').fill('musica')
  await expect(status(page)).toHaveText('1 de 151 solicitudes')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText(/Pide\s*\$ 321\.00.*Matrícula de música/s)

  // The words go with one to the offers, of which none has them, and back.
  await tab(page, 'Ofertas').click()
  await expect(market(page)).toContainText('Ninguna oferta coincide.')
  await tab(page, 'Solicitudes').click()
  await expect(cards(page)).toContainText('Matrícula de música')
  await market(page).getByLabel('Buscar').fill('')

  await market(page).getByLabel('Ordenar por').selectOption('Mayor interés')
  await expect(cards(page).first()).toContainText('25 % APR')
  await expect(page).toHaveURL('/dashboard?list=requests&order=highestApr')
  await tab(page, 'Ofertas').click()
  await expect(page).toHaveURL('/dashboard')
  await expect(cards(page)).toHaveCount(4)
  await expect(button(market(page), 'Mis ofertas')).toBeVisible()
})

test('the lists change by the arrow keys, and the page stays accessible', async ({ page, world }) => {
  await ask(world, people.luis, { principal: 21n * DOLLAR, note: 'Útiles' })
  await ask(world, me, { principal: 22n * DOLLAR })
  await openDashboard(page)
  await tab(page, 'Ofertas').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Solicitudes')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    market(page)
      .getByRole('tabpanel', { name: /^Solicitudes/ })
      .getByRole('listitem'),
  ).toHaveCount(2)
  await expectAccessible(page)
})

/** I lend to somebody who pays it back. */
async function repaidLoan(world: World, borrower: typeof people.luis, principal: bigint) {
  const id = await publish(world, me, { principal })
  await take(world, borrower, id)
  await pay(world, borrower, id, 2n * principal)
}

async function pass({ client }: World, seconds: number) {
  await client.increaseTime({ seconds })
  await client.mine({ blocks: 1 })
}

/** Every call of the lens from now on; of the dashboard, with how many offers and requests it asks for. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { method, params } = request.postDataJSON() ?? {}
    if (method !== 'eth_call') return
    const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data: params[0].data })
    calls.push(functionName === 'dashboard' ? `${functionName} ${args[2]} ${args[3]}` : functionName)
  })
  return calls
}
