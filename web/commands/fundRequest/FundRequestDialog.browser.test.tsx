/** @module-tag long */
import { mnemonicToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { ask, fundRequest, pay, publish, take, withdrawRequest } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { alert, button, debtors, lookAgain, proposal, showRequests } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const { deployer: me, luis, eva, ana } = people
/** Of somebody who never drew test funds. */
const NEWCOMER = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const lending = page.getByRole('dialog', { name: /^Prestar a 0x/ })
const history = lending.getByRole('list', { name: 'Historial' })

const openLending = (note: string) =>
  proposal(note)
    .getByRole('button', { name: /^Prestar/ })
    .click()

let world: World
beforeEach(async () => {
  world = await beginWorld()
})

describe('a request that is gone by the time one lends', () => {
  test.each([
    ['funded by somebody else', (id: bigint) => fundRequest(world, eva, id), 'Otra persona prestó antes.'],
    ['withdrawn', (id: bigint) => withdrawRequest(world, luis, id), 'Esa solicitud ya se retiró.'],
    ['expired', () => world.pass(8 * DAY), 'Ya pasó el plazo para tomarla.'],
  ])('%s: the dialog says so, nothing is sent, and no dollars move', async (_, leave, reason) => {
    await world.fund(me.address, 500)
    const id = await ask(world, luis, { principal: 120n * DOLLAR, openDays: 7, note: 'Para la moto' })
    await openDashboard(TEST_PHRASE, { query: '?list=requests' })
    await openLending('Para la moto')
    await expect.element(button('Prestar $ 120.00', lending)).toBeEnabled()
    const asked = vi.spyOn(window, 'fetch')

    await leave(id)
    await button('Prestar $ 120.00', lending).click()
    await expect.element(alert(lending)).toHaveTextContent(reason)
    await expect.element(button('Prestar $ 120.00', lending)).toBeDisabled()
    const methods = asked.mock.calls.map(([, request]) => JSON.parse(String(request?.body)).method)
    expect(methods).toContain('eth_call')
    expect(methods).not.toContain('eth_sendRawTransaction')
    expect(await world.balanceOf(me.address)).toBe(500n * DOLLAR)
    await button('Ahora no', lending).click()
    lookAgain()
    await expect.element(proposal('Para la moto')).not.toBeInTheDocument()
  })
})

test('without enough dollars the dialog leads to test funds, and then lends', async () => {
  await ask(world, luis, { principal: 600n * DOLLAR, note: 'Para la moto' })
  await world.fund(mnemonicToAccount(NEWCOMER).address, 20)
  await openDashboard(NEWCOMER)
  await showRequests()
  await openLending('Para la moto')
  await expect.element(alert(lending)).toHaveTextContent('Tienes $ 20.00 y hacen falta $ 600.00.')
  await button('Obtener fondos de prueba', lending).click()
  await expect.element(lending).toHaveTextContent(/Disponible después\s*\$ 420\.00/)
  await expect.element(lending).toHaveTextContent('≈ $')
  await button('Prestar $ 600.00', lending).click()
  await expect.element(lending).not.toBeInTheDocument()
  await expect.element(debtors().first()).toHaveTextContent('$ 600.00')
})

test('a stranger’s record says what it is worth: that it may be inflated, how many lent, what is late', async () => {
  const id = await publish(world, ana, { principal: 3n * DOLLAR })
  await take(world, eva, id)
  await world.pass(DAY)
  await pay(world, eva, id, 4n * DOLLAR)
  await ask(world, eva, { principal: 90n * DOLLAR, note: 'Repuestos' })
  await openDashboard(TEST_PHRASE)
  await showRequests()
  await expect.element(proposal('Repuestos')).toHaveTextContent(/Devolvió 1 de 1 · \$ \d de capital · Puede estar inflado/)
  await openLending('Repuestos')
  await expect.element(history).toHaveTextContent('Todo a una sola persona y por montos mínimos. Puede estar inflado.')
  await button('Ahora no', lending).click()
  await expect.element(lending).not.toBeInTheDocument()

  await take(world, eva, await publish(world, luis, { principal: 200n * DOLLAR, seconds: DAY }))
  await world.pass(2 * DAY)
  await openLending('Repuestos')
  await expect.element(history).toHaveTextContent('Pidió a 2 personas, 1 vencido')
})

describe('while my own loans cannot be read', () => {
  test('nobody is said to be a stranger, and nobody is trusted; once they are read my history is shown', {
    tags: 'long',
  }, async () => {
    // Eva repaid me, in a loan behind nine active ones: the dashboard does not bring it whole.
    const id = await publish(world, me, { principal: 60n * DOLLAR })
    await take(world, eva, id)
    await world.pass(DAY)
    await pay(world, eva, id, 120n * DOLLAR)
    for (let loans = 0; loans < 9; loans++) await take(world, luis, await publish(world, me, { principal: DOLLAR }))
    await ask(world, eva, { principal: 21n * DOLLAR, note: 'Otra vez' })
    await commands.breakLens('itemsOf', 'rpcError')
    await openDashboard(TEST_PHRASE)
    await showRequests()
    await openLending('Otra vez')
    await expect.element(history).toHaveTextContent('Pidió a 1 persona')
    await expect.element(history.getByRole('img', { name: 'Leyendo tus préstamos con esta persona' })).toBeVisible()
    await expect.element(lending).not.toHaveTextContent('No has tenido préstamos con esta persona')
    await expect.element(lending).toHaveTextContent('Si no sabes quién es')
    await commands.healNode()
    await expect.element(lending).toHaveTextContent('Contigo: devolvió 1 de 1')
    await expect.element(history).toHaveAttribute('aria-busy', 'false')
    await expect.element(lending).not.toHaveTextContent('Si no sabes quién es')
  })
})
