// Concessions of a lender to the borrower: a payment in cash, more time, forgiveness. And a plan of payments, kept and late.
import type { Locator, Page } from '@playwright/test'
import { parseEther } from 'viem'
import { getBlock, getTransactionCount } from 'viem/actions'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { date, shortDate } from '../../web/text/format.ts'
import { expectAccessible } from '../support/accessible.ts'
import { ANA, ana, LUIS, luis, test } from '../support/arrive.ts'
import { chooseOnDebtor, debtors, debts, showEnded, underWay } from '../support/dashboard.ts'
import { expect, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { extend, forgive, pay, publish, take } from '../support/others.ts'
import { alert, button, section } from '../support/steps.ts'

// The test formats dates in Node's time zone, so the browsers get the same one.
test.use({ timezoneId: process.env.TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const TERMS = { principal: 300n * DOLLAR, seconds: 30 * DAY, apr: 1000 }
/** 302.465754 in three parts: the first, in whole cents, and what is left after it. */
const [FIRST, REST] = [100_830_000n, 201_635_754n]

/** A look-alike must not be given what was meant for Luis. */
async function expectWholeAddress(dialog: Locator) {
  expect((await dialog.textContent())?.toLowerCase()).toContain(luis.address.toLowerCase())
}

/** Ana has lent to Luis. Returns the loan's id and due moment. */
async function lend(world: World, terms: Partial<Parameters<typeof publish>[2]> = {}) {
  for (const { address } of [ana, luis]) await world.client.setBalance({ address, value: parseEther('1') })
  const id = await publish(world, ana, { ...TERMS, ...terms })
  await take(world, luis, id)
  const { timestamp } = await getBlock(world.client)
  return { id, dueAt: Number(timestamp) + (terms.seconds ?? TERMS.seconds) }
}

test('ana notes a payment in cash, and luis sees it without a reload', async ({ arrive, world }) => {
  const { id, dueAt } = await lend(world, { instalments: 3 })
  const [lender, borrower] = [await arrive(ANA, 10), await arrive(LUIS, 20)]
  await expect(debts(borrower).first()).toContainText(/Pagado: \$ 0\.00 \/ \$ 302\.47 \(0%\).*Cuotas0 de 3/s)

  await chooseOnDebtor(lender, 'Anotar un pago recibido')
  const noting = dialog(lender, 'Anotar un pago recibido')
  await expect(noting.getByRole('radio', { name: 'Próxima cuota' })).toBeChecked()
  await expect(noting).toContainText(`1 de 3 · vence el ${shortDate(dueAt - 20 * DAY)}`)
  await expect(noting.getByRole('textbox', { name: 'Monto' })).toHaveValue('100.83')
  await expect(noting).toContainText(/Se anota como\s*Cuota 1 de 3/)
  await expect(noting).toContainText('No se mueve ningún dólar: es para dinero que recibiste en efectivo o por otro medio.')
  await expect(noting).toContainText('No se puede deshacer.')
  await expectWholeAddress(noting)
  await expect(noting).toContainText(/Comisión de red \(máx\.\)\s*≈ \$/)
  await expectAccessible(lender)

  await noting.getByRole('radio', { name: 'Otro monto' }).check()
  const amount = noting.getByRole('textbox', { name: 'Monto' })
  await expect(amount).toHaveValue('')
  for (const [typed, mistake] of [
    ['', 'Ingrese un monto válido.'],
    ['0', 'Ingrese un monto válido.'],
    ['-5', 'Ingrese un monto válido.'],
    ['1,200', 'Ingrese un monto válido. Escribe los miles sin coma.'],
  ] as const) {
    await amount.fill(typed)
    await button(noting, 'Anotar').click()
    await expect(alert(noting)).toHaveText(mistake)
    await expect(amount).toBeFocused()
  }
  await amount.fill('500')
  await expect(noting).toContainText('Es más de lo que te deben: se anotarán solo $ 302.47.')
  await amount.fill('150')
  await expect(noting).toContainText(/Se anota como\s*Cuotas 1 a 2 de 3, la 2 en parte/)
  await button(noting, 'Todo lo que falta').click()
  await expect(amount).toHaveValue('302.47')
  await expect(noting).toContainText(/Te quedarán debiendo\s*\$ 0\.00/)

  await noting.getByRole('radio', { name: 'Próxima cuota' }).check()
  await world.client.setAutomine(false)
  await button(noting, 'Anotar $ 100.83').click()
  await button(noting, 'Seguir en el panel').click()
  const card = debtors(lender).first()
  await expect(card).toContainText('Anotación de $ 100.83 en camino')
  await expect(card.getByRole('button', { name: /^Más acciones/ })).toHaveCount(0)
  await expect(underWay(lender)).toContainText(`Anotar un pago recibido de $ 100.83 del préstamo n.º ${id}`)
  await world.client.mine({ blocks: 1 })
  await world.client.setAutomine(true)
  await expect(alert(lender)).toContainText(`Anotaste un pago recibido de $ 100.83 del préstamo n.º ${id}.`)
  for (const loans of [debtors(lender), debts(borrower)]) {
    await expect(loans.first()).toContainText(/Pagado: \$ 100\.83 \/ \$ 302\.47 \(33%\).*Cuotas1 de 3/s)
  }
  // No dollars moved, to the unit.
  expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([10n * DOLLAR, 20n * DOLLAR])
})

test('ana gives more time, and both see the new date without a reload', async ({ arrive, world }) => {
  const { id, dueAt } = await lend(world, { instalments: 3 })
  await pay(world, ana, id, FIRST)
  const [lender, borrower] = [await arrive(ANA, 10), await arrive(LUIS, 20)]
  await expect(debts(borrower).first()).toContainText(`Vence${date(dueAt)}`)

  await chooseOnDebtor(lender, 'Dar más tiempo')
  const extending = dialog(lender, 'Dar más tiempo')
  await expect(extending).toContainText(`Vence ahora${date(dueAt)}`)
  await expect(extending).toContainText(`Vencerá${date(dueAt + 7 * DAY)}`)
  await extending.getByRole('radio', { name: 'Otro' }).check()
  for (const typed of ['', '0', '366', '1.5', 'mucho']) {
    await extending.getByRole('textbox', { name: 'Días' }).fill(typed)
    await button(extending, 'Dar más tiempo').click()
    await expect(alert(extending)).toHaveText('Escribe un número de días, de 1 a 365.')
    await expect(extending.getByRole('textbox', { name: 'Días' })).toBeFocused()
  }
  await extending.getByRole('textbox', { name: 'Días' }).fill('45')
  await expect(extending).toContainText(`Vencerá${date(dueAt + 45 * DAY)}`)
  await extending.getByRole('radio', { name: '15 días' }).check()
  await expect(extending).toContainText(`Vencerá${date(dueAt + 15 * DAY)}`)
  const plan = extending.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')
  await expect(plan).toHaveCount(3)
  await expect(plan.nth(0)).toContainText('Pagada')
  await expect(plan.nth(2)).toContainText(`${shortDate(dueAt + 15 * DAY)} antes ${shortDate(dueAt)}`)
  await expect(extending).toContainText('Solo cambian las fechas. El total sigue en $ 302.47: el interés no sube.')
  await expect(extending).toContainText('Quien te debe verá la fecha nueva.')
  await expectWholeAddress(extending)
  await expectAccessible(lender)

  await button(extending, 'Dar 15 días más').click()
  await expect(extending).toBeHidden()
  await expect(alert(lender)).toContainText(`el préstamo n.º ${id} vence ahora el ${date(dueAt + 15 * DAY)}.`)
  for (const loans of [debtors(lender), debts(borrower)]) {
    await expect(loans.first()).toContainText(`Vence${date(dueAt + 15 * DAY)}`)
  }
  // No dollars moved, to the unit.
  expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([10n * DOLLAR, 20n * DOLLAR])
})

test('ana forgives the rest, both see it without a reload, and the papers of both know it', async ({ arrive, world }) => {
  const { id, dueAt } = await lend(world, { instalments: 3 })
  await pay(world, ana, id, FIRST)
  await extend(world, ana, id, 15 * DAY)
  const [lender, borrower] = [await arrive(ANA, 10), await arrive(LUIS, 20)]
  await expect(debts(borrower).first()).toContainText('Cuotas1 de 3')

  await chooseOnDebtor(lender, 'Perdonar')
  const forgiving = dialog(lender, '¿Perdonar lo que falta?')
  await expect(forgiving).toContainText(/Ya no te deberá\s*\$ 201\.64/)
  await expect(forgiving).toContainText('Los $ 100.83 que ya pagó se quedan contigo y en su historial.')
  await expect(forgiving).toContainText('Es para siempre. No se puede deshacer.')
  await expectWholeAddress(forgiving)
  await expectAccessible(lender)
  await button(forgiving, 'Conservar la deuda').click()
  await expect(forgiving).toBeHidden()
  await expect(debtors(lender).first().getByRole('button', { name: 'Más acciones: $ 300.00' })).toBeFocused()

  await chooseOnDebtor(lender, 'Perdonar')
  await button(forgiving, 'Perdonar $ 201.64').click()
  await expect(forgiving).toBeHidden()
  await expect(alert(lender)).toContainText(`Perdonaste lo que faltaba del préstamo n.º ${id}.`)
  await showEnded(lender, 'Mis Deudores', 'Terminados (1)')
  await showEnded(borrower, 'Mis Deudas', 'Terminados (1)')
  for (const loans of [debtors(lender), debts(borrower)]) {
    await expect(loans.first()).toContainText(/Perdonado.*Pagado: \$ 100\.83 \/ \$ 302\.47 \(33%\)/s)
  }
  // The first one, without a text, opens the sheet of the person.
  await expect(debtors(lender).first().getByRole('button')).toHaveText(['', 'Ver contrato'])
  await expect(debts(borrower).first().getByRole('button')).toHaveText(['', 'Ver detalles'])
  // No dollars moved, to the unit.
  expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([10n * DOLLAR, 20n * DOLLAR])

  await button(debts(borrower).first(), 'Ver detalles $ 300.00').click()
  const history = borrower.getByRole('dialog').getByRole('list', { name: 'Pagos y cambios' }).getByRole('listitem')
  await expect(history).toHaveCount(3)
  await expect(history.nth(0)).toContainText(/Anotado por quien prestó\s*\$ 100\.83/)
  await expect(history.nth(1)).toContainText(`Más tiempo, hasta el ${date(dueAt + 15 * DAY)}`)
  await expect(history.nth(2)).toContainText(/Perdonado por quien prestó\s*\$ 201\.64/)
  await expect(borrower.getByRole('dialog')).toContainText(/Te falta por pagar\s*\$ 0\.00/)
  await expect(borrower.getByRole('dialog')).toContainText(/Te perdonaron\s*\$ 201\.64/)
  await expectAccessible(borrower)

  await button(debtors(lender).first(), 'Ver contrato $ 300.00').click()
  const contract = dialog(lender, 'Contrato de préstamo entre pares')
  await expect(contract).toContainText('y quien presta perdonó lo que faltaba.')
  await expect(contract).toContainText('Quien presta perdonó $ 201.64: ya no se deben.')
  await expect(contract).toContainText(`quien presta dio más tiempo después, sin cambiar el interés.`)
  const rows = contract.getByRole('table', { name: 'Plan de pagos' }).getByRole('row')
  await expect(rows).toHaveText([/^CuotaVenceMontoEstado$/, /^1.*\$ 100\.83Pagada$/, /^2.*Perdonada$/, /^3.*Perdonada$/])
  await expect(contract.getByRole('list', { name: 'Pagos y cambios' }).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(lender)
})

test('with one payment the menu has the same three, nothing speaks of instalments, and more time says whether it is still late', async ({
  arrive,
  world,
}) => {
  const { dueAt } = await lend(world)
  await world.client.increaseTime({ seconds: 40 * DAY })
  await world.client.mine({ blocks: 1 })
  const lender = await arrive(ANA, 0)

  await debtors(lender).first().getByRole('button', { name: 'Más acciones: $ 300.00' }).click()
  await expect(lender.getByRole('menuitem')).toHaveCount(3)
  await lender.getByRole('menuitem', { name: 'Anotar un pago recibido', exact: true }).click()
  const noting = dialog(lender, 'Anotar un pago recibido')
  await expect(noting.getByRole('textbox', { name: 'Monto' })).toHaveValue('')
  await expect(noting.getByRole('radio')).toHaveCount(0)
  await expect(noting).not.toContainText(/cuota/i)
  await button(noting, 'Cancelar').click()

  await chooseOnDebtor(lender, 'Dar más tiempo')
  const extending = dialog(lender, 'Dar más tiempo')
  await expect(extending).toContainText('Aun con esos días seguirá vencido.')
  await extending.getByRole('radio', { name: '30 días' }).check()
  await expect(extending).toContainText('Deja de estar vencido.')
  await expect(extending).toContainText('Solo cambia la fecha. El total sigue en $ 302.47: el interés no sube.')
  await expect(extending.getByRole('list', { name: 'Plan de pagos' })).toHaveCount(0)
  await button(extending, 'Dar 30 días más').click()
  await expect(extending).toBeHidden()
  await expect(debtors(lender).first()).toContainText(/A tiempo \((19|20)d\)/)
  await expect(debtors(lender).first()).toContainText(`Vence${date(dueAt + 30 * DAY)}`)
})

test('what was paid or forgiven meanwhile is said, and nothing is signed', async ({ arrive, world }) => {
  const cases = [
    { item: 'Anotar un pago recibido', title: 'Anotar un pago recibido', said: 'No hay nada que anotar.' },
    { item: 'Dar más tiempo', title: 'Dar más tiempo', said: 'no hace falta más tiempo.' },
    { item: 'Perdonar', title: '¿Perdonar lo que falta?', said: /No hay nada (más )?que perdonar\./ },
  ]
  const attempts = []
  for (const isForgiven of [false, true]) {
    for (const attempt of cases) {
      const { id } = await lend(world, { seconds: (attempts.length + 1) * DAY })
      attempts.push({ ...attempt, isForgiven, id })
    }
  }
  const lender = await arrive(ANA, 0)
  for (const { item, title, said, isForgiven, id } of attempts) {
    await chooseOnDebtor(lender, item)
    const opened = dialog(lender, title)
    if (item === 'Anotar un pago recibido') await button(opened, 'Todo lo que falta').click()
    await expect(opened).toContainText(/Comisión de red \(máx\.\)\s*≈ \$/)
    await (isForgiven ? forgive(world, ana, id) : pay(world, luis, id, 1_000n * DOLLAR))
    const before = await getTransactionCount(world.client, { address: ana.address })
    await expect(opened).toContainText(isForgiven ? /perdonaste lo que faltaba/ : 'Este préstamo ya está pagado')
    await expect(opened).toContainText(said)
    await expect(opened.getByRole('button', { name: /^(Anotar|Dar|Perdonar)/ })).toBeDisabled()
    await button(opened, 'Cerrar').click()
    await expect(opened).toBeHidden()
    expect(await getTransactionCount(world.client, { address: ana.address })).toBe(before)
  }
})

test('luis pays an instalment, falls behind with two, and catches up', async ({ arrive, world }) => {
  const { id, dueAt } = await lend(world, { instalments: 3 })
  const borrower = await arrive(LUIS, 400)
  await fund(world, ana.address, 0)
  const card = debts(borrower).first()
  const openPayment = async () => {
    await card.getByRole('button', { name: /^Pagar ahora/ }).click()
    return dialog(borrower, 'Pagar préstamo')
  }

  await test.step('the next instalment is proposed, and paid to the unit as it is shown', async () => {
    await expect(card).toContainText(`Próxima cuota: $ 100.83 el ${shortDate(dueAt - 20 * DAY)}`)
    const paying = await openPayment()
    await expect(paying.getByRole('radio', { name: 'Próxima cuota' })).toBeChecked()
    await expect(paying.getByRole('textbox', { name: 'Monto' })).toHaveValue('100.83')
    await expect(paying).toContainText(/Pagas\s*Cuota 1 de 3/)
    await expect(paying).toContainText(/Quedarás debiendo\s*\$ 201\.64/)
    await expectAccessible(borrower)
    await button(paying, 'Pagar todo').click()
    await expect(paying.getByRole('radio', { name: 'Otro monto' })).toBeChecked()
    await expect(paying).toContainText(/Pagas\s*Cuotas 1 a 3 de 3/)
    await paying.getByRole('radio', { name: 'Próxima cuota' }).check()
    await button(paying, 'Pagar $ 100.83').click()
    await expect(paying).toBeHidden()
    expect([await balanceOf(world, ana.address), await balanceOf(world, luis.address)]).toEqual([FIRST, 400n * DOLLAR - FIRST])
    await expect(card).toContainText(/Próxima cuota: \$ 100\.82 .*Pagado: \$ 100\.83 \/ \$ 302\.47 \(33%\).*Cuotas1 de 3/s)
  })

  await test.step('one is late, then both', async () => {
    await world.client.increaseTime({ seconds: 21 * DAY })
    await world.client.mine({ blocks: 1 })
    await expect(card).toContainText(/Vencido [12]d/)
    await expect(card).toContainText(`Cuota vencida: $ 100.82 del ${shortDate(dueAt - 10 * DAY)}`)
    await world.client.increaseTime({ seconds: 10 * DAY })
    await world.client.mine({ blocks: 1 })
    await expect(card).toContainText(`2 cuotas vencidas: $ 201.64, la primera del ${shortDate(dueAt - 10 * DAY)}`)
    const paying = await openPayment()
    await expect(paying.getByRole('radio', { name: 'Cuota vencida' })).toBeChecked()
    await expect(paying).toContainText(`2 de 3 · venció el ${shortDate(dueAt - 10 * DAY)}`)
    await button(paying, 'Cancelar').click()
    await button(card, 'Ver detalles $ 300.00').click()
    const details = dialog(borrower, 'Detalles del préstamo')
    const plan = details.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')
    await expect(plan).toHaveText([/Pagada/, /Vencida/, /Vencida/])
    await button(details, 'Cerrar').click()
  })

  await test.step('all of it', async () => {
    const paying = await openPayment()
    await button(paying, 'Pagar todo').click()
    await button(paying, 'Pagar $ 201.64').click()
    await expect(paying).toBeHidden()
    await expect(alert(borrower)).toContainText(`Pagaste $ 201.64 del préstamo n.º ${id}.`)
    expect(await balanceOf(world, ana.address)).toBe(FIRST + REST)
    await showEnded(borrower, 'Mis Deudas')
    await expect(card).toContainText(/Devuelto.*\(100%\).*Cuotas3 de 3/s)
    await expect(section(borrower, 'Mis Deudas')).not.toContainText('Perdonado')
  })
})

test('luis pays the first instalment by the button, types the second as the plan shows it, and is not late', async ({
  arrive,
  world,
}) => {
  await lend(world, { instalments: 3 })
  const borrower = await arrive(LUIS, 400)
  await fund(world, ana.address, 0)
  const card = debts(borrower).first()
  const paying = dialog(borrower, 'Pagar préstamo')
  const openPayment = () => card.getByRole('button', { name: /^Pagar ahora/ }).click()

  await button(card, 'Ver detalles $ 300.00').click()
  const details = dialog(borrower, 'Detalles del préstamo')
  await expect(details.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')).toHaveText([
    /\$ 100\.83$/,
    /\$ 100\.82$/,
    /\$ 100\.82$/,
  ])
  await button(details, 'Cerrar').click()

  await openPayment()
  await button(paying, 'Pagar $ 100.83').click()
  await expect(card).toContainText('Cuotas1 de 3')

  await openPayment()
  await paying.getByRole('radio', { name: 'Otro monto' }).check()
  await paying.getByRole('textbox', { name: 'Monto' }).fill('100.82')
  await expect(paying).toContainText(/Pagas\s*Cuota 2 de 3/)
  await button(paying, 'Pagar $ 100.82').click()
  await expect(card).toContainText('Cuotas2 de 3')
  await world.client.increaseTime({ seconds: 21 * DAY })
  await world.client.mine({ blocks: 1 })
  await expect(card).toContainText(/A tiempo \([89]d\)/)

  await openPayment()
  await button(paying, 'Pagar $ 100.82').click()
  await showEnded(borrower, 'Mis Deudas')
  await expect(card).toContainText(/Devuelto.*Cuotas3 de 3/s)
  expect(await balanceOf(world, ana.address)).toBe(FIRST + REST)
})

test('a payment that is open while the rest is forgiven says that nothing is owed', async ({ arrive, world }) => {
  const { id } = await lend(world)
  const borrower = await arrive(LUIS, 400)
  await debts(borrower)
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  const paying = dialog(borrower, 'Pagar préstamo')
  await paying.getByRole('textbox', { name: 'Monto' }).fill('100')
  await forgive(world, ana, id)
  await expect(paying).toContainText('Quien te prestó perdonó lo que faltaba. No debes nada.')
  await expect(paying.getByRole('button', { name: /^Pagar/ })).toBeDisabled()
  expect(await balanceOf(world, luis.address)).toBe(400n * DOLLAR)
})
