// A request that is signed and shared by link, for whoever has no ether.
import decodeQR from 'qr/decode.js'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getTransactionCount } from 'viem/actions'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commands, type Locator } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { fundByLink } from '../../../e2e/support/byLink.ts'
import { decodeSigned } from '../../chain/signed/signedText.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import type { SignedRequest } from '../../loans/signed.ts'
import { allowClipboard, clipboard } from '../../testing/access.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { catchShared } from '../../testing/outlets.ts'
import { pixelsOf } from '../../testing/pixels.ts'
import {
  alert,
  button,
  publishChoice as choice,
  debts,
  dialog,
  fillOffer,
  fillOfferAndSeeFee,
  header,
  publishInstalments as instalments,
  lookAgain,
  publishForm,
  publishTab as tab,
  texts,
} from '../../testing/screen.ts'
import { countCalls } from '../../testing/sending.ts'
import { beginWorld, newestLoan, type World } from '../../testing/world.ts'

/** Of somebody who never drew test funds. */
const NEWCOMER = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const newcomer = mnemonicToAccount(NEWCOMER)
const { luis } = people

const BY_LINK = 'Compartir por enlace, sin comisión'
const NO_ETHER = 'No tienes ETH para la comisión de publicar. Por enlace no hace falta.'

const form = publishForm()
const way = (name: string) => form.getByRole('radio', { name, exact: true })
const field = (label: string) => form.getByLabelText(label)
const submit = () => button(BY_LINK, form)
const sharing = dialog('Tu solicitud por enlace')
const code = sharing.getByRole('img', { name: 'Código QR del enlace' })

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

async function openAsking(phrase = NEWCOMER) {
  await openDashboard(phrase)
  await tab('Pedir').click()
}

test('whoever has no ether finds the link chosen, and why; signs, shares it, and gets the money without another step', async () => {
  await openAsking()
  await expect.element(way(BY_LINK)).toBeChecked()
  await expect.element(form).toHaveTextContent(NO_ETHER)
  await expect.element(form).toHaveTextContent('No se publica nada. Quien tenga el enlace puede leer lo que pides y prestarte.')
  await expect.element(form).toHaveTextContent('Hasta que te presten la lee solo quien tenga el enlace')
  await fillOffer({ amount: '120', apr: '10', note: 'Para la moto: ¡gracias! ñ' })
  await choice('Plazo').selectOptions('90 días')
  await instalments('3 cuotas').click()
  expect(texts(choice('Válida por').getByRole('option'))).toEqual(['7 días', '30 días'])
  await choice('Válida por').selectOptions('7 días')
  await expect.element(form).toHaveTextContent('deja de valer sola a los 7 días')
  await expect.element(form).not.toHaveTextContent('Comisión de red')
  await expect.element(form).toHaveTextContent(/Recibes\$ 120\.00Interés por 90 días\$ 2\.96Devuelves\$ 122\.96/)

  await submit().dblClick()
  await expect.element(sharing).toHaveTextContent(/Pides\$ 120\.00Devuelves \$ 122\.96 en 3 cuotas, a lo largo de 90 días/)
  await expect.element(sharing).toHaveTextContent(/Puede prestarte\s*quien tenga el enlace/)
  const signed = await readSigned(code)
  expect(signed).toMatchObject({
    kind: 'request',
    borrower: newcomer.address,
    lender: undefined,
    principal: 120n * DOLLAR,
    apr: 1000,
    duration: 90 * DAY,
    instalments: 3,
    note: 'Para la moto: ¡gracias! ñ',
  })
  await button('Listo', sharing).click()
  await expect.element(sharing).not.toBeInTheDocument()
  for (const label of ['Monto (USD)', 'Interés (APR %)', 'Nota']) await expect.element(field(label)).toHaveValue('')
  expect(document.querySelector('[data-draft]')).toBeNull()
  expect(await getTransactionCount(world.client, newcomer)).toBe(0)

  await fundByLink(world, luis, signed)
  lookAgain()
  await expect.element(debts().first()).toHaveTextContent('$ 122.96')
  expect(await world.balanceOf(newcomer.address)).toBe(120n * DOLLAR)
  expect(await newestLoan(world)).toMatchObject({ lender: luis.address, note: 'Para la moto: ¡gracias! ñ' })
})

describe('whoever has ether', () => {
  test('publishes unless they choose the link, which has no fee and other days; their choice stays', {
    tags: 'long',
  }, async () => {
    await openAsking(TEST_PHRASE)
    await expect.element(header()).toHaveTextContent('Red local')
    await expect.element(way('Publicar')).toBeChecked()
    await expect.element(form).not.toHaveTextContent(NO_ETHER)
    await choice('Válida por').selectOptions('90 días')
    await fillOfferAndSeeFee({ amount: '40', apr: '5' })
    await way(BY_LINK).click()
    await expect.element(choice('Válida por')).toHaveValue('30')
    await expect.element(form).not.toHaveTextContent('Comisión de red')
    await form.getByLabelText('A quién (opcional)', { exact: true }).fill(luis.address)
    await expect.element(form).toHaveTextContent('pero solo esa dirección podrá prestarte')
    await submit().click()
    expect(await readSigned(code)).toMatchObject({ lender: luis.address, principal: 40n * DOLLAR })
    await button('Listo', sharing).click()
    await expect.element(way(BY_LINK)).toBeChecked()
    await expect.element(field('Monto (USD)')).toHaveValue('')
    await tab('Prestar').click()
    await expect.element(form).not.toHaveTextContent('Cómo la pides')
    await expect.element(button('Publicar', form)).toBeVisible()
    await tab('Pedir').click()
    await expect.element(way(BY_LINK)).toBeChecked()
  })

  test('what fails to be published for want of ether is shared by link without typing it again', { tags: 'long' }, async () => {
    await openAsking(TEST_PHRASE)
    await fillOfferAndSeeFee({ amount: '80', apr: '5', note: 'Para la moto' })
    await world.client.setBalance({ address: people.deployer.address, value: 0n })
    await button('Publicar solicitud', form).click()
    await expect.element(alert(form)).toHaveTextContent('Transaccion erronea ')
    await way(BY_LINK).click()
    await expect.element(alert(form)).not.toBeInTheDocument()
    await expect.element(field('Monto (USD)')).toHaveValue('80')
    await submit().click()
    expect(await readSigned(code)).toMatchObject({ principal: 80n * DOLLAR, note: 'Para la moto' })
  })
})

describe('whoever has no ether', () => {
  test('and gets some while they type does not publish what they meant for a link', { tags: 'long' }, async () => {
    await openAsking()
    await expect.element(way(BY_LINK)).toBeChecked()
    await fillOffer({ amount: '40', apr: '5' })
    await world.client.setBalance({ address: newcomer.address, value: parseEther('1') })
    lookAgain()
    await expect.element(form).not.toHaveTextContent(NO_ETHER)
    await expect.element(way(BY_LINK)).toBeChecked()
    await submit().click()
    await button('Listo', sharing).click()
    await expect.element(way('Publicar')).toBeChecked()
  })

  test('and chooses to publish nevertheless keeps that choice', { tags: 'long' }, async () => {
    await openAsking()
    await expect.element(way(BY_LINK)).toBeChecked()
    await way('Publicar').click()
    lookAgain()
    await fillOffer({ amount: '40', apr: '5' })
    await expect.element(button('Publicar solicitud', form)).toBeVisible()
    await expect.element(way('Publicar')).toBeChecked()
    await expect.element(form).toHaveTextContent(NO_ETHER)
  })

  test('has each mistake told at its field, and nothing is signed', { tags: 'long' }, async () => {
    await openAsking()
    await submit().click()
    await expect.poll(() => texts(alert(form))).toEqual(['Ingrese un monto válido.'])
    await expect.element(field('Monto (USD)')).toHaveFocus()
    await fillOffer({ amount: '40', apr: '5' })
    await form.getByLabelText('A quién (opcional)', { exact: true }).fill(newcomer.address)
    await submit().click()
    await expect
      .poll(() => texts(alert(form)))
      .toEqual(['Esa es tu propia dirección. Escribe la de quien te prestará, o deja «A quién» en blanco.'])
    await expect.element(sharing).not.toBeInTheDocument()
  })
})

describe('a refusal', () => {
  test.each([
    [
      'no node answers',
      () => commands.breakNode('hangUp'),
      () => commands.healNode(),
      'La red no responde. No se ha enviado nada; vuelve a intentarlo.',
    ],
    [
      'it cannot be kept on this device',
      async () => void vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuseToStore),
      async () => void vi.restoreAllMocks(),
      'No se pudo guardar en este dispositivo y por eso no se ha enviado nada.',
    ],
  ])('%s: it is told, and nothing that was typed is lost', { tags: 'long' }, async (_, breakIt, mend, sentence) => {
    await openAsking()
    await expect.element(way(BY_LINK)).toBeChecked()
    await fillOffer({ amount: '40', apr: '5', note: 'Para la moto' })
    await breakIt()
    await submit().click()
    await expect.element(alert(form)).toHaveTextContent(sentence)
    await expect.element(alert(form)).not.toHaveTextContent('Transaccion erronea')
    await expect.element(sharing).not.toBeInTheDocument()
    await expect.element(field('Monto (USD)')).toHaveValue('40')
    await expect.element(field('Nota')).toHaveValue('Para la moto')
    await mend()
    await submit().click()
    await expect.element(sharing).toHaveTextContent('$ 40.00')
    await expect.element(alert(form)).not.toBeInTheDocument()
  })
})

describe('the link', () => {
  const LONGEST = 'ñ'.repeat(140)

  test('is shared or copied, says nothing of the loan, and a phone reads the longest one', { tags: 'long' }, async () => {
    await allowClipboard('read', 'write')
    const shared = catchShared()
    await openAsking()
    await expect.element(way(BY_LINK)).toBeChecked()
    const counted = countCalls('eth_sendRawTransaction')
    await fillOffer({ amount: '999', apr: '5', note: LONGEST })
    await submit().click()
    await button('Copiar enlace', sharing).click()
    await expect.element(sharing.getByRole('status')).toHaveTextContent('Enlace copiado. Pégalo donde quieras enviarlo.')
    const link = await clipboard()
    expect(link).toMatch(new RegExp(`^${location.origin}/dashboard#firmado=[\\w-]+$`))
    await button('Compartir', sharing).click()
    await expect.poll(() => shared).toEqual([`EntrePares: ${link}`])
    expect(decodeQR(await pixelsOf(code))).toBe(link)
    expect(link.length).toBeGreaterThan(600)
    expect(counted()).toBe(0)
  })
})

function refuseToStore(): never {
  throw new DOMException('', 'QuotaExceededError')
}

/** Text of the QR code on the screen. */
async function readSigned(qr: Locator): Promise<SignedRequest> {
  await expect.element(qr).toBeInTheDocument()
  qr.element().scrollIntoView({ block: 'center', behavior: 'instant' })
  await expect.element(qr).toBeInViewport({ ratio: 0.99 })
  const link = decodeQR(await pixelsOf(qr))
  const decoded = decodeSigned(link.slice(link.indexOf('=') + 1))
  if (!decoded.ok || decoded.signed.kind !== 'request') throw new Error(`The code holds no request: ${link}`)
  return decoded.signed
}
