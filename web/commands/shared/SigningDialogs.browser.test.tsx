// Everything that one must read before one signs is in view without scrolling, on a phone and on a desk. To withdraw, to void and to annul take
// a story of their own: WithdrawDialog, SignPaymentDialog and PendingOperations.browser.test.tsx look at those dialogs.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { askByLink, payByLink } from '../../../e2e/support/byLink.ts'
import { ask, pay, publish, take } from '../../../e2e/support/others.ts'
import { ANA, ana } from '../../../e2e/support/twoPeople.ts'
import { encodeSigned } from '../../chain/signed/signedText.ts'
import { networks } from '../../chains.ts'
import { linkIn, linkToSigned } from '../../loans/link.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import type { Signed } from '../../loans/signed.ts'
import { expectInView, PHONE } from '../../testing/inView.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import { button, chooseOnDebtor, debts, dialog, header, proposal, requestOffer, showRequests } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { shortAddress } from '../../text/shortHex.ts'
import { sharedLink } from '../../wallet/device/sharedLink.ts'

const me = people.deployer
const { luis, eva } = people
const LUIS = shortAddress(luis.address)
const EVA = shortAddress(eva.address)
const LONG_NOTE = 'Para terminar de pagar la moto y el seguro de este año, que vencen antes de que me paguen el trabajo de mayo'
const PARTS = { principal: 300n * DOLLAR, seconds: 90 * DAY, instalments: 3 }

let world: World
beforeEach(async () => {
  world = await beginWorld()
})
afterEach(() => page.viewport(1280, 720))

/** Luis returned one loan of mine and has another; Eva lent to me before and now. Both have something for me. */
async function dealWithBoth() {
  const first = await publish(world, me, { principal: 40n * DOLLAR })
  await take(world, luis, first)
  await world.pass(DAY)
  await pay(world, luis, first, 60n * DOLLAR)
  await take(world, luis, await publish(world, me, PARTS))
  await take(world, me, await publish(world, eva, { ...PARTS, to: me.address }))
  await publish(world, eva, { principal: 50n * DOLLAR, instalments: 3, note: LONG_NOTE, to: me.address })
  await ask(world, luis, { ...PARTS, principal: 90n * DOLLAR, note: LONG_NOTE, to: me.address })
  await world.fund(me.address, 1000)
}

const leave = async (opened: Locator, label: string) => {
  await button(label, opened).click()
  await expect.element(opened).not.toBeInTheDocument()
}

/** Text that goes on below the buttons is cut off by a line, until one has scrolled to its end. */
async function expectCutUntilItsEnd(opened: Locator) {
  await page.viewport(...PHONE)
  const isCut = () => opened.element().querySelector('[data-more]')?.getAttribute('data-more')
  await expect.poll(isCut).toBe('true')
  const scrolled = opened.element().querySelector('.MuiDialogContent-root')
  scrolled?.scrollTo(0, scrolled.scrollHeight)
  await expect.poll(isCut).toBe('false')
  await page.viewport(1280, 720)
}

const NO_UNDO = 'no se puede deshacer'

test('taking, lending, paying and noting a payment: person, amount, total, date, own history and the warning', {
  tags: 'long',
}, async () => {
  await dealWithBoth()
  await openDashboard(TEST_PHRASE)

  const taking = await requestOffer('$ 50.00')
  await expectInView(taking, 'Aceptar préstamo', [
    EVA,
    'Te prestó 1 vez',
    'Recibes',
    '$ 50.00',
    'Devuelves',
    'A más tardar',
    'Pagar antes no baja el interés.',
    'queda en tu historial',
  ])
  await expectCutUntilItsEnd(taking)
  await leave(taking, 'Ahora no')

  await showRequests()
  await proposal('$ 90.00')
    .getByRole('button', { name: /^Prestar/ })
    .click()
  const lending = dialog(`Prestar a ${LUIS}`)
  await expectInView(lending, 'Prestar $ 90.00', [
    LUIS,
    'Contigo: devolvió 1 de 1, 1 en curso',
    'Le prestas',
    '$ 90.00',
    'Te devuelve $ 92.22 en 3 cuotas',
    NO_UNDO,
  ])
  await leave(lending, 'Ahora no')

  await debts()
    .first()
    .getByRole('button', { name: /^Pagar ahora/ })
    .click()
  const paying = dialog('Pagar préstamo')
  await expectInView(paying, /^Pagar \$ /, [
    EVA,
    'Te prestó 1 vez',
    'Te falta por pagar',
    '$ 307.40',
    'Vence el',
    'Próxima cuota',
    'Monto',
    'Disponible: $ 1000.00',
  ])
  await leave(paying, 'Cancelar')

  await chooseOnDebtor('Anotar un pago recibido')
  const noting = dialog('Anotar un pago recibido')
  await expectInView(noting, /^Anotar \$ /, [
    LUIS,
    'Contigo: devolvió 1 de 1, 1 en curso',
    'Te falta por recibir',
    '$ 307.40',
    'Vence el',
    'Monto',
    NO_UNDO,
  ])
})

test('nobody signs before the history of the other person is drawn', async () => {
  await publish(world, eva, { principal: 51n * DOLLAR })
  await world.fund(me.address, 100)
  await openDashboard(TEST_PHRASE)
  await commands.holdLens('personOf')
  const taking = await requestOffer('$ 51.00')
  await expect.element(taking).toHaveTextContent('≈ $')
  await expect.element(button('Aceptar préstamo', taking)).toBeDisabled()
  await commands.releaseLens()
  await expect.element(taking).toHaveTextContent('No has tenido préstamos con esta persona')
  await expect.element(button('Aceptar préstamo', taking)).toBeEnabled()
})

describe('the others', { tags: 'long' }, () => {
  test('more time, forgiveness, a payment by link, a transfer', async () => {
    await dealWithBoth()
    await openDashboard(TEST_PHRASE)

    await chooseOnDebtor('Dar más tiempo')
    const extending = dialog('Dar más tiempo')
    const history = 'Contigo: devolvió 1 de 1, 1 en curso'
    await expectInView(extending, 'Dar 7 días más', [
      LUIS,
      'Te debe $ 307.40',
      history,
      'Vencerá',
      'el interés no sube',
      'No se puede acortar después.',
    ])
    await leave(extending, 'Cancelar')

    await chooseOnDebtor('Perdonar')
    const forgiving = dialog('¿Perdonar lo que falta?')
    await expectInView(forgiving, 'Perdonar $ 307.40', [LUIS, history, 'Ya no te deberá', 'No se puede deshacer.'])
    await leave(forgiving, 'Conservar la deuda')

    await button('Enviar', header()).click()
    const sending = dialog('Enviar')
    await sending.getByRole('button', { name: `Enviar a ${EVA}` }).click()
    await sending.getByLabelText('Monto').fill('25')
    await button('Continuar', sending).click()
    await expectInView(sending, 'Enviar $ 25.00', ['Envías', '$ 25.00', EVA, 'Le debes $ 307.40', 'Un envío no vuelve.'])
    await leave(sending, 'Cancelar')

    await world.fund(me.address, 1000, '0')
    unmount()
    await openDashboard(TEST_PHRASE)
    await debts()
      .first()
      .getByRole('button', { name: /^Pagar ahora/ })
      .click()
    await button('Firmar pago y enviarle el enlace', dialog('Pagar préstamo')).click()
    const signing = dialog('Pagar con un enlace')
    await expectInView(signing, 'Firmar y crear el enlace', [
      EVA,
      'Te prestó 1 vez',
      '$ 307.40',
      'Vence el',
      'Monto',
      `Nada se mueve hasta que ${EVA} lo cobre, a más tardar el`,
    ])
  })

  test('lending and collecting by link', async () => {
    const follow = async (signed: Signed) => {
      unmount()
      const link = linkIn(new URL(linkToSigned(encodeSigned(signed), location.origin)))
      if (link) sharedLink.keep(link)
      await openDashboard(TEST_PHRASE, { isKept: true })
    }
    await dealWithBoth()
    await follow(await askByLink(world, luis, { instalments: 3, note: LONG_NOTE }))
    const lending = dialog(`Prestar a ${LUIS}`)
    await expectInView(lending, 'Prestar $ 50.00', [
      LUIS,
      'Contigo: devolvió 1 de 1, 1 en curso',
      'Le prestas',
      'Te devuelve $ 50.42 en 3 cuotas',
      NO_UNDO,
    ])
    await leave(lending, 'Ahora no')

    const loan = await publish(world, me, PARTS)
    await take(world, luis, loan)
    await world.fund(luis.address, 500)
    await follow(await payByLink(world, luis, loan, 40n * DOLLAR))
    const collecting = dialog('Cobrar un pago firmado')
    await expectInView(collecting, 'Cobrar $ 40.00', [
      LUIS,
      'Cobras',
      '$ 40.00',
      'Te quedará debiendo',
      'Vale hasta',
      'no se podrá cobrar',
    ])
    await leave(collecting, 'Ahora no')
  })

  test('test dollars of a public network', async () => {
    world = await beginWorld({ chainId: networks.sepolia.id })
    // Of the others some have drawn already.
    await world.fund(ana.address, 0)
    await openDashboard(ANA)
    await button('Obtener fondos de prueba', header()).click()
    await expectInView(dialog('Obtener fondos de prueba'), 'Pedir dólares', ['Recibes dólares de prueba', 'una vez por hora'])
  })

  test('withdrawing an offer or a request', async () => {
    await publish(world, me, { principal: 70n * DOLLAR })
    await ask(world, me, { principal: 80n * DOLLAR })
    await world.fund(me.address, 10)
    await openDashboard(TEST_PHRASE)
    await button('Cancelar oferta de $ 70.00').click()
    const cancelling = dialog('¿Cancelar esta oferta?')
    await expectInView(cancelling, 'Cancelar oferta', ['$ 70.00', 'No se puede deshacer', 'Alguien puede tomarla antes'])
    await leave(cancelling, 'Conservarla')
    await showRequests()
    await button('Retirar solicitud de $ 80.00').click()
    const withdrawing = dialog('¿Retirar esta solicitud?')
    await expectInView(withdrawing, 'Retirar solicitud', ['$ 80.00', 'No se puede deshacer', 'Alguien puede prestarte antes'])
  })
})
