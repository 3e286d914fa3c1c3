/** @module-tag long */
// Concessions of a lender to the borrower: a payment in cash, more time, forgiveness.
import { getBlock, getTransactionCount, readContract } from 'viem/actions'
import { beforeEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { deploymentOf, extend, forgive, loanOf, notePayment, pay, publish, take } from '../../../e2e/support/others.ts'
import { ANA, ana, LUIS, luis } from '../../../e2e/support/twoPeople.ts'
import { loanBookAbi } from '../../chain/abi.ts'
import { DAY, DOLLAR, STATUSES } from '../../loans/loan.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import {
  alert,
  button,
  chooseOnDebtor,
  debtors,
  debts,
  dialog,
  expectCount,
  header,
  showEnded,
  underWay,
} from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { date, isoDay, shortDate } from '../../text/format.ts'

const TERMS = { principal: 300n * DOLLAR, seconds: 30 * DAY, apr: 1000 }
/** 302.465754 in three parts: the first, in whole cents. */
const FIRST = 100_830_000n

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** Ana has lent to Luis. Returns the loan's id and due moment. */
async function lend(terms: Partial<Parameters<typeof publish>[2]> = {}) {
  for (const { address } of [ana, luis]) await world.fund(address, 0)
  const id = await publish(world, ana, { ...TERMS, ...terms })
  await take(world, luis, id)
  const { timestamp } = await getBlock(world.client)
  return { id, dueAt: Number(timestamp) + (terms.seconds ?? TERMS.seconds) }
}

/** Ends the visit of whoever was there before. */
async function arrive(phrase: string) {
  unmount()
  await openDashboard(phrase)
  await expect.element(header()).toHaveTextContent('Red local')
}

/** A look-alike must not be given what was meant for Luis. */
async function expectWholeAddress(opened: Locator) {
  await opened.getByRole('button', { name: /ver completa$/ }).click()
  await expect.element(opened).toHaveTextContent(new RegExp(luis.address, 'i'))
}

async function setDollars() {
  await world.fund(ana.address, 10)
  await world.fund(luis.address, 20)
}

/** To the unit. */
async function expectNoDollarsMoved() {
  expect(await world.balanceOf(ana.address)).toBe(10n * DOLLAR)
  expect(await world.balanceOf(luis.address)).toBe(20n * DOLLAR)
}

test('ana notes a payment in cash, and luis sees it without a reload', async () => {
  const { id, dueAt } = await lend({ instalments: 3 })
  await setDollars()
  await arrive(ANA)
  await expect.element(debtors().first()).toHaveTextContent(/Pagado: \$ 0\.00 \/ \$ 302\.47 \(0%\).*Cuotas0 de 3/)

  await chooseOnDebtor('Anotar un pago recibido')
  const noting = dialog('Anotar un pago recibido')
  const amount = noting.getByRole('textbox', { name: 'Monto' })
  await expect.element(noting.getByRole('radio', { name: 'Próxima cuota' })).toBeChecked()
  await expect.element(noting).toHaveTextContent(`1 de 3 · vence el ${shortDate(dueAt - 20 * DAY)}`)
  await expect.element(amount).toHaveValue('100.83')
  await expect.element(noting).toHaveTextContent(/Se anota como\s*Cuota 1 de 3/)
  await expect
    .element(noting)
    .toHaveTextContent('No se mueve ningún dólar: es para dinero que recibiste en efectivo o por otro medio.')
  await expect.element(noting).toHaveTextContent('no se puede deshacer.')
  await expectWholeAddress(noting)
  await expect.element(noting).toHaveTextContent(/Comisión de red \(máx\.\)\s*≈ \$/)

  await noting.getByRole('radio', { name: 'Otro monto' }).click()
  await expect.element(amount).toHaveValue('')
  for (const [typed, mistake] of [
    ['', 'Ingrese un monto válido.'],
    ['0', 'Ingrese un monto válido.'],
    ['-5', 'Ingrese un monto válido.'],
    ['1,200', 'Ingrese un monto válido. Escribe los miles sin punto ni coma.'],
  ] as const) {
    await amount.fill(typed)
    await button('Anotar', noting).click()
    await expect.element(alert(noting)).toHaveTextContent(new RegExp(`^${mistake}$`))
    await expect.element(amount).toHaveFocus()
  }
  await amount.fill('500')
  await expect.element(noting).toHaveTextContent('Es más de lo que te deben: se anotarán solo $ 302.47.')
  await amount.fill('150')
  await expect.element(noting).toHaveTextContent(/Se anota como\s*Cuotas 1 a 2 de 3, la 2 en parte/)
  await button('Todo lo que falta', noting).click()
  await expect.element(amount).toHaveValue('302.47')
  await expect.element(noting).toHaveTextContent(/Te quedarán debiendo\s*\$ 0\.00/)

  await noting.getByRole('radio', { name: 'Próxima cuota' }).click()
  await world.client.setAutomine(false)
  await button('Anotar $ 100.83', noting).click()
  await button('Seguir en el panel', noting).click()
  const card = debtors().first()
  await expect.element(card).toHaveTextContent('Anotación de $ 100.83 en camino')
  await expect.element(card.getByRole('button', { name: /^Más acciones/ })).not.toBeInTheDocument()
  await expect.element(underWay()).toHaveTextContent('Anotar un pago recibido de $ 100.83 del préstamo de $ 300.00')
  // In this order: it is shown before it is broadcast, and what comes between the two would never be mined.
  await world.client.setAutomine(true)
  await world.client.mine({ blocks: 1 })
  await expect.element(alert()).toHaveTextContent('Anotaste un pago recibido de $ 100.83 del préstamo de $ 300.00.')
  const noted = /Pagado: \$ 100\.83 \/ \$ 302\.47 \(33%\).*Cuotas1 de 3/
  await expect.element(card).toHaveTextContent(noted)
  await expectNoDollarsMoved()

  await arrive(LUIS)
  await expect.element(debts().first()).toHaveTextContent(noted)
  await notePayment(world, ana, id, FIRST)
  await expect.element(debts().first()).toHaveTextContent(/Pagado: \$ 201\.66 \/ \$ 302\.47 \(67%\).*Cuotas2 de 3/)
})

test('a payment that ana received in time is not late, though she notes it after the due date', async () => {
  const { id, dueAt } = await lend({ seconds: 5 * DAY })
  await world.pass(8 * DAY)
  await arrive(ANA)
  await chooseOnDebtor('Anotar un pago recibido')
  const noting = dialog('Anotar un pago recibido')
  const day = noting.getByLabelText('Día en que lo recibiste')
  const { timestamp } = await getBlock(world.client)
  await expect.element(day).toHaveValue(isoDay(Number(timestamp)))
  await expect.element(noting).toHaveTextContent('Si lo recibiste a tiempo, no cuenta como tarde, aunque lo anotes después.')
  await button('Todo lo que falta', noting).click()
  for (const wrong of ['', isoDay(dueAt - 6 * DAY), isoDay(Number(timestamp) + DAY)]) {
    await day.fill(wrong)
    await button('Anotar $ 300.42', noting).click()
    await expect
      .element(alert(noting))
      .toHaveTextContent(`Elige un día entre el ${date(dueAt - 5 * DAY)}, cuando empezó el préstamo, y hoy.`)
    await expect.element(day).toHaveFocus()
  }
  await day.fill(isoDay(dueAt))
  await button('Anotar $ 300.42', noting).click()
  await expect.element(noting).not.toBeInTheDocument()
  expect((await loanOf(world, id)).status).toBe(STATUSES.indexOf('repaid'))
  const book = { address: deploymentOf(world).loanBook, abi: loanBookAbi } as const
  const record = await readContract(world.client, { ...book, functionName: 'recordOf', args: [luis.address] })
  expect(record).toMatchObject({ taken: 1n, repaid: 1n, repaidLate: 0n })
})

test('ana gives more time, and both see the new date without a reload', async () => {
  const { id, dueAt } = await lend({ instalments: 3 })
  await notePayment(world, ana, id, FIRST)
  await setDollars()
  await arrive(ANA)

  await chooseOnDebtor('Dar más tiempo')
  const extending = dialog('Dar más tiempo')
  await expect.element(extending).toHaveTextContent(`Vence ahora${date(dueAt)}`)
  await expect.element(extending).toHaveTextContent(`Vencerá${date(dueAt + 7 * DAY)}`)
  await extending.getByRole('radio', { name: 'Otro' }).click()
  const days = extending.getByRole('textbox', { name: 'Días' })
  for (const typed of ['', '0', '366', '1.5', 'mucho']) {
    await days.fill(typed)
    await button('Dar más tiempo', extending).click()
    await expect.element(alert(extending)).toHaveTextContent(/^Escribe un número de días, de 1 a 365\.$/)
    await expect.element(days).toHaveFocus()
  }
  await days.fill('45')
  await expect.element(extending).toHaveTextContent(`Vencerá${date(dueAt + 45 * DAY)}`)
  await extending.getByRole('radio', { name: '15 días' }).click()
  await expect.element(extending).toHaveTextContent(`Vencerá${date(dueAt + 15 * DAY)}`)
  const plan = extending.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')
  await expectCount(plan, 3)
  await expect.element(plan.nth(0)).toHaveTextContent('Pagada')
  await expect.element(plan.nth(2)).toHaveTextContent(`${shortDate(dueAt + 15 * DAY)} antes ${shortDate(dueAt)}`)
  await expect.element(extending).toHaveTextContent('Solo cambian las fechas. El total sigue en $ 302.47: el interés no sube.')
  await expect.element(extending).toHaveTextContent('Quien te debe verá la fecha nueva.')
  await expectWholeAddress(extending)

  await button('Dar 15 días más', extending).click()
  await expect.element(extending).not.toBeInTheDocument()
  await expect
    .element(alert())
    .toHaveTextContent(`Diste más tiempo al préstamo de $ 300.00: ahora vence el ${date(dueAt + 15 * DAY)}.`)
  await expect.element(debtors().first()).toHaveTextContent(`Vence${date(dueAt + 15 * DAY)}`)
  await expectNoDollarsMoved()

  await arrive(LUIS)
  await expect.element(debts().first()).toHaveTextContent(`Vence${date(dueAt + 15 * DAY)}`)
  await extend(world, ana, id, 7 * DAY)
  await expect.element(debts().first()).toHaveTextContent(`Vence${date(dueAt + 22 * DAY)}`)
})

test('ana forgives the rest, both see it without a reload, and the papers of both know it', async () => {
  const { id: other } = await lend()
  const { id, dueAt } = await lend({ instalments: 3 })
  await notePayment(world, ana, id, FIRST)
  await extend(world, ana, id, 15 * DAY)
  await setDollars()
  await arrive(LUIS)
  await expectCount(debts(), 2)
  await forgive(world, ana, other)
  await expectCount(debts(), 1)
  await expect.element(debts().first()).toHaveTextContent('Cuotas1 de 3')
  await showEnded('Mis Deudas', 'Terminados (1)')
  await expect.element(debts().nth(1)).toHaveTextContent(/Perdonado.*Pagado: \$ 0\.00 \/ \$ 302\.47 \(0%\)/)

  await arrive(ANA)
  await chooseOnDebtor('Perdonar')
  const forgiving = dialog('¿Perdonar lo que falta?')
  await expect.element(forgiving).toHaveTextContent(/Ya no te deberá\s*\$ 201\.64/)
  await expect.element(forgiving).toHaveTextContent('Los $ 100.83 que ya pagó se quedan contigo.')
  await expect.element(forgiving).toHaveTextContent('Es para siempre. No se puede deshacer.')
  await expectWholeAddress(forgiving)
  await button('Conservar la deuda', forgiving).click()
  await expect.element(forgiving).not.toBeInTheDocument()
  await expect.element(debtors().first().getByRole('button', { name: 'Más acciones: $ 300.00' })).toHaveFocus()

  await chooseOnDebtor('Perdonar')
  await button('Perdonar $ 201.64', forgiving).click()
  await expect.element(forgiving).not.toBeInTheDocument()
  await expect.element(alert()).toHaveTextContent('Perdonaste lo que faltaba del préstamo de $ 300.00.')
  await showEnded('Mis Deudores', 'Terminados (2)')
  const forgiven = /Perdonado.*Pagado: \$ 100\.83 \/ \$ 302\.47 \(33%\)/
  const lent = debtors().filter({ hasText: 'Cuotas' })
  await expect.element(lent).toHaveTextContent(forgiven)
  // The first one, without a text, opens the sheet of the person.
  expect(textsOf(lent.getByRole('button'))).toEqual(['', 'Ver contrato'])
  await expectNoDollarsMoved()

  await button('Ver contrato $ 300.00', lent).click()
  const contract = dialog('Contrato de préstamo entre pares')
  await expect.element(contract).toHaveTextContent('y quien presta perdonó lo que faltaba.')
  await expect.element(contract).toHaveTextContent('Quien presta perdonó $ 201.64: ya no se deben.')
  await expect.element(contract).toHaveTextContent('quien presta dio más tiempo después, sin cambiar el interés.')
  const rows = contract.getByRole('table', { name: 'Plan de pagos' }).getByRole('row')
  await expectCount(rows, 4)
  for (const [index, text] of [/^CuotaVenceMontoEstado$/, /^1.*\$ 100\.83Pagada$/, /^2.*Perdonada$/, /^3.*Perdonada$/].entries())
    await expect.element(rows.nth(index)).toHaveTextContent(text)
  await expectCount(contract.getByRole('list', { name: 'Pagos y cambios' }).getByRole('listitem'), 3)

  await arrive(LUIS)
  await showEnded('Mis Deudas', 'Terminados (2)')
  const borrowed = debts().filter({ hasText: 'Cuotas' })
  await expect.element(borrowed).toHaveTextContent(forgiven)
  expect(textsOf(borrowed.getByRole('button'))).toEqual(['', '', 'Ver detalles'])
  await button('Ver detalles $ 300.00', borrowed).click()
  const history = dialog().getByRole('list', { name: 'Pagos y cambios' }).getByRole('listitem')
  await expectCount(history, 3)
  await expect.element(history.nth(0)).toHaveTextContent(/Anotado por quien prestó: lo recibió el .*\$ 100\.83/)
  await expect.element(history.nth(1)).toHaveTextContent(`Más tiempo, hasta el ${date(dueAt + 15 * DAY)}`)
  await expect.element(history.nth(2)).toHaveTextContent(/Perdonado por quien prestó\s*\$ 201\.64/)
  await expect.element(dialog()).toHaveTextContent(/Te falta por pagar\s*\$ 0\.00/)
  await expect.element(dialog()).toHaveTextContent(/Te perdonaron\s*\$ 201\.64/)
})

const textsOf = (elements: Locator) => elements.elements().map(({ textContent }) => textContent)

test('with one payment the menu has the same three, nothing speaks of instalments, and more time says whether it is still late', async () => {
  const { dueAt } = await lend()
  await world.client.increaseTime({ seconds: 40 * DAY })
  await world.client.mine({ blocks: 1 })
  await arrive(ANA)

  await debtors().first().getByRole('button', { name: 'Más acciones: $ 300.00' }).click()
  await expectCount(page.getByRole('menuitem'), 3)
  await page.getByRole('menuitem', { name: 'Anotar un pago recibido', exact: true }).click()
  const noting = dialog('Anotar un pago recibido')
  await expect.element(noting.getByRole('textbox', { name: 'Monto' })).toHaveValue('')
  await expect.element(noting.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(noting).not.toHaveTextContent(/cuota/i)
  await button('Cancelar', noting).click()

  await chooseOnDebtor('Dar más tiempo')
  const extending = dialog('Dar más tiempo')
  await expect.element(extending).toHaveTextContent('Aun con esos días seguirá vencido.')
  await extending.getByRole('radio', { name: '30 días' }).click()
  await expect.element(extending).toHaveTextContent('Deja de estar vencido.')
  await expect.element(extending).toHaveTextContent('Solo cambia la fecha. El total sigue en $ 302.47: el interés no sube.')
  await expect.element(extending.getByRole('list', { name: 'Plan de pagos' })).not.toBeInTheDocument()
  await button('Dar 30 días más', extending).click()
  await expect.element(extending).not.toBeInTheDocument()
  await expect.element(debtors().first()).toHaveTextContent(/A tiempo \((19|20)d\)/)
  await expect.element(debtors().first()).toHaveTextContent(`Vence${date(dueAt + 30 * DAY)}`)
})

test('what was paid or forgiven meanwhile is said, and nothing is signed', async () => {
  const cases = [
    { item: 'Anotar un pago recibido', title: 'Anotar un pago recibido', said: 'No hay nada que anotar.' },
    { item: 'Dar más tiempo', title: 'Dar más tiempo', said: 'no hace falta más tiempo.' },
    { item: 'Perdonar', title: '¿Perdonar lo que falta?', said: /No hay nada (más )?que perdonar\./ },
  ]
  const attempts = []
  for (const isForgiven of [false, true]) {
    for (const attempt of cases) {
      const { id } = await lend({ seconds: (attempts.length + 1) * DAY })
      attempts.push({ ...attempt, isForgiven, id })
    }
  }
  await arrive(ANA)
  for (const { item, title, said, isForgiven, id } of attempts) {
    await chooseOnDebtor(item)
    const opened = dialog(title)
    if (item === 'Anotar un pago recibido') await button('Todo lo que falta', opened).click()
    await expect.element(opened).toHaveTextContent(/Comisión de red \(máx\.\)\s*≈ \$/)
    await (isForgiven ? forgive(world, ana, id) : pay(world, luis, id, 1_000n * DOLLAR))
    const before = await getTransactionCount(world.client, { address: ana.address })
    await expect.element(opened).toHaveTextContent(isForgiven ? /perdonaste lo que faltaba/ : 'Este préstamo ya está pagado')
    await expect.element(opened).toHaveTextContent(said)
    await expect.element(opened.getByRole('button', { name: /^(Anotar|Dar|Perdonar)/ })).toBeDisabled()
    await button('Cerrar', opened).click()
    await expect.element(opened).not.toBeInTheDocument()
    expect(await getTransactionCount(world.client, { address: ana.address })).toBe(before)
  }
})
