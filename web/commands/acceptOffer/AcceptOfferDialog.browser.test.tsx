/** @module-tag long */
import { beforeEach, describe, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, dialog, header, requestOffer } from '../../testing/screen.ts'
import { countSent, FEE, feeIn, raiseBaseFee } from '../../testing/sending.ts'
import { beginWorld, type World } from '../../testing/world.ts'

// web/chain/send/createSender.test.ts tests what is signed; this file tests what a person sees of it.

const me = people.deployer

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

test('the address of the other person is one press from being whole where one signs', async () => {
  await world.fund(me.address, 100)
  const id = await publish(world, people.eva, { to: me.address })
  await openDashboard(TEST_PHRASE)
  const taking = await requestOffer('$ 50.00')
  await taking.getByRole('button', { name: /ver completa$/ }).click()
  await expect.element(taking).toHaveTextContent(people.eva.address)
  await button('Ahora no', taking).click()

  await take(world, me, id)
  await page.getByRole('button', { name: /^Pagar ahora \$ 50/ }).click()
  await dialog('Pagar préstamo')
    .getByRole('button', { name: /ver completa$/ })
    .click()
  await expect.element(dialog('Pagar préstamo')).toHaveTextContent(people.eva.address)
})

test('a click before the fee has arrived waits for it', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  const taking = await requestOffer('Para una emergencia')
  const sent = countSent()
  await button('Aceptar préstamo', taking).click()
  await expect.element(taking).not.toBeInTheDocument()
  expect(sent()).toBe(1)
})

test('a fee that rose is shown on the button, which keeps the focus, before anything is signed', async () => {
  await openDashboard(TEST_PHRASE)
  const taking = await requestOffer('Para una emergencia')
  await expect.element(taking).toHaveTextContent(FEE)
  const [shown, sent] = [feeIn(taking), countSent()]

  await raiseBaseFee(world)
  const accept = taking.getByRole('button', { name: /^Aceptar préstamo/ })
  await accept.click()
  await expect.element(accept).toHaveTextContent(/^Aceptar préstamo: la comisión subió a ≈ \$ \d+\.\d\d$/)
  await expect.element(accept).toHaveFocus()
  await expect.element(alert(taking)).not.toBeInTheDocument()
  const risen = feeIn(taking)
  expect(risen).toBeGreaterThan(shown * 1.25)
  expect(sent()).toBe(0)

  await new Promise((resolve) => setTimeout(resolve, 800))
  await commands.breakNode('hangUp', 'eth_sendRawTransaction')
  await accept.click()
  await expect.poll(() => taking.element().querySelector('[type=submit]')?.ariaBusy).toBe('true')
  expect(feeIn(taking)).toBe(risen)
  await commands.healNode()
  await expect.element(taking).not.toBeInTheDocument()
})

describe('before it is sent', () => {
  test('an offer that is gone says so and cannot be taken; without a network one can try again', async () => {
    await openDashboard(TEST_PHRASE)
    await expect.element(header()).toHaveTextContent('Red local')

    await commands.breakNode('httpError', 'eth_estimateGas')
    const taking = await requestOffer('Para una emergencia')
    await expect.element(alert(taking)).toHaveTextContent('La red no responde.')
    await commands.healNode()
    await button('Reintentar', taking).click()
    await expect.element(taking).toHaveTextContent('≈ $')
    await expect.element(button('Aceptar préstamo', taking)).toBeEnabled()

    await take(world, people.eva, 1n)
    await button('Aceptar préstamo', taking).click()
    await expect.element(alert(taking)).toHaveTextContent('No se completó. Otra persona la tomó antes.')
    await expect.element(button('Aceptar préstamo', taking)).toBeDisabled()
  })
})
