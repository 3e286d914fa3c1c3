import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import { alert, button, debtors, debts, dialog, lookAgain, section } from '../../testing/screen.ts'
import { countSent } from '../../testing/sending.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { sharedLink } from '../../wallet/device/sharedLink.ts'

const ana = people.deployer
const LUIS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const luis = mnemonicToAccount(LUIS)

const signing = () => dialog('Pagar con un enlace')
const sharing = () => dialog('Tu pago por enlace')
const collecting = () => dialog('Cobrar un pago firmado')
const signedList = () => section('Firmado y sin usar')

let world: World
/** Ana has lent 300 dollars to Luis, who has no ether left. */
beforeEach(async () => {
  world = await beginWorld()
  const id = await publish(world, ana, { principal: 300n * DOLLAR, apr: 1000, to: luis.address })
  await world.fund(luis.address, 0)
  await take(world, luis, id)
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
  await button('Firmar pago y enviarle el enlace', signing()).click()
  await button('Compartir', sharing()).click()
  await button('Listo', sharing()).click()
  return share.mock.calls[0]?.[0].text?.match(/https?:\S+/)?.[0] ?? ''
}

const arriveBy = async (link: string) => {
  unmount()
  sharedLink.keep(new URL(link).hash)
  await openDashboard(TEST_PHRASE, { isKept: true })
}

test('who has no ether signs a payment, the lender collects it, and it is gone from both screens', async () => {
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
