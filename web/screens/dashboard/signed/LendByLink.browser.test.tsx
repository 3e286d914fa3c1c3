// The side of whoever gets the link of a signed request.
import { mnemonicToAccount } from 'viem/accounts'
import { getTransactionCount } from 'viem/actions'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people } from '../../../../devchain/people.ts'
import { askByLink as askOthers, fundByLink, takeBack } from '../../../../e2e/support/byLink.ts'
import { encodeSigned } from '../../../chain/signed/signedText.ts'
import { linkIn, linkToSigned } from '../../../loans/link.ts'
import { DAY, DOLLAR } from '../../../loans/loan.ts'
import type { SignedRequest } from '../../../loans/signed.ts'
import { confirmPhraseSaved, expectDashboard, passQuiz, readPhrase } from '../../../testing/access.ts'
import { openApp, openDashboard, unmount } from '../../../testing/mount.tsx'
import { alert, button, debtors, debts, dialog, fillCredentials } from '../../../testing/screen.ts'
import { countSent } from '../../../testing/sending.ts'
import { beginWorld, newestLoan, type World } from '../../../testing/world.ts'
import { sharedLink } from '../../../wallet/device/sharedLink.ts'

const ANA = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const ana = mnemonicToAccount(ANA)
const LUIS = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
const luis = mnemonicToAccount(LUIS)
const { eva } = people

const lending = page.getByRole('dialog', { name: /^Prestar a 0x/ })

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

const askByLink: typeof askOthers = (world, borrower, asked) => askOthers(world, borrower, { principal: 120n * DOLLAR, ...asked })

/** The link is followed, as web/main.tsx keeps it. */
function follow(text: string) {
  const link = linkIn(new URL(linkToSigned(text, location.origin)))
  if (link) sharedLink.keep(link)
}

async function arriveBy(text: string, phrase = ANA) {
  follow(text)
  await openDashboard(phrase)
}

test('the link shows who asks for what, and that nothing is on the chain yet; lending makes the loan, for both, and uses the link', {
  tags: 'long',
}, async () => {
  await world.fund(ana.address, 500)
  const request = await askByLink(world, luis, { instalments: 3, duration: 90 * DAY, note: 'Para la moto' })
  await arriveBy(encodeSigned(request))
  await expect.element(lending).toHaveTextContent(/Lo pide\s*a quien tenga el enlace/)
  await expect.element(lending).toHaveTextContent('Te lo pide por enlace, y todavía no hay nada en la red')
  await expect.element(lending).toHaveTextContent('Para la moto')
  await expect.element(lending).toHaveTextContent(/Le prestas\s*\$ 120\.00/)
  await expect.element(lending).toHaveTextContent(luis.address.slice(2, 6))
  await expect.element(button('Prestar $ 120.00', lending)).toBeEnabled()
  await button('Prestar $ 120.00', lending).click()
  await expect.element(lending).not.toBeInTheDocument()
  await expect.element(debtors().first()).toHaveTextContent('$ 122.96')
  expect([await world.balanceOf(ana.address), await world.balanceOf(luis.address)]).toEqual([380n * DOLLAR, 120n * DOLLAR])
  expect(await newestLoan(world)).toMatchObject({ lender: ana.address, borrower: luis.address, instalments: 3n })
  expect(await getTransactionCount(world.client, luis)).toBe(0)

  follow(encodeSigned(request))
  await expect.element(alert()).toHaveTextContent('Alguien ya prestó lo que pide este enlace.')
  await expect.element(lending).not.toBeInTheDocument()
  unmount()
  await openDashboard(LUIS)
  await expect.element(debts().first()).toHaveTextContent('$ 122.96')
})

describe('a link that does not open', () => {
  const cases: [string, (request: SignedRequest) => Promise<string> | string, sentence: string][] = [
    ['cut', (request) => encodeSigned(request).slice(0, -20), 'El enlace está incompleto: le falta una parte.'],
    ['no text at all', () => '', 'El enlace está incompleto: le falta una parte.'],
    [
      'changed',
      (request) => encodeSigned({ ...request, principal: 500n * DOLLAR }),
      'El enlace no vale: algo cambió después de firmarlo',
    ],
    [
      'of another contract',
      () => askByLink(world, luis, { book: eva.address }).then(encodeSigned),
      'El enlace es de otra red o de otra versión del contrato.',
    ],
    [
      'of another chain',
      () => askByLink(world, luis, { chainId: 1 }).then(encodeSigned),
      'El enlace es de otra red o de otra versión del contrato.',
    ],
    [
      'for another',
      () => askByLink(world, luis, { lender: eva.address }).then(encodeSigned),
      'Esta solicitud es para otra persona',
    ],
    [
      'used',
      (request) => fundByLink(world, eva, request).then(() => encodeSigned(request)),
      'Alguien ya prestó lo que pide este enlace.',
    ],
    [
      'voided',
      (request) =>
        world
          .fund(luis.address, 0)
          .then(() => takeBack(world, luis, request))
          .then(() => encodeSigned(request)),
      'Quien firmó esta solicitud la anuló.',
    ],
    ['expired', (request) => world.pass(31 * DAY).then(() => encodeSigned(request)), 'La solicitud de este enlace ya caducó.'],
  ]
  test.each(cases)('%s: it says so, and nothing is signed', { tags: 'long' }, async (_, textOf, sentence) => {
    const text = await textOf(await askByLink(world, luis))
    const sent = countSent()
    await arriveBy(text)
    await expect.element(alert()).toHaveTextContent(sentence)
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(sent()).toBe(0)
    expect(sharedLink.read()).toBeUndefined()
  })
})

describe('a link', { tags: 'long' }, () => {
  test('of one’s own opens what there is to share', async () => {
    const request = await askByLink(world, ana)
    await arriveBy(encodeSigned(request))
    await expect.element(dialog('Tu solicitud por enlace')).toHaveTextContent('$ 120.00')
    // Though it was signed on another device, it can be voided on this one.
    await button('Listo', dialog('Tu solicitud por enlace')).click()
    await expect.element(button('Anular: Solicitud por enlace: pides $ 120.00')).toBeVisible()
  })

  test('that was left is kept on this device', async () => {
    const request = await askByLink(world, luis, { lender: ana.address })
    await arriveBy(encodeSigned(request))
    await expect.element(lending).toHaveTextContent(/Lo pide\s*a ti/)
    await button('Ahora no', lending).click()
    await expect.element(lending).not.toBeInTheDocument()
    await expect.poll(() => Object.keys(sessionStorage).some((key) => key.includes('signed'))).toBe(true)
  })

  test('waits while no node answers, and opens once one does', async () => {
    const request = await askByLink(world, luis)
    await commands.breakNode('hangUp')
    await arriveBy(encodeSigned(request))
    await expect.element(page.getByText('Sin conexión').first()).toBeVisible()
    await expect.element(lending).not.toBeInTheDocument()
    await commands.healNode()
    await expect.element(lending).toHaveTextContent('$ 120.00')
  })

  test('that somebody else used while one read it says so, and no dollars move', async () => {
    await world.fund(ana.address, 500)
    const request = await askByLink(world, luis)
    await arriveBy(encodeSigned(request))
    await expect.element(button('Prestar $ 120.00', lending)).toBeEnabled()
    const sent = countSent()
    await fundByLink(world, eva, request)
    await button('Prestar $ 120.00', lending).click()
    await expect.element(alert(lending)).toHaveTextContent('Lo que se firmó con ese número ya se usó o se anuló.')
    expect(sent()).toBe(0)
    expect(await world.balanceOf(ana.address)).toBe(500n * DOLLAR)
  })

  test('outlives the way to a first wallet, which says that it waits', async () => {
    follow(encodeSigned(await askByLink(world, luis)))
    openApp('/login')
    await expect.element(page.getByText('Te enviaron un enlace. Entra, o crea tu billetera, y verás qué es.')).toBeVisible()
    await fillCredentials({ pin: '123456', password: 'una contraseña larga' })
    await button('Acceder').click()
    const phrase = await readPhrase()
    await confirmPhraseSaved()
    await passQuiz(phrase)
    await expectDashboard()
    await expect.element(lending).toHaveTextContent('$ 120.00')
  })
})
