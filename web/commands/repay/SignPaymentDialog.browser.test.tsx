import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { askByLink, payByLink } from '../../../e2e/support/byLink.ts'
import { pay, publish, take } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { linkOf } from '../../signed/linkOf.ts'
import { expectInView } from '../../testing/inView.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import { alert, button, debtors, debts, dialog, expectCount, lookAgain, section } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { shortAddress } from '../../text/shortHex.ts'
import { sharedLink } from '../../wallet/device/sharedLink.ts'

const ana = people.deployer
const LUIS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const luis = mnemonicToAccount(LUIS)

const signing = () => dialog('Pagar con un enlace')
const sharing = () => dialog('Tu pago por enlace')
const collecting = () => dialog('Cobrar un pago firmado')
const signedList = () => section('Firmado y sin usar')

let world: World
let loanId: bigint
/** Ana has lent 300 dollars to Luis, who has no ether left. */
beforeEach(async () => {
  world = await beginWorld()
  loanId = await publish(world, ana, { principal: 300n * DOLLAR, apr: 1000, to: luis.address })
  await world.fund(luis.address, 0)
  await take(world, luis, loanId)
  await world.fund(luis.address, 300, '0')
  await world.fund(ana.address, 500)
})

const openPayment = async () => {
  await debts()
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  return dialog('Pagar préstamo')
}

/** Signs, and returns the link that is sent. */
async function signPayment(amount: string): Promise<string> {
  const share = vi.fn(async (_: ShareData) => {})
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  const payment = await openPayment()
  await payment.getByLabelText('Monto').fill(amount)
  await button('Firmar pago y enviarle el enlace', payment).click()
  await expect.element(signing().getByLabelText('Monto')).toHaveValue(amount)
  await button('Firmar y crear el enlace', signing()).click()
  await button('Compartir', sharing()).click()
  await button('Listo', sharing()).click()
  return share.mock.calls[0]?.[0].text?.match(/https?:\S+/)?.[0] ?? ''
}

const arriveBy = async (link: string) => {
  unmount()
  sharedLink.keep(new URL(link).hash)
  await openDashboard(TEST_PHRASE, { isKept: true })
}

test('who has no ether signs a payment, the lender collects it, and it is gone from both screens', { tags: 'long' }, async () => {
  await openDashboard(LUIS, { isKept: true })
  const link = await signPayment('40.99')
  await expect.element(signedList()).toHaveTextContent(/Pago firmado de \$ 40\.99, falta que 0xf39F…2266 lo cobre/)
  await expect.element(debts().first()).toHaveTextContent('Pago firmado de $ 40.99: falta que 0xf39F…2266 lo cobre')

  await arriveBy(link)
  await button('Cobrar $ 40.99', collecting()).click()
  await expect.element(collecting()).not.toBeInTheDocument()
  await expect.element(signedList()).not.toBeInTheDocument()
  await expect.element(debtors().first()).not.toHaveTextContent('Pago firmado')
  expect(await world.balanceOf(luis.address)).toBe(300n * DOLLAR - 40_990_000n)

  unmount()
  await openDashboard(LUIS, { isKept: true })
  await expect.element(section('Desde tu última visita')).toHaveTextContent('Cobraron tu pago de $ 40.99')
  await expect.element(signedList()).not.toBeInTheDocument()
  await expect.element(debts().first()).not.toHaveTextContent('Pago firmado')
})

describe('signing', () => {
  test('happens once for two clicks, and a second payment of the loan is warned about', { tags: 'long' }, async () => {
    await openDashboard(LUIS)
    const payment = await openPayment()
    await payment.getByLabelText('Monto').fill('40')
    await button('Firmar pago y enviarle el enlace', payment).click()
    await button('Firmar y crear el enlace', signing()).dblClick()
    await button('Listo', sharing()).click()
    await expect.element(sharing()).not.toBeInTheDocument()
    await expectCount(signedList().getByRole('listitem'), 1)

    await signPaymentAgain()
    await expect.element(signing()).toHaveTextContent('Ya firmaste $ 40.00 de este préstamo y falta cobrarlo.')
  })

  const signPaymentAgain = async () => {
    const payment = await openPayment()
    await payment.getByLabelText('Monto').fill('200')
    await button('Firmar pago y enviarle el enlace', payment).click()
  }

  test('says what it means before: who pays the fee, and what stays owed', { tags: 'long' }, async () => {
    await openDashboard(LUIS)
    await signPaymentAgain()
    await expect.element(signing()).toHaveTextContent(/Cuando lo cobre, deberás\s*\$ 102\.47/)
    await expect.element(signing()).toHaveTextContent(/Comisión de red\s*La paga 0xf39F…2266/)
    await expect.element(signing()).toHaveTextContent('Si antes gastas esos dólares, no se podrá cobrar.')
    // Without scrolling: what moves, for whom, and until when.
    await expect.element(signing().getByText(/^Nada se mueve hasta que/)).toBeInViewport({ ratio: 1 })
    await signing().getByRole('radio', { name: '14 días' }).click()
    await button('Firmar y crear el enlace', signing()).click()
    await expect.element(sharing()).toHaveTextContent(/Pagas\s*\$ 200\.00/)
  })

  test('more than there is leads to test funds', { tags: 'long' }, async () => {
    await openDashboard(LUIS)
    await signPaymentAgain()
    await button('Pagar todo', signing()).click()
    await expect.element(alert(signing())).toHaveTextContent('Es más de lo que tienes. Disponible: $ 300.00')
    await expect.element(button('Te faltan $ 2.47', signing())).toBeDisabled()
    await button('Obtener fondos de prueba', signing()).click()
    await button('Firmar y crear el enlace', signing()).click()
    await expect.element(sharing()).toHaveTextContent(/Pagas\s*\$ 302\.47/)
  })

  test('where nothing can be kept, no link is shown, and it is said', { tags: 'long' }, async () => {
    await openDashboard(LUIS)
    const payment = await openPayment()
    await payment.getByLabelText('Monto').fill('40')
    await button('Firmar pago y enviarle el enlace', payment).click()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await button('Firmar y crear el enlace', signing()).click()
    await expect.element(alert(signing())).toHaveTextContent('No se pudo guardar en este dispositivo')
    await expect.element(sharing()).not.toBeInTheDocument()
  })

  test('with ether the dialog pays at once, and offers no link', { tags: 'long' }, async () => {
    await world.fund(luis.address, 300)
    await openDashboard(LUIS)
    const payment = await openPayment()
    await payment.getByLabelText('Monto').fill('40')
    await expect.element(button('Pagar $ 40.00', payment)).toBeEnabled()
    await expect.element(button('Firmar pago y enviarle el enlace', payment)).not.toBeInTheDocument()
  })
})

describe('collecting', () => {
  test('a payer who spent the dollars is told about in words, and it is tried again', { tags: 'long' }, async () => {
    const payment = await payByLink(world, luis, loanId, 40n * DOLLAR)
    await world.fund(luis.address, 5, '0')
    await arriveBy(linkOf(payment, location.origin))
    await expect
      .element(alert(collecting()))
      .toHaveTextContent(`${shortAddress(luis.address)} no tiene ahora esos dólares. No se ha cobrado nada`)
    await world.fund(luis.address, 40, '0')
    await button('Reintentar', collecting()).click()
    await button('Cobrar $ 40.00', collecting()).click()
    await expect.element(collecting()).not.toBeInTheDocument()
    expect(await world.balanceOf(luis.address)).toBe(0n)
  })

  test('a loan that is paid back meanwhile has nothing to collect', { tags: 'long' }, async () => {
    const payment = await payByLink(world, luis, loanId, 40n * DOLLAR)
    await arriveBy(linkOf(payment, location.origin))
    await expect.element(button('Cobrar $ 40.00', collecting())).toBeEnabled()
    await pay(world, people.eva, loanId, 400n * DOLLAR)
    lookAgain()
    await expect.element(collecting()).toHaveTextContent('Este préstamo ya está devuelto: no hace falta cobrar este pago.')
    await expect.element(button('Cobrar $ 40.00', collecting())).toBeDisabled()
  })

  test('of more than is owed by now names what is collected, on the button too', { tags: 'long' }, async () => {
    const payment = await payByLink(world, luis, loanId, 200n * DOLLAR)
    await pay(world, people.eva, loanId, 202_470_000n)
    await arriveBy(linkOf(payment, location.origin))
    await expect.element(collecting()).toHaveTextContent(/Cobras\s*\$ 100\.00/)
    await expect.element(collecting()).toHaveTextContent('Firmó $ 200.00, pero ya solo debe $ 100.00')
    await button('Cobrar $ 100.00', collecting()).click()
    await expect.element(collecting()).not.toBeInTheDocument()
    expect(await world.balanceOf(luis.address)).toBeGreaterThanOrEqual(200n * DOLLAR)
  })

  test('begins from the list or the card, too, and while it is under way nothing offers it again', { tags: 'long' }, async () => {
    const payment = await payByLink(world, luis, loanId, 40n * DOLLAR)
    await arriveBy(linkOf(payment, location.origin))
    await button('Ahora no', collecting()).click()
    await expect.element(signedList()).toHaveTextContent(`${shortAddress(luis.address)} firmó un pago de $ 40.00`)
    await expect.element(debtors().first()).toHaveTextContent('Pago firmado de $ 40.00 por cobrar')
    await button('Cobrar $ 40.00', debtors().first()).click()
    await world.client.setAutomine(false)
    await button('Cobrar $ 40.00', collecting()).click()
    await button('Seguir en el panel', collecting()).click()
    await expect.element(signedList()).toHaveTextContent('Cobro en camino')
    await expect.element(button('Cobrar $ 40.00')).not.toBeInTheDocument()
    await world.client.setAutomine(true)
    await world.client.mine({ blocks: 1 })
    await expect.element(signedList()).not.toBeInTheDocument()
  })
})

describe('what is signed and not used', () => {
  test('is voided with ether; without, it is said that it ends by itself', { tags: 'long' }, async () => {
    await openDashboard(LUIS)
    await signPayment('40.00')
    await signedList()
      .getByRole('button', { name: /^Anular/ })
      .click()
    const voiding = dialog('Anular lo que firmaste')
    await expect.element(alert(voiding)).toHaveTextContent('sin pagarla no se puede anular.')
    await expect.element(voiding).toHaveTextContent('Si no lo anulas, deja de valer solo el')
    await world.fund(luis.address, 300)
    lookAgain()
    await expectInView(voiding, 'Anular enlace', ['pagas $ 40.00', 'deja de valer solo el', 'vale lo que firmaste'])
    await button('Anular enlace', voiding).click()
    await expect.element(voiding).not.toBeInTheDocument()
    await expect.element(signedList()).not.toBeInTheDocument()
  })

  test('of a stranger says so, opens again, and can be taken off the list', { tags: 'long' }, async () => {
    const request = await askByLink(world, people.eva)
    await arriveBy(linkOf(request, location.origin))
    const lending = page.getByRole('dialog', { name: /^Prestar a 0x/ })
    await button('Ahora no', lending).click()
    await expect.element(signedList()).toHaveTextContent(`${shortAddress(people.eva.address)} te pide $ 50.00 por enlace`)
    await expect.element(signedList()).toHaveTextContent('No conoces a esta persona')
    await signedList().getByRole('button', { name: /^Ver:/ }).click()
    await button('Ahora no', lending).click()
    await signedList()
      .getByRole('button', { name: /^Quitar/ })
      .click()
    await expect.element(signedList()).not.toBeInTheDocument()
    await button('Deshacer').click()
    await expect.element(signedList()).toHaveTextContent('te pide $ 50.00 por enlace')
  })
})
