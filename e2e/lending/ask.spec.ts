import type { Locator, Page } from '@playwright/test'
import { getBalance, readContract } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { loanBookAbi } from '../../web/chain/abi.ts'
import { DAY, DOLLAR, NOBODY } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { fillOfferAndSeeFee, market, publishForm, publishStatus, recordStatus } from '../support/dashboard.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { balanceOf, fund } from '../support/money.ts'
import { deploymentOf, publish } from '../support/others.ts'
import { alert, button, openDashboard, TEST_ADDRESS } from '../support/steps.ts'

const tab = (form: Locator, name: 'Prestar' | 'Pedir') => form.getByRole('tab', { name, exact: true })
const choice = (form: Locator, name: 'Plazo' | 'Cuotas' | 'Válida por') => form.getByRole('combobox', { name, exact: true })
const lenderField = (form: Locator) => form.getByLabel('A (opcional)', { exact: true })
const plan = (scope: Page | Locator) => scope.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')

/** The second tab of the form. */
async function openAsk(page: Page): Promise<Locator> {
  const form = publishForm(page)
  await tab(form, 'Pedir').click()
  return form
}

/** The newest loan, as the contract has it. */
async function newest(world: World) {
  const book = { address: deploymentOf(world).loanBook, abi: loanBookAbi } as const
  const next = await readContract(world.client, { ...book, functionName: 'nextId' })
  const [loan, note] = await readContract(world.client, { ...book, functionName: 'detailsOf', args: [next - 1n] })
  return { ...loan, note, openFor: loan.openUntil - loan.createdAt }
}

const OPEN = 1
const REQUESTED = 5

test('a request is sent, confirmed and published with the terms that were shown, its plan before anything is signed, and no dollars move', async ({
  page,
  world,
}) => {
  await fund(world, TEST_ADDRESS, 7)
  await openDashboard(page)
  const form = await openAsk(page)
  await expect(form).not.toContainText('Disponible')
  await expect(form).toContainText('Cualquiera puede leer una solicitud pública y prestarte.')
  await lenderField(form).fill(people.luis.address)
  await expect(form).toContainText('Solo esa dirección podrá prestarte.')
  await expect(form).not.toContainText('Cualquiera puede leer')

  await fillOfferAndSeeFee(page, { amount: '250', apr: '8', note: 'Curso de soldadura' })
  await choice(form, 'Plazo').selectOption('90 días')
  await expect(plan(form)).toHaveCount(0)
  await choice(form, 'Cuotas').selectOption('3 cuotas')
  await choice(form, 'Válida por').selectOption('7 días')
  await expect(form).toContainText(/Recibes\$ 250\.00Interés por 90 días\$ 4\.94Devuelves\$ 254\.94/)
  await expect(form).toContainText('Las fechas cuentan desde el día en que te presten.')
  await expect(plan(form)).toHaveText([/\$ 84\.98$/, /\$ 84\.98$/, /\$ 84\.98$/])

  const said = await recordStatus(form)
  await button(form, 'Publicar solicitud').dblclick()
  await expect(publishStatus(page)).toHaveText('Solicitud publicada')
  expect(await said()).toEqual(['TX enviada', 'TX confirmada', 'Solicitud publicada'])
  await expect(publishStatus(page).locator('svg').first()).toHaveCSS('color', 'rgb(76, 195, 138)')
  expect(await newest(world)).toMatchObject({
    status: REQUESTED,
    borrower: TEST_ADDRESS,
    lender: people.luis.address,
    principal: 250n * DOLLAR,
    apr: 800n,
    duration: BigInt(90 * DAY),
    instalments: 3n,
    openFor: BigInt(7 * DAY),
    note: 'Curso de soldadura',
  })
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(7n * DOLLAR)

  await expect(lenderField(form)).toHaveValue('')
  for (const label of ['Monto (USD)', 'Interés (APR %)', 'Nota']) await expect(form.getByLabel(label)).toHaveValue('')
  await expect(choice(form, 'Plazo')).toHaveValue('30')
  await expect(choice(form, 'Cuotas')).toHaveValue('1')
  await expect(choice(form, 'Válida por')).toHaveValue('30')
})

test('an offer is of one payment and stands for 30 days, unless another choice is made', async ({ page, world }) => {
  await fund(world, TEST_ADDRESS, 500)
  await openDashboard(page)
  const form = publishForm(page)
  await fillOfferAndSeeFee(page, { amount: '100', apr: '10' })
  await expect(plan(form)).toHaveCount(0)
  await button(form, 'Publicar').click()
  await expect(publishStatus(page)).toHaveText('Oferta publicada')
  expect(await newest(world)).toMatchObject({ status: OPEN, borrower: NOBODY, instalments: 1n, openFor: BigInt(30 * DAY) })

  await fillOfferAndSeeFee(page, { amount: '120', apr: '10' })
  await choice(form, 'Cuotas').selectOption('12 cuotas')
  await choice(form, 'Válida por').selectOption('hasta que la retire')
  await expect(form).toContainText('Las fechas cuentan desde el día en que la tomen.')
  // A long plan is folded; the focus goes on where the button was.
  await expect(plan(form)).toHaveCount(4)
  await button(form, '… 9 más').click()
  await expect(plan(form)).toHaveCount(12)
  await expect(plan(form).nth(2)).toBeFocused()
  await button(form, 'Publicar').click()
  await expect(publishStatus(page)).toHaveText('Oferta publicada')
  expect(await newest(world)).toMatchObject({ status: OPEN, principal: 120n * DOLLAR, instalments: 12n, openUntil: 0n })
  expect(await balanceOf(world, TEST_ADDRESS)).toBe(280n * DOLLAR)
})

test('each mistake of a request is said at its field, which gets the focus', async ({ page }) => {
  await openDashboard(page)
  const form = await openAsk(page)
  const submit = () => button(form, 'Publicar solicitud').click()
  const expectMistake = async (field: Locator, text: string) => {
    await submit()
    await expect(alert(form)).toHaveText(text)
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(text)
  }
  const [amount, apr, to] = [form.getByLabel('Monto (USD)'), form.getByLabel('Interés (APR %)'), lenderField(form)]

  await expectMistake(amount, 'Ingrese un monto válido.')
  await amount.fill('0.1')
  await expectMistake(apr, 'Ingrese un interés válido.')
  await apr.fill('5')
  await to.fill('luis')
  await expectMistake(to, 'Ningún contacto tiene ese nombre. Una dirección empieza con 0x.')
  await to.fill(TEST_ADDRESS.slice(0, -1))
  await expectMistake(to, 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.')
  await to.fill(TEST_ADDRESS)
  await expectMistake(to, 'Esa es tu propia dirección. Escribe la de quien te prestará, o deja «A» en blanco.')
  await to.fill('')
  await choice(form, 'Cuotas').selectOption('12 cuotas')
  await expectMistake(choice(form, 'Cuotas'), 'Cada cuota sería de menos de un centavo. Elige menos cuotas.')
  await expect(plan(form)).toHaveCount(0)
  await choice(form, 'Cuotas').selectOption('6 cuotas')
  await expect(alert(form)).toBeHidden()
  await expect(plan(form)).toHaveCount(4)
})

test('a request that fails is told with the reason, the form is empty again, and Reintentar sends the same one', async ({
  page,
  world,
}) => {
  await openDashboard(page)
  const form = await openAsk(page)
  await fillOfferAndSeeFee(page, { amount: '80', apr: '5', note: 'Para la moto' })
  await choice(form, 'Cuotas').selectOption('2 cuotas')
  const balance = await getBalance(world.client, { address: TEST_ADDRESS })
  await world.client.setBalance({ address: TEST_ADDRESS, value: 0n })
  await button(form, 'Publicar solicitud').click()
  await expect(alert(form)).toContainText('Transaccion erronea ')
  await expect(alert(form)).toContainText(
    'Reintentar publica la misma solicitud: $ 80.00 al 5 % por 30 días, en 2 cuotas, válida por 30 días.',
  )
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await expect(plan(alert(form))).toHaveCount(2)

  await world.client.setBalance({ address: TEST_ADDRESS, value: balance })
  await button(form, 'Reintentar').click()
  await expect(publishStatus(page)).toHaveText('Solicitud publicada')
  expect(await newest(world)).toMatchObject({ principal: 80n * DOLLAR, instalments: 2n, note: 'Para la moto' })
})

test('the tabs are chosen by keyboard, and each keeps what was typed', async ({ page }) => {
  await openDashboard(page)
  const form = publishForm(page)
  await expect(tab(form, 'Prestar')).toHaveAttribute('aria-selected', 'true')
  await fillOfferAndSeeFee(page, { amount: '100', apr: '10', note: 'Presto', to: people.luis.address })
  await choice(form, 'Cuotas').selectOption('6 cuotas')

  await tab(form, 'Prestar').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(form, 'Pedir')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('tabpanel', { name: 'Pedir' })).toBeVisible()
  await expect(form.getByRole('tabpanel')).toHaveCount(1)
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Monto (USD)')).toBeFocused()
  await page.keyboard.type('40')
  await choice(form, 'Válida por').selectOption('90 días')

  await page.keyboard.press('Shift+Tab')
  await tab(form, 'Pedir').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(form.getByRole('tabpanel', { name: 'Prestar' })).toBeVisible()
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('100')
  await expect(form.getByLabel('Para (opcional)')).toHaveValue(people.luis.address)
  await expect(form.getByLabel('Nota')).toHaveValue('Presto')
  await expect(choice(form, 'Cuotas')).toHaveValue('6')
  await tab(form, 'Pedir').click()
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('40')
  await expect(choice(form, 'Válida por')).toHaveValue('90')
})

test('what is sent from one tab is announced while one looks at the other', async ({ page, world }) => {
  await openDashboard(page)
  await openAsk(page)
  await fillOfferAndSeeFee(page, { amount: '40', apr: '5' })
  await world.client.setAutomine(false)
  const form = publishForm(page)
  await button(form, 'Publicar solicitud').click()
  await expect(publishStatus(page)).toHaveText('TX enviada')
  await tab(form, 'Prestar').click()
  await expect(publishStatus(page)).toBeHidden()
  await world.client.mine({ blocks: 1 })
  await expect(alert(page)).toContainText('Solicitud publicada: pides $ 40.00.')
  await tab(form, 'Pedir').click()
  await expect(publishStatus(page)).toHaveText('Solicitud publicada')
})

test.describe('an offer of mine that has expired', () => {
  test('is renewed with the same terms, and its money comes back only when it is taken back', async ({ page, world }) => {
    const terms = { principal: 60n * DOLLAR, seconds: 60 * DAY, apr: 1250, instalments: 3, note: 'Sin prisa', openDays: 7 }
    await publish(world, people.deployer, { ...terms, to: people.luis.address })
    await expire(world)
    await fund(world, TEST_ADDRESS, 100)
    await openDashboard(page)
    const card = market(page).getByRole('listitem').filter({ hasText: 'Sin prisa' })
    await expect(card).toContainText('Ya no se puede tomar')
    await expect(card.getByRole('heading')).toHaveCSS('color', 'rgb(157, 171, 192)')
    const form = await openAsk(page)

    await button(card, 'Renovar oferta de $ 60.00').click()
    await expect(tab(form, 'Prestar')).toHaveAttribute('aria-selected', 'true')
    const note = form.getByRole('note').filter({ hasText: 'Renuevas tu oferta de $ 60.00' })
    await expect(note).toContainText('los de la oferta anterior vuelven solo con «Recuperar mi dinero»')
    await expect(note.locator('..')).toBeFocused()
    await expect(note).toBeInViewport()
    await expect(form.getByLabel('Monto (USD)')).toHaveValue('60')
    await expect(form.getByLabel('Interés (APR %)')).toHaveValue('12.5')
    await expect(choice(form, 'Plazo')).toHaveValue('60')
    await expect(form.getByLabel('Para (opcional)')).toHaveValue(people.luis.address)
    await expect(form.getByLabel('Nota')).toHaveValue('Sin prisa')
    await expect(choice(form, 'Cuotas')).toHaveValue('3')
    await expect(choice(form, 'Válida por')).toHaveValue('30')

    await expect(form).toContainText(/Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)
    await button(form, 'Publicar').click()
    await expect(publishStatus(page)).toHaveText('Oferta publicada')
    await expect(note).toBeHidden()
    expect(await newest(world)).toMatchObject({ principal: 60n * DOLLAR, instalments: 3n, openFor: BigInt(30 * DAY) })
    expect(await balanceOf(world, TEST_ADDRESS)).toBe(40n * DOLLAR)

    await button(market(page), 'Recuperar mi dinero: $ 60.00').click()
    const dialog = page.getByRole('dialog', { name: 'Recuperar mi dinero' })
    await expect(dialog).toContainText('nadie puede tomarla')
    await expect(dialog).not.toContainText('Alguien puede tomarla antes')
    await button(dialog, 'Recuperar $ 60.00').click()
    await expect(dialog).toBeHidden()
    await expect(button(market(page), 'Recuperar mi dinero: $ 60.00')).toBeHidden()
    expect(await balanceOf(world, TEST_ADDRESS)).toBe(100n * DOLLAR)
  })

  test('says which terms the form cannot express, and leaves those fields as in an empty form', async ({ page, world }) => {
    await publish(world, people.deployer, { seconds: 45 * DAY, instalments: 4, openDays: 1 })
    await expire(world)
    await openDashboard(page)
    await button(market(page), 'Renovar oferta de $ 50.00').click()
    const form = publishForm(page)
    await expect(form).toContainText('El plazo era de 45 días, que aquí no se puede elegir: queda en 30 días.')
    await expect(form).toContainText('Era en 4 cuotas, que aquí no se pueden elegir: queda en 1 pago.')
    await expect(choice(form, 'Plazo')).toHaveValue('30')
    await expect(choice(form, 'Cuotas')).toHaveValue('1')
  })
})

test('a request of mine that has expired is renewed with the same terms', async ({ page, world }) => {
  await openDashboard(page)
  const form = await openAsk(page)
  await fillOfferAndSeeFee(page, { amount: '90', apr: '15', note: 'Repuestos' })
  await lenderField(form).fill(people.luis.address)
  await choice(form, 'Plazo').selectOption('15 días')
  await choice(form, 'Válida por').selectOption('7 días')
  await button(form, 'Publicar solicitud').click()
  await expect(publishStatus(page)).toHaveText('Solicitud publicada')
  await expire(world)
  await tab(form, 'Prestar').click()

  await market(page)
    .getByRole('tab', { name: /^Solicitudes/ })
    .click()
  await button(market(page), 'Renovar solicitud de $ 90.00').click()
  await expect(tab(form, 'Pedir')).toHaveAttribute('aria-selected', 'true')
  await expect(form.getByRole('note').first()).toContainText('Renuevas tu solicitud de $ 90.00')
  await expect(form.getByLabel('Monto (USD)')).toHaveValue('90')
  await expect(form.getByLabel('Interés (APR %)')).toHaveValue('15')
  await expect(choice(form, 'Plazo')).toHaveValue('15')
  await expect(lenderField(form)).toHaveValue(people.luis.address)
  await expect(form.getByLabel('Nota')).toHaveValue('Repuestos')
  await expect(choice(form, 'Válida por')).toHaveValue('30')

  await button(market(page), 'Retirar solicitud de $ 90.00').click()
  await expect(button(page.getByRole('dialog'), 'Retirar solicitud')).toBeEnabled()
})

/** Lets the 7 days and less for which something stands pass. */
async function expire(world: World) {
  await world.client.increaseTime({ seconds: 8 * DAY })
  await world.client.mine({ blocks: 1 })
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('both tabs are accessible, with a plan, a mistake and what is renewed; so is the plan before an offer is accepted', async ({
    page,
    world,
  }) => {
    await publish(world, people.deployer, { instalments: 4, openDays: 1, note: 'Sin prisa' })
    await expire(world)
    await publish(world, people.ana, { principal: 70n * DOLLAR, instalments: 12 })
    await openDashboard(page)
    await button(market(page), 'Renovar oferta de $ 50.00').click()
    await expectAccessible(page)
    const form = await openAsk(page)
    await fillOfferAndSeeFee(page, { amount: '250', apr: '8' })
    await choice(form, 'Cuotas').selectOption('12 cuotas')
    await lenderField(form).fill('luis')
    await button(form, 'Publicar solicitud').click()
    await expect(alert(form)).toBeVisible()
    await expectAccessible(page)

    await button(market(page), `Solicitar $ 70.00 a 0x7099…79C8`).click()
    const dialog = page.getByRole('dialog', { name: 'Solicitar préstamo' })
    await expect(plan(dialog)).toHaveCount(4)
    await expect(dialog).not.toContainText('Cuotas')
    await button(dialog, '… 9 más').click()
    await expect(plan(dialog)).toHaveCount(12)
    await expect(dialog).toContainText('≈')
    await expectAccessible(page)
  })
})
