import { mdiClockOutline } from '@mdi/js'
import { getTransactionCount } from 'viem/actions'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { balanceOf } from '../../../e2e/support/money.ts'
import { DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import {
  alert,
  button,
  dialog,
  fillOffer,
  fillOfferAndSeeFee,
  header,
  leaveSharing,
  lookAgain,
  offers,
  publishForm,
  publishOffer,
  publishStatus,
  recordStatus,
  underWay,
} from '../../testing/screen.ts'
import { countSent, FEE, feeIn, raiseBaseFee } from '../../testing/sending.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const { address: me } = people.deployer

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

const field = (label: string) => publishForm().getByLabelText(label)
/** Of the icon of the status. */
const iconColor = () => {
  const icon = publishStatus().query()?.querySelector('svg')
  return icon && getComputedStyle(icon).color
}

test('P2 P6 P8 an offer is sent, confirmed and published, each said in its turn, once for two clicks, and the form is free again', async () => {
  await world.fund(me, 1_000)
  await openDashboard(TEST_PHRASE)
  const before = await getTransactionCount(world.client, { address: me })
  await fillOfferAndSeeFee({ amount: '150', apr: '12,5', note: 'Para la moto' })
  const said = recordStatus(publishForm())
  await button('Publicar', publishForm()).dblClick()

  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  expect(said).toEqual(['TX enviada', 'TX confirmada', 'Oferta publicada'])
  await expect.poll(iconColor).toBe('rgb(76, 195, 138)')
  await leaveSharing()
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  for (const label of ['Monto (USD)', 'Interés (APR %)', 'Nota']) await expect.element(field(label)).toHaveValue('')
  await expect.element(offers().first()).toHaveTextContent('Para la moto')
  expect(await getTransactionCount(world.client, { address: me })).toBe(before + 1)
  expect(await balanceOf(world, me)).toBe(850n * DOLLAR)
  // Once one types again, it is about something else.
  await field('Monto (USD)').fill('3')
  await expect.element(publishStatus()).not.toBeInTheDocument()
})

test('P7 P8 without dollars it fails and the form is empty again; Reintentar sends the same offer at once, at a fee that is shown', async () => {
  await world.fund(me, 0)
  await openDashboard(TEST_PHRASE)
  const failure = alert(publishForm())
  await expect.element(publishForm()).toHaveTextContent('Disponible: $ 0.00')
  await publishOffer({ amount: '150', apr: '5', note: 'Para la moto' })
  await expect
    .element(failure)
    .toHaveTextContent('Transaccion erronea Tienes $ 0.00 y hacen falta $ 150.00. Baja el monto u obtén fondos de prueba.')
  await expect.element(field('Monto (USD)')).toHaveValue('')
  await expect.element(failure).toHaveTextContent(/\$ 150\.00 al 5 % por 30 días.*Comisión de red \(máx\.\): ≈ \$ \d+\.\d\d/)

  await world.fund(me, 200)
  await button('Reintentar', publishForm()).click()
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  await leaveSharing()
  await expect.element(failure).not.toBeInTheDocument()
  await expect.element(field('Monto (USD)')).toHaveValue('')
  await expect.element(offers().first()).toHaveTextContent('Para la moto')
  expect(await balanceOf(world, me)).toBe(50n * DOLLAR)
  await expect.element(publishForm()).toHaveTextContent('Disponible: $ 50.00')
})

test('P2 the status goes when it is no longer true: one types again, the offer is cancelled, or another mistake is told', {
  tags: 'long',
}, async () => {
  await world.fund(me, 200)
  await openDashboard(TEST_PHRASE)
  await publishOffer({ amount: '20', apr: '5' })
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  await field('Monto (USD)').fill('3')
  await expect.element(publishStatus()).not.toBeInTheDocument()

  await publishOffer({ amount: '30', apr: '5' })
  await leaveSharing()
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  await button('Cancelar oferta de $ 30.00').click()
  await button('Cancelar oferta', dialog()).click()
  await expect.element(alert()).toHaveTextContent('Oferta cancelada')
  await expect.element(publishStatus()).not.toBeInTheDocument()

  await world.fund(me, 0)
  lookAgain()
  await expect.element(publishForm()).toHaveTextContent('Disponible: $ 0.00')
  await publishOffer({ amount: '5000', apr: '5' })
  await expect.element(alert(publishForm())).toHaveTextContent('Transaccion erronea ')
  await button('Publicar', publishForm()).click()
  await expect.element(alert(publishForm())).toHaveTextContent(/^Ingrese un monto válido\.$/)
})

test('P2 what is on its way is amber and has a clock', { tags: 'long' }, async () => {
  await world.fund(me, 200)
  await openDashboard(TEST_PHRASE)
  await world.client.setAutomine(false)
  await publishOffer({ amount: '20', apr: '5' })
  await expect.element(publishStatus()).toHaveTextContent(/^TX enviada$/)
  expect(publishStatus().element().querySelector('path')?.getAttribute('d')).toBe(mdiClockOutline)
  await expect.poll(iconColor).toBe('rgb(240, 182, 74)')
})

test('only a valid address in Para is said to be the one that can take the offer', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  const form = publishForm()
  const anyone = 'Cualquiera puede tomar una oferta pública'
  const one = 'Solo esa dirección podrá tomarla.'
  await expect.element(form).toHaveTextContent(anyone)
  await field('Para').fill('0x1234')
  await expect.element(form).not.toHaveTextContent(one)
  await field('Para').fill(people.luis.address)
  await expect.element(form).toHaveTextContent(one)
  await expect.element(form).not.toHaveTextContent(anyone)
  await field('Para').fill(me)
  await expect.element(form).not.toHaveTextContent(one)
})

test('who has no dollars, or fewer than are to be lent, gets test funds from the form and keeps what was typed', {
  tags: 'long',
}, async () => {
  await world.fund(me, 0)
  // This account drew dollars when the chain began, and they can be drawn once an hour.
  await world.client.increaseTime({ seconds: 3_601 })
  await world.client.mine({ blocks: 1 })
  await openDashboard(TEST_PHRASE)
  const amount = field('Monto (USD)')
  const funds = button('Obtener fondos de prueba', publishForm())
  await expect.element(publishForm()).toHaveTextContent('Disponible: $ 0.00')
  await amount.fill('150')
  await funds.click()
  await expect.element(publishForm()).toHaveTextContent('Disponible: $ 1000.00')
  await expect.element(amount).toHaveValue('150')
  await expect.element(funds).not.toBeInTheDocument()
  // The button that had the focus is gone.
  await expect.element(amount).toHaveFocus()

  await amount.fill('1000,01')
  await expect.element(funds).toBeVisible()
  await expect.element(amount).toHaveAccessibleDescription('Es más de lo que tienes. Disponible: $ 1000.00')
  await expect.element(amount).toBeInvalid()
  await expect.element(button('Te faltan $ 0.01', publishForm())).toBeDisabled()
  await amount.fill('1000')
  await expect.element(button('Publicar', publishForm())).toBeEnabled()
  await expect.element(funds).not.toBeInTheDocument()
})

const OFFER = { amount: '50', apr: '5' }

async function openWithDollars(): Promise<number> {
  await world.fund(me, 1_000)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('$ 1000.00')
  return getTransactionCount(world.client, { address: me })
}

describe('P6 the fee of an offer', () => {
  test('is shown before anything is typed, grows with the note, and a click right after the last key publishes at once', async () => {
    const before = await openWithDollars()
    await expect.element(publishForm()).toHaveTextContent(FEE)
    const [plain, sent] = [feeIn(publishForm()), countSent()]
    await fillOffer({ ...OFFER, note: 'x'.repeat(280) })
    await button('Publicar', publishForm()).click()
    await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
    expect([sent(), await getTransactionCount(world.client, { address: me })]).toEqual([1, before + 1])
    await leaveSharing()
    await field('Nota').fill('x'.repeat(280))
    await expect.poll(() => feeIn(publishForm())).toBeGreaterThan(plain)
  })

  test('that rose is shown on the button, which keeps focus and place; the next click agrees to it', {
    tags: 'long',
  }, async () => {
    await openWithDollars()
    await fillOfferAndSeeFee(OFFER)
    const [shown, sent] = [feeIn(publishForm()), countSent()]
    await raiseBaseFee(world)
    const submit = publishForm().getByRole('button', { name: /^Publicar/ })
    await submit.click()
    await expect.element(submit).toHaveTextContent(/^Publicar: la comisión subió a ≈ \$ \d+\.\d\d$/)
    await expect.element(submit).toHaveFocus()
    await expect.element(submit).toBeInViewport()
    await expect.element(publishStatus()).not.toBeInTheDocument()
    await expect.element(field('Monto (USD)')).toHaveValue('50')
    const risen = feeIn(publishForm())
    expect(risen).toBeGreaterThan(shown * 1.25)
    expect(sent()).toBe(0)

    await new Promise((resolve) => setTimeout(resolve, 800))
    await submit.click()
    await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
    expect(sent()).toBe(1)
  })

  test('that was not known when the button was clicked is waited for', { tags: 'long' }, async () => {
    await commands.breakNode('hangUp', 'eth_feeHistory')
    await openWithDollars()
    await fillOffer(OFFER)
    await expect.element(publishForm()).toHaveTextContent('Comisión de red (máx.): —')
    await commands.healNode()
    const sent = countSent()
    await button('Publicar', publishForm()).click()
    await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
    expect(sent()).toBe(1)
  })
})

test('what no node took is not called sent, and goes out when the network is back', { tags: 'long' }, async () => {
  const before = await openWithDollars()
  await commands.breakNode('hangUp', 'eth_sendRawTransaction')
  const said = recordStatus(publishForm())
  await publishOffer(OFFER)
  const kept = 'Firmada y guardada aquí. Aún no hay respuesta de la red; la enviaremos en cuanto responda.'
  await expect.poll(() => publishStatus().query()?.textContent).toBe(kept)
  await expect.element(underWay()).toHaveTextContent(kept)
  expect(said).not.toContain('TX enviada')
  expect(document.body).not.toHaveTextContent('TX enviada')
  await commands.healNode()
  await expect.element(publishStatus()).toHaveTextContent(/^Oferta publicada$/)
  expect(await getTransactionCount(world.client, { address: me })).toBe(before + 1)
})
