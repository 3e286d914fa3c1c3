/** @module-tag long */
// The form's second tab, and what both tabs have in common: instalments, and for how long something stands.
import { getBalance } from 'viem/actions'
import { beforeEach, expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { DAY, DOLLAR, NOBODY } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import {
  alert,
  button,
  publishChoice as choice,
  expectCount,
  fillOfferAndSeeFee,
  focus,
  publishInstalments as instalments,
  leaveSharing,
  plan,
  publishForm,
  publishStatus,
  recordStatus,
  publishTab as tab,
  texts,
} from '../../testing/screen.ts'
import { beginWorld, newestLoan, type World } from '../../testing/world.ts'

const { deployer: me, luis } = people
const OPEN = 1
const REQUESTED = 5

const form = publishForm()
const lenderField = form.getByLabelText('A quién (opcional)', { exact: true })
const field = (label: string) => form.getByLabelText(label)
const expectStatus = (text: string) => expect.poll(() => texts(publishStatus())).toEqual([text])

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('a request is sent, confirmed and published with the terms that were shown, its plan before anything is signed, and no dollars move', {
  tags: 'long',
}, async () => {
  await world.fund(me.address, 7)
  await openDashboard(TEST_PHRASE)
  await tab('Pedir').click()
  await expect.element(form).not.toHaveTextContent('Disponible')
  await expect.element(form).toHaveTextContent('Cualquiera puede leer una solicitud pública y prestarte.')
  await lenderField.fill(luis.address)
  await expect.element(form).toHaveTextContent('Solo esa dirección podrá prestarte.')
  await expect.element(form).not.toHaveTextContent('Cualquiera puede leer')

  await fillOfferAndSeeFee({ amount: '250', apr: '8', note: 'Curso de soldadura' })
  await choice('Plazo').selectOptions('90 días')
  await expectCount(plan(form), 0)
  await instalments('3 cuotas').click()
  await choice('Válida por').selectOptions('7 días')
  await expect.element(form).toHaveTextContent(/Recibes\$ 250\.00Interés por 90 días\$ 4\.94Devuelves\$ 254\.94/)
  await expect.element(form).toHaveTextContent('Las fechas cuentan desde el día en que te presten.')
  const instalment = expect.stringMatching(/\$ 84\.98$/)
  await expect.poll(() => texts(plan(form))).toEqual([instalment, instalment, instalment])

  const said = recordStatus(form)
  await button('Publicar solicitud', form).dblClick()
  await expectStatus('Solicitud publicada')
  expect(said).toEqual(['TX enviada', 'TX confirmada', 'Solicitud publicada'])
  const icon = () => publishStatus().element().querySelector('svg') ?? document.body
  await expect.poll(() => getComputedStyle(icon()).color).toBe('rgb(76, 195, 138)')
  expect(await newestLoan(world)).toMatchObject({
    status: REQUESTED,
    borrower: me.address,
    lender: luis.address,
    principal: 250n * DOLLAR,
    apr: 800n,
    duration: BigInt(90 * DAY),
    instalments: 3n,
    openFor: BigInt(7 * DAY),
    note: 'Curso de soldadura',
  })
  expect(await world.balanceOf(me.address)).toBe(7n * DOLLAR)

  await leaveSharing()
  await expect.element(lenderField).toHaveValue('')
  for (const label of ['Monto (USD)', 'Interés (APR %)', 'Nota']) await expect.element(field(label)).toHaveValue('')
  await expect.element(choice('Plazo')).toHaveValue('30')
  await expect.element(instalments('1 pago')).toBeChecked()
  await expect.element(choice('Válida por')).toHaveValue('30')
})

test('an offer is of one payment and stands for 30 days, unless another choice is made', async () => {
  await world.fund(me.address, 500)
  await openDashboard(TEST_PHRASE)
  await fillOfferAndSeeFee({ amount: '100', apr: '10' })
  await expectCount(plan(form), 0)
  await button('Publicar', form).click()
  await expectStatus('Oferta publicada')
  expect(await newestLoan(world)).toMatchObject({ status: OPEN, borrower: NOBODY, instalments: 1n, openFor: BigInt(30 * DAY) })
  await leaveSharing()

  await fillOfferAndSeeFee({ amount: '120', apr: '10' })
  await instalments('12 cuotas').click()
  await choice('Válida por').selectOptions('hasta que la retire')
  await expect.element(form).toHaveTextContent('Las fechas cuentan desde el día en que la tomen.')
  // A long plan is folded; the focus goes on where the button was.
  await expectCount(plan(form), 4)
  await button('… 9 más', form).click()
  await expectCount(plan(form), 12)
  await expect.element(plan(form).nth(2)).toHaveFocus()
  await button('Publicar', form).click()
  await expectStatus('Oferta publicada')
  await expect.poll(() => newestLoan(world)).toMatchObject({ principal: 120n * DOLLAR })
  expect(await newestLoan(world)).toMatchObject({ status: OPEN, instalments: 12n, openUntil: 0n })
  expect(await world.balanceOf(me.address)).toBe(280n * DOLLAR)
})

test('each mistake of a request is said at its field, which gets the focus', async () => {
  await openDashboard(TEST_PHRASE)
  await tab('Pedir').click()
  const expectMistake = async (wrong: Locator, text: string) => {
    await button('Publicar solicitud', form).click()
    await expect.poll(() => texts(alert(form))).toEqual([text])
    await expect.element(wrong).toHaveFocus()
    await expect.element(wrong).toHaveAccessibleDescription(text)
  }
  const [amount, apr, to] = [field('Monto (USD)'), field('Interés (APR %)'), lenderField]

  await expectMistake(amount, 'Ingrese un monto válido.')
  await amount.fill('0.1')
  await expectMistake(apr, 'Ingrese un interés válido.')
  await apr.fill('5')
  await to.fill('luis')
  await expectMistake(to, 'Ningún contacto tiene ese nombre. Una dirección empieza con 0x.')
  await to.fill(me.address.slice(0, -1))
  await expectMistake(to, 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.')
  await to.fill(me.address)
  await expectMistake(to, 'Esa es tu propia dirección. Escribe la de quien te prestará, o deja «A quién» en blanco.')
  await to.fill('')
  await instalments('12 cuotas').click()
  await expectMistake(instalments('12 cuotas'), 'Cada cuota sería de menos de un centavo. Elige menos cuotas.')
  await expectCount(plan(form), 0)
  await instalments('6 cuotas').click()
  await expect.element(alert(form)).not.toBeInTheDocument()
  await expectCount(plan(form), 4)
})

test('a request that fails is told with the reason, the form is empty again, and Reintentar sends the same one', {
  tags: 'long',
}, async () => {
  await openDashboard(TEST_PHRASE)
  await tab('Pedir').click()
  await fillOfferAndSeeFee({ amount: '80', apr: '5', note: 'Para la moto' })
  await instalments('2 cuotas').click()
  const balance = await getBalance(world.client, { address: me.address })
  await world.client.setBalance({ address: me.address, value: 0n })
  await button('Publicar solicitud', form).click()
  await expect.element(alert(form)).toHaveTextContent('Transaccion erronea ')
  await expect
    .element(alert(form))
    .toHaveTextContent('Reintentar publica la misma solicitud: $ 80.00 al 5 % por 30 días, en 2 cuotas, válida por 30 días.')
  await expect.element(field('Monto (USD)')).toHaveValue('')
  await expectCount(plan(alert(form)), 2)

  await world.client.setBalance({ address: me.address, value: balance })
  await button('Reintentar', form).click()
  await expectStatus('Solicitud publicada')
  expect(await newestLoan(world)).toMatchObject({ principal: 80n * DOLLAR, instalments: 2n, note: 'Para la moto' })
})

test('the tabs are chosen by keyboard, and each keeps what was typed', async () => {
  await openDashboard(TEST_PHRASE)
  await expect.element(tab('Prestar')).toHaveAttribute('aria-selected', 'true')
  await fillOfferAndSeeFee({ amount: '100', apr: '10', note: 'Presto', to: luis.address })
  await instalments('6 cuotas').click()

  focus(tab('Prestar'))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Pedir')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByRole('tabpanel', { name: 'Pedir' })).toBeVisible()
  await expectCount(form.getByRole('tabpanel'), 1)
  await expect.element(field('Monto (USD)')).toHaveValue('')
  await userEvent.keyboard('{Tab}')
  await expect.element(field('Monto (USD)')).toHaveFocus()
  await userEvent.keyboard('40')
  await choice('Válida por').selectOptions('90 días')

  focus(tab('Pedir'))
  await userEvent.keyboard('{ArrowLeft}')
  await userEvent.keyboard(' ')
  await expect.element(form.getByRole('tabpanel', { name: 'Prestar' })).toBeVisible()
  await expect.element(field('Monto (USD)')).toHaveValue('100')
  await expect.element(field('Para (opcional)')).toHaveValue(luis.address)
  await expect.element(field('Nota')).toHaveValue('Presto')
  await expect.element(instalments('6 cuotas')).toBeChecked()
  await tab('Pedir').click()
  await expect.element(field('Monto (USD)')).toHaveValue('40')
  await expect.element(choice('Válida por')).toHaveValue('90')
})

test('what is sent from one tab is announced while one looks at the other', async () => {
  await openDashboard(TEST_PHRASE)
  await tab('Pedir').click()
  await fillOfferAndSeeFee({ amount: '40', apr: '5' })
  await world.client.setAutomine(false)
  await button('Publicar solicitud', form).click()
  await expectStatus('TX enviada')
  await tab('Prestar').click()
  await expect.element(publishStatus()).not.toBeInTheDocument()
  await world.client.mine({ blocks: 1 })
  await expect.element(alert()).toHaveTextContent('Solicitud publicada: pides $ 40.00.')
  await tab('Pedir').click()
  await expectStatus('Solicitud publicada')
})
