import { beforeEach, describe, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../../devchain/people.ts'
import { ask, pay, publish, take } from '../../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../../loans/loan.ts'
import { openDashboard } from '../../../testing/mount.tsx'
import {
  button,
  offers as cards,
  debtors,
  expectCount,
  focus,
  market,
  proposal,
  section,
  showRequests,
} from '../../../testing/screen.ts'
import { beginWorld, type World } from '../../../testing/world.ts'

const { deployer: me, luis, eva, ana } = people

const tab = (name: 'Ofertas' | 'Solicitudes') => market().getByRole('tab', { name })
const status = () => market().getByRole('status')
const expectUrl = (url: string) => expect.poll(() => location.pathname + location.search).toBe(url)

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

describe('requests to me', () => {
  test('stand at the top in either list; those of strangers are folded, and only those of people I know are counted', {
    tags: 'long',
  }, async () => {
    await ask(world, eva, { principal: 22n * DOLLAR, to: ana.address })
    for (const principal of [31n, 32n]) await ask(world, eva, { principal: principal * DOLLAR, to: me.address })
    const repaid = await publish(world, me, { principal: 40n * DOLLAR })
    await take(world, luis, repaid)
    await world.pass(DAY)
    await pay(world, luis, repaid, 80n * DOLLAR)
    await ask(world, luis, { principal: 21n * DOLLAR, to: me.address, note: 'Útiles' })
    await publish(world, luis, { principal: 23n * DOLLAR, to: me.address })
    await openDashboard(TEST_PHRASE)

    const forMe = section('Te piden').getByRole('listitem')
    await expectCount(forMe, 1)
    await expect.element(forMe).toHaveTextContent(/Contigo: devolvió 1 de 1.*Pide\s*\$ 21\.00.*Solo a ti.*Te devuelven/s)
    const offered = section('Ofertas para ti').getByRole('listitem')
    await expect.element(offered).toHaveTextContent(/Tú le prestaste 1 vez.*\$ 23\.00/s)
    const place = page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: /^Mercado/ })
    await expect.element(place).toHaveAccessibleName('Mercado, 1 oferta y 1 solicitud para ti')
    await expect.element(page.getByText('$ 22.00')).not.toBeInTheDocument()

    await showRequests()
    await expect.poll(() => status().element().textContent).toBe('0 solicitudes abiertas')
    await expectCount(forMe, 1)
    const strangers = section('Te piden').getByRole('button', { name: 'De desconocidos (2)' })
    await expect.element(strangers).toHaveAttribute('aria-expanded', 'false')
    await strangers.click()
    await expectCount(forMe, 3)

    await proposal('Útiles')
      .getByRole('button', { name: /^Prestar/ })
      .click()
    const lending = page.getByRole('dialog', { name: /^Prestar a 0x/ })
    await expect.element(lending).toHaveTextContent(/Contigo: devolvió 1 de 1.*Pidió a 1 persona/s)
    await expect.element(lending).not.toHaveTextContent('Puede estar inflado')
    await expect.element(lending).not.toHaveTextContent('Si no sabes quién es')
    await button('Prestar $ 21.00', lending).click()
    await expect.element(lending).not.toBeInTheDocument()
    await expect.element(debtors().first()).toHaveTextContent('$ 21.00')
  })
})

describe('reading', () => {
  test('requests that cannot be read are not said to be none, and can be asked for again', { tags: 'long' }, async () => {
    await ask(world, luis, { principal: 21n * DOLLAR, note: 'Útiles' })
    await openDashboard(TEST_PHRASE)
    await expectCount(cards(), 4)
    await commands.breakNode('httpError', 'eth_call')
    await showRequests()
    await expect.poll(() => status().element().textContent).toBe('No pudimos leer todas las solicitudes.')
    await expect.element(market()).not.toHaveTextContent('No hay solicitudes abiertas.')
    await commands.healNode()
    await button('Reintentar', market()).click()
    await expect.element(proposal('Útiles')).toBeVisible()
  })
})

test('a search goes through every request, and filters, order and list live in the address', { tags: 'long' }, async () => {
  await ask(world, eva, { principal: 321n * DOLLAR, apr: 2500, note: 'Matrícula de música' })
  await commands.askMany(150)
  await openDashboard(TEST_PHRASE)
  await showRequests()
  await expect.element(button('Ver todas las solicitudes (151)')).toBeVisible()
  await expectCount(cards(), 8)

  await market().getByLabelText('Buscar').fill('musica')
  await expect.poll(() => status().element().textContent).toBe('1 de 151 solicitudes')
  await expectCount(cards(), 1)
  await expect.element(cards()).toHaveTextContent(/Pide\s*\$ 321\.00.*Matrícula de música/s)

  // The words go with one to the offers, of which none has them, and back.
  await tab('Ofertas').click()
  await expect.element(market()).toHaveTextContent('Ninguna oferta coincide.')
  await tab('Solicitudes').click()
  await expect.element(cards()).toHaveTextContent('Matrícula de música')
  await market().getByLabelText('Buscar').fill('')

  await market().getByLabelText('Ordenar por').selectOptions('Mayor interés')
  await expect.element(cards().first()).toHaveTextContent('25 % APR')
  await expectUrl('/dashboard?list=requests&order=highestApr')
  await tab('Ofertas').click()
  await expectUrl('/dashboard')
  await expectCount(cards(), 4)
  await expect.element(button('Mis ofertas', market())).toBeVisible()
})

test('the lists change by the arrow keys', { tags: 'long' }, async () => {
  await ask(world, luis, { principal: 21n * DOLLAR, note: 'Útiles' })
  await ask(world, me, { principal: 22n * DOLLAR })
  await openDashboard(TEST_PHRASE)
  focus(tab('Ofertas'))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Solicitudes')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectCount(
    market()
      .getByRole('tabpanel', { name: /^Solicitudes/ })
      .getByRole('listitem'),
    2,
  )
})
