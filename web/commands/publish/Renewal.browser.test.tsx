import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import {
  button,
  publishChoice as choice,
  dialog,
  fillOfferAndSeeFee,
  publishInstalments as instalments,
  leaveSharing,
  lookAgain,
  market,
  proposal,
  publishForm,
  publishStatus,
  showRequests,
  publishTab as tab,
  texts,
} from '../../testing/screen.ts'
import { beginWorld, newestLoan, type World } from '../../testing/world.ts'

const { deployer: me, luis } = people
const form = publishForm()
const field = (label: string) => form.getByLabelText(label)
const lenderField = form.getByLabelText('A quién (opcional)', { exact: true })

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

/** Lets the 7 days and less for which something stands pass. */
const expire = () => world.pass(8 * DAY)

describe('an offer of mine that has expired', () => {
  test('is renewed with the same terms, and its money comes back only when it is taken back', { tags: 'long' }, async () => {
    const terms = { principal: 60n * DOLLAR, seconds: 60 * DAY, apr: 1250, instalments: 3, note: 'Sin prisa', openDays: 7 }
    await publish(world, me, { ...terms, to: luis.address })
    await expire()
    await world.fund(me.address, 100)
    await openDashboard(TEST_PHRASE)
    const card = proposal('Sin prisa')
    await expect.element(card).toHaveTextContent('Ya no se puede tomar')
    await expect.element(card.getByRole('heading')).toHaveStyle({ color: 'rgb(157, 171, 192)' })
    await tab('Pedir').click()

    await button('Renovar oferta de $ 60.00', card).click()
    await expect.element(tab('Prestar')).toHaveAttribute('aria-selected', 'true')
    const note = form.getByRole('note').filter({ hasText: 'Renuevas tu oferta de $ 60.00' })
    await expect.element(note).toHaveTextContent('los de la oferta anterior vuelven solo con «Recuperar mi dinero»')
    await expect.element(page.elementLocator(note.element().parentElement ?? document.body)).toHaveFocus()
    await expect.element(note).toBeInViewport()
    await expect.element(field('Monto (USD)')).toHaveValue('60')
    await expect.element(field('Interés (APR %)')).toHaveValue('12.5')
    await expect.element(choice('Plazo')).toHaveValue('60')
    await expect.element(field('Para (opcional)')).toHaveValue(luis.address)
    await expect.element(field('Nota')).toHaveValue('Sin prisa')
    await expect.element(instalments('3 cuotas')).toBeChecked()
    await expect.element(choice('Válida por')).toHaveValue('30')

    await expect.element(form).toHaveTextContent(/Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)
    await button('Publicar', form).click()
    await leaveSharing()
    await expect.poll(() => texts(publishStatus())).toEqual(['Oferta publicada'])
    await expect.element(note).not.toBeInTheDocument()
    expect(await newestLoan(world)).toMatchObject({ principal: 60n * DOLLAR, instalments: 3n, openFor: BigInt(30 * DAY) })
    expect(await world.balanceOf(me.address)).toBe(40n * DOLLAR)

    await button('Recuperar mi dinero: $ 60.00', market()).click()
    const question = dialog('Recuperar mi dinero')
    await expect.element(question).toHaveTextContent('nadie puede tomarla')
    await expect.element(question).not.toHaveTextContent('Alguien puede tomarla antes')
    await button('Recuperar $ 60.00', question).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(button('Recuperar mi dinero: $ 60.00', market())).not.toBeInTheDocument()
    expect(await world.balanceOf(me.address)).toBe(100n * DOLLAR)
  })

  test('says which terms the form cannot express, and leaves those fields as in an empty form', { tags: 'long' }, async () => {
    await publish(world, me, { seconds: 45 * DAY, instalments: 4, openDays: 1 })
    await expire()
    await openDashboard(TEST_PHRASE)
    await button('Renovar oferta de $ 50.00', market()).click()
    await expect.element(form).toHaveTextContent('El plazo era de 45 días, que aquí no se puede elegir: queda en 30 días.')
    await expect.element(form).toHaveTextContent('Era en 4 cuotas, que aquí no se pueden elegir: queda en 1 pago.')
    await expect.element(choice('Plazo')).toHaveValue('30')
    await expect.element(instalments('1 pago')).toBeChecked()
  })
})

test('a request of mine that has expired is renewed with the same terms', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  await tab('Pedir').click()
  await fillOfferAndSeeFee({ amount: '90', apr: '15', note: 'Repuestos' })
  await lenderField.fill(luis.address)
  await choice('Plazo').selectOptions('15 días')
  await choice('Válida por').selectOptions('7 días')
  await button('Publicar solicitud', form).click()
  await leaveSharing()
  await expire()
  await tab('Prestar').click()

  await showRequests()
  lookAgain()
  await button('Renovar solicitud de $ 90.00', market()).click()
  await expect.element(tab('Pedir')).toHaveAttribute('aria-selected', 'true')
  await expect.element(form.getByRole('note').first()).toHaveTextContent('Renuevas tu solicitud de $ 90.00')
  await expect.element(field('Monto (USD)')).toHaveValue('90')
  await expect.element(field('Interés (APR %)')).toHaveValue('15')
  await expect.element(choice('Plazo')).toHaveValue('15')
  await expect.element(lenderField).toHaveValue(luis.address)
  await expect.element(field('Nota')).toHaveValue('Repuestos')
  await expect.element(choice('Válida por')).toHaveValue('30')

  await button('Retirar solicitud de $ 90.00', market()).click()
  await expect.element(button('Retirar solicitud', dialog())).toBeEnabled()
})
