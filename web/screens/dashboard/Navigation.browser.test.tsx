import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { allowClipboard } from '../../testing/access.ts'
import { openDashboard, unmount } from '../../testing/mount.tsx'
import { alert, button, debtors, debts, dialog, expectCount, header, lookAgain, section } from '../../testing/screen.ts'
import { removeShareSheet } from '../../testing/share.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const me = people.deployer
const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

let world: World
beforeEach(async () => {
  world = await beginWorld()
})
afterEach(() => page.viewport(1280, 720))

test.each([
  ['phone', 360, 780],
  ['desktop', 1280, 900],
] as const)(
  'on a %s one press leads to a section, the focus goes to its heading, and the section in view is marked',
  { tags: 'long' },
  async (_, width, height) => {
    await page.viewport(width, height)
    await openDashboard(TEST_PHRASE)
    await expect.element(header()).toHaveTextContent('Red local')
    await expect.element(link('Inicio')).toHaveAttribute('aria-current', 'true')
    for (const [name, title] of [
      ['Mis préstamos', 'Mis Deudores'],
      ['Publicar', 'Publicar préstamo'],
      ['Mercado', 'Marketplace de Préstamos'],
      ['Inicio', 'Panel'],
    ] as const) {
      await link(name).click()
      await expect.element(heading(title)).toHaveFocus()
      // The heading of the whole page is for screen readers only.
      await expect.element(name === 'Inicio' ? header() : heading(title)).toBeInViewport()
      await expect.element(link(name)).toHaveAttribute('aria-current', 'true')
      expect(document.querySelectorAll('nav [aria-current]')).toHaveLength(1)
    }
    expect(location.pathname + location.hash).toBe('/dashboard')
    // Hides nothing: all sections stand on the same page.
    for (const name of ['Marketplace de Préstamos', 'Publicar préstamo', 'Mis Deudores', 'Mis Deudas'])
      await expect.element(section(name)).toBeVisible()
  },
)

test('scrolling marks the section that is in view', { tags: 'long' }, async () => {
  await page.viewport(360, 780)
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Red local')
  for (const [title, name] of [
    ['Mis Deudas', 'Mis préstamos'],
    ['Publicar préstamo', 'Publicar'],
    ['Marketplace de Préstamos', 'Mercado'],
  ] as const) {
    section(title).element().scrollIntoView({ block: 'start' })
    await expect.element(link(name)).toHaveAttribute('aria-current', 'true')
  }
})

test('a number stands only where something waits for me: offers to me, and debts that are due', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Red local')
  await expect.element(link('Mercado')).toHaveAccessibleName('Mercado')
  await expect.element(link('Mis préstamos')).toHaveAccessibleName('Mis préstamos')

  await publish(world, people.ana, { principal: 20n * DOLLAR, to: me.address })
  await take(world, me, await publish(world, people.ana, { principal: 30n * DOLLAR, seconds: 2 * DAY }))
  await expect.element(link('Mercado')).toHaveAccessibleName('Mercado, 1 oferta para ti')
  await expect.element(link('Mis préstamos')).toHaveAccessibleName('Mis préstamos, 1 por pagar pronto')
})

test("'Mis préstamos' leads to what is late: a debt of mine before a debt to me", { tags: 'long' }, async () => {
  await page.viewport(360, 780)
  await take(world, people.luis, await publish(world, me, { principal: 20n * DOLLAR, seconds: 5 * DAY }))
  await world.client.increaseTime({ seconds: 6 * DAY })
  await world.client.mine({ blocks: 1 })
  await openDashboard(TEST_PHRASE)
  await expect.element(debtors().first()).toHaveTextContent(/\$ 20\.00.*Vencido/)
  await link('Mis préstamos').click()
  await expect.element(debtors().first()).toHaveFocus()
  await expect.element(debtors().first()).toBeInViewport()

  // The third of three, and later than that one: still the first that is shown.
  for (const days of [30, 40]) await take(world, me, await publish(world, people.ana, { seconds: days * DAY }))
  await take(world, me, await publish(world, people.ana, { principal: 31n * DOLLAR, seconds: DAY }))
  await world.client.increaseTime({ seconds: 2 * DAY })
  await world.client.mine({ blocks: 1 })
  await expect.element(debts().first()).toHaveTextContent(/\$ 31\.00.*Vencido/)
  await link('Mis préstamos').click()
  await expect.element(debts().first()).toHaveFocus()
  await expect.element(debts().first()).toBeInViewport()
  await expect.element(link('Mis préstamos')).toHaveAttribute('aria-current', 'true')
})

describe('first steps', () => {
  const steps = () => section('Tres pasos para empezar')

  test('a newcomer gets money, goes to lend and shares the address, each with one press; then the steps are gone for good', {
    tags: 'long',
  }, async () => {
    await allowClipboard('read', 'write')
    removeShareSheet()
    await world.client.setBalance({ address: me.address, value: 0n })
    await openDashboard(TEST_PHRASE)
    await button('Obtener', steps()).click()
    await expect.element(header()).toHaveTextContent(/≈ (1\.99|2\.00)/)
    await expect.element(button('Obtener', steps())).not.toBeInTheDocument()

    await button('Empezar', steps()).click()
    await expect.element(heading('Publicar préstamo')).toHaveFocus()
    await button('Compartir', steps()).click()
    await expect.element(alert()).toHaveTextContent('Address copiada al portapapeles.')
    await expect.element(button('Compartir', steps())).not.toBeInTheDocument()
    await expect.element(steps()).toBeVisible()

    // They stay, all ticked, until a dialog lies over them: nothing moves under a finger.
    await publish(world, me, { principal: 10n * DOLLAR })
    await expectCount(steps().getByText('Listo'), 3)
    await button('Recibir', header()).click()
    await button('Cerrar', dialog()).click()
    await expect.element(steps()).not.toBeInTheDocument()
    await openAgain()
    await expect.element(steps()).not.toBeInTheDocument()
  })

  test('whoever does not want them removes them, and they do not return', { tags: 'long' }, async () => {
    await openDashboard(TEST_PHRASE)
    await button('Quitar estos pasos', steps()).click()
    await expect.element(steps()).not.toBeInTheDocument()
    await openAgain()
    await expect.element(steps()).not.toBeInTheDocument()
  })

  test('until the network answers nothing is said to be undone, and nothing moves when it does', { tags: 'long' }, async () => {
    await commands.breakNode('httpError')
    await openDashboard(TEST_PHRASE)
    await expect.element(steps()).toBeVisible()
    await expect.element(button('Compartir', steps())).toBeVisible()
    expect(button('Obtener', steps()).elements()).toHaveLength(0)
    expect(button('Empezar', steps()).elements()).toHaveLength(0)
    const before = header().element().getBoundingClientRect().top
    await commands.healNode()
    lookAgain()
    await expect.element(button('Empezar', steps())).toBeVisible()
    expect(header().element().getBoundingClientRect().top).toBe(before)
  })

  test('a loan of one’s own ends them, lent or borrowed', { tags: 'long' }, async () => {
    await take(world, me, await publish(world, people.ana, { principal: 30n * DOLLAR }))
    await openDashboard(TEST_PHRASE)
    await expectCount(steps().getByText('Listo'), 3)
    await openAgain()
    await expect.element(steps()).not.toBeInTheDocument()
  })

  async function openAgain() {
    unmount()
    await openDashboard(TEST_PHRASE)
    await expect.element(header()).toHaveTextContent('Red local')
  }
})
