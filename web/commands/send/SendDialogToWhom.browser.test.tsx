/** @module-tag long */
// 'Enviar': to whom, and whom one knows.
import { type Address, encodeFunctionData, parseEther, zeroAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { sendTransaction } from 'viem/actions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { deploymentOf, lookAlikeOf, publish, sendDollars, take } from '../../../e2e/support/others.ts'
import { loanBookAbi } from '../../chain/abi.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, header, texts, underWay } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'
import { shortAddress } from '../../text/shortHex.ts'
import { amount, askAmount, begin, me, nameContact, openSending, press, recipient, review, sending } from './sending.testing.ts'

const { ana, luis, eva, marta } = people
const LOOK_ALIKE = lookAlikeOf(luis.address)
const NEWCOMER = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
/** Of an element in view, as fractions of pixels are rounded. */
const WHOLE = 0.999

const said = () => texts(alert(sending()))
const warning = () => alert(sending()).filter({ hasText: '¡Cuidado!' })

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('who it cannot be for is said in a sentence, each time', async () => {
  // Who sent nothing yet, from any device.
  const newcomer = mnemonicToAccount(NEWCOMER)
  await world.fund(newcomer.address, 1_000)
  await openDashboard(NEWCOMER)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  const { dollar, loanBook } = deploymentOf(world)
  await openSending()
  await press('Continuar')
  await expect.poll(said).toEqual(['Escribe la dirección de quien lo recibirá.'])
  await expect.element(recipient()).toHaveFocus()
  const refused: [string, string][] = [
    // With nobody to choose, nobody is offered.
    [luis.address.slice(0, -1), 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.'],
    [luis.address.replace('C', 'c'), 'La dirección no es válida. Cópiala de nuevo, sin cambiar letras.'],
    [zeroAddress, 'Esa dirección no es de nadie: lo que se envía ahí se pierde.'],
    [newcomer.address, 'Esa es tu propia dirección. Escribe la de quien lo recibirá.'],
    [dollar.toLowerCase(), 'Esa es la dirección del dólar de prueba, no la de una persona: lo que se envía ahí se pierde.'],
    [
      loanBook,
      'Esa es la dirección del contrato de préstamos: lo que se envía ahí se pierde. Un préstamo se paga con «Pagar ahora».',
    ],
  ]
  for (const [address, sentence] of refused) {
    await recipient().fill(address)
    await press('Continuar')
    await expect.poll(said).toEqual([sentence])
    await expect.element(sending()).toHaveTextContent('Paso 1 de 3: a quién')
  }
  // A name, where an address was asked for.
  await recipient().fill('Pepe')
  await press('Continuar')
  await expect.poll(said).toEqual(['Ningún contacto tiene ese nombre. Una dirección empieza con 0x.'])
  // A face says who it is: what has a mistake in it is nobody's.
  const faces = () => sending().element().querySelectorAll('svg[viewBox="0 0 40 40"]').length
  await recipient().fill(luis.address.replace('C', 'c'))
  await expect.poll(faces).toBe(0)
  await recipient().fill(luis.address)
  await expect.poll(faces).toBe(1)
  await press('Continuar')
  await expect.element(sending()).toHaveTextContent('Paso 2 de 3: cuánto')
})

test('who has a name is called by it: in the warning about who looks like them, on the way, and once it is sent', {
  tags: 'long',
}, async () => {
  await begin(world)
  await nameContact(luis.address, 'Luis Paredes')
  await openSending()
  await recipient().fill(LOOK_ALIKE)
  await expect.element(alert(sending())).toHaveTextContent('empieza y termina como la de Luis Paredes, pero no es la misma')
  // The beginning of a name is not somebody's yet.
  await recipient().fill('Lui')
  await press('Continuar')
  await expect.poll(said).toEqual(['Elige de la lista a quién te refieres.'])
  await recipient().fill('Luis Paredes')
  await press('Continuar')
  await world.client.setAutomine(false)
  await amount().fill('5')
  await review()
  await press('Enviar $ 5.00')
  await expect.element(sending().getByRole('status')).toHaveTextContent('TX enviada')
  await press('Seguir en el panel')
  await expect.element(underWay().getByRole('listitem')).toHaveTextContent('Enviar $ 5.00 a Luis Paredes')
  await world.client.mine({ blocks: 1 })
  await expect.element(alert()).toHaveTextContent('Enviaste $ 5.00 a Luis Paredes.')
})

test('people of my loans are listed with what is owed; to pay a debt is something else, and that is said', async () => {
  await world.fund(me.address, 1_000)
  await take(world, me, await publish(world, luis, { to: me.address }))
  await take(world, eva, await publish(world, me, { principal: 30n * DOLLAR, to: eva.address }))
  await world.fund(me.address, 1_000)
  // A stranger who offers something has not become somebody I dealt with.
  await publish(world, ana, { to: me.address })
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  await openSending()
  const known = sending().getByRole('list', { name: 'Con quienes ya trataste' }).getByRole('listitem')
  await expect
    .poll(() => texts(known))
    .toEqual([
      expect.stringContaining(`${shortAddress(eva.address)}Te debe $ 30`),
      expect.stringContaining(`${shortAddress(luis.address)}Le debes $ 50`),
      // By the log, which is read meanwhile: the dollars of her example offer.
      `${shortAddress(marta.address)}Ya le enviaste antes`,
    ])
  await press(`Enviar a ${shortAddress(luis.address)}`)
  await expect
    .element(sending())
    .toHaveTextContent(
      /Le debes \$ 50\.\d\d\. Es un envío, no un pago: no descuenta deudas\. Para pagar, usa «Pagar ahora» en tu deuda\./,
    )
  await amount().fill('1')
  await review()
  await expect.element(sending()).toHaveTextContent(luis.address)
  await expect.element(sending()).toHaveTextContent('Para pagar, usa «Pagar ahora» en tu deuda.')
  await expect.element(sending()).not.toHaveTextContent('¡Cuidado!')
})

test('whom only the log of my transfers knows is enough: who looks like them is warned about, and they are not', {
  tags: 'long',
}, async () => {
  await sendDollars(world, me, luis.address, 500n * DOLLAR)
  await begin(world)
  await openSending()
  await recipient().fill(LOOK_ALIKE)
  await expect.element(warning()).toHaveTextContent(luis.address)
  // Not said to be the first time, either.
  await recipient().fill(luis.address)
  await press('Continuar')
  await expect.element(sending()).toHaveTextContent('Ya le enviaste antes')
  await amount().fill('1')
  await review()
  await expect.element(sending()).not.toHaveTextContent('Primera vez')
  await expect.element(warning()).not.toBeInTheDocument()
})

test('a stranger who looks like a friend is warned about, and makes nobody warned about the friend', {
  tags: 'long',
}, async () => {
  // An offer to me is all that a stranger needs to be among those whom the page knows of.
  await askAs(LOOK_ALIKE)
  await publish(world, eva, { to: me.address })
  await beginWithDebt()
  await openSending()
  await recipient().fill(LOOK_ALIKE)
  await expect.element(warning()).toHaveTextContent(luis.address)
  await press('Continuar')
  await expect.element(sending()).toHaveTextContent('Sin préstamos entre ustedes')
  await press('Volver')
  await press(`Enviar a ${shortAddress(luis.address)}`)
  await expect.element(sending()).toHaveTextContent('Le debes')
  await press('Volver')
  await expect.element(recipient()).toHaveValue(luis.address)
  await expect.element(warning()).not.toBeInTheDocument()
  // Whoever offered me something introduces nobody: a stranger could have any lender warned about.
  await recipient().fill(lookAlikeOf(eva.address))
  await press('Continuar')
  await expect.element(warning()).not.toBeInTheDocument()
})

test('who sent me money is not said to be unknown: the amount is said', async () => {
  await begin(world)
  await sendDollars(world, luis, me.address, 7n * DOLLAR)
  await expect.element(header()).toHaveTextContent('$ 1007.00')
  await askAmount(luis.address)
  await expect.element(sending()).toHaveTextContent('Te envió $ 7.00')
  await press('Cancelar')
  // A look at the dust of an address-poisoning attack is no acquaintance.
  await sendDollars(world, eva, me.address, 9_999n)
  await askAmount(eva.address)
  await expect.element(sending()).toHaveTextContent('Sin préstamos entre ustedes')
  await expect.element(sending()).not.toHaveTextContent('Te envió')
})

describe('on a phone', () => {
  beforeEach(() => page.viewport(360, 740))
  afterEach(() => page.viewport(1280, 720))

  test('the whole address can be read below the field', async () => {
    await take(world, luis, await publish(world, me, { principal: 10n * DOLLAR, to: luis.address }))
    await openDashboard(TEST_PHRASE)
    await expect.element(header()).toHaveTextContent('Red local')
    await openSending()
    await recipient().click()
    // And who got dollars from me when the chain began.
    await expect.poll(() => sending().getByRole('option').elements().length).toBe(2)
    // A whole address, in whatever letters, leaves nothing to suggest.
    await recipient().fill(luis.address.toLowerCase())
    await expect.element(sending().getByRole('option')).not.toBeInTheDocument()
    for (const part of [luis.address.slice(0, 22), luis.address.slice(22)]) {
      await expect.element(sending().getByText(part, { exact: true })).toBeInViewport({ ratio: WHOLE })
    }
    await expect.element(recipient()).toHaveAccessibleDescription(`${luis.address.slice(0, 22)} ${luis.address.slice(22)}`)
  })

  test('the last step opens at its top, with a warning in sight', async () => {
    await begin(world)
    await nameContact(luis.address, 'Luis Paredes')
    await askAmount(LOOK_ALIKE)
    await amount().fill('1')
    await review()
    await expect.element(warning()).toBeInViewport({ ratio: WHOLE })
    await expect.element(sending().getByText('Paso 3 de 3: revisar')).toBeInViewport({ ratio: WHOLE })
    expect(sending().element().querySelector('.MuiDialogContent-root')?.scrollTop).toBe(0)
  })
})

/** The dashboard of somebody who owes Luis 50 dollars. */
async function beginWithDebt() {
  await world.fund(me.address, 1_000)
  await take(world, me, await publish(world, luis, { to: me.address }))
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1050.00')
}

/** A request to me, by an account whose key nobody has. */
async function askAs(account: Address) {
  const { client } = world
  await client.setBalance({ address: account, value: parseEther('1') })
  await client.impersonateAccount({ address: account })
  const terms = { principal: 50n * DOLLAR, duration: 86_400n, apr: 1n, instalments: 1n }
  const args = [me.address, terms, '', 0n] as const
  const data = encodeFunctionData({ abi: loanBookAbi, functionName: 'createRequest', args })
  await sendTransaction(client, { account, to: deploymentOf(world).loanBook, data, chain: null })
}
