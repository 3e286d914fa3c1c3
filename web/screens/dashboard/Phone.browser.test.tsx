// The page on a phone: the first of each section, and the rest in a view of its own.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { people, TEST_PHRASE } from '../../../devchain/people.ts'
import { publish, take } from '../../../e2e/support/others.ts'
import { DAY, DOLLAR } from '../../loans/loan.ts'
import { openDashboard } from '../../testing/mount.tsx'
import { button, debts, dialog, expectCount, header, market, offers, section } from '../../testing/screen.ts'
import { beginWorld, type World } from '../../testing/world.ts'

const me = people.deployer

let world: World
beforeEach(async () => {
  world = await beginWorld()
  await page.viewport(360, 780)
})
afterEach(() => page.viewport(1280, 720))

test('X8 two of six debts are on the page; all six are in a view over it, from which one pays, and Back closes what is uppermost', async () => {
  for (let loan = 1; loan <= 6; loan++)
    await take(world, me, await publish(world, people.ana, { principal: BigInt(10 * loan) * DOLLAR, seconds: loan * 10 * DAY }))
  await openDashboard(TEST_PHRASE)
  await expectCount(debts(), 2)
  await expect.element(section('Mis Deudas')).toHaveTextContent(/6 deudas · Debes \$ 2\d\d\.\d\d/)

  await button('Ver las 6').click()
  const view = dialog('Mis Deudas')
  await expectCount(view.getByRole('article'), 6)
  await expect.element(view.getByRole('article').nth(5)).toHaveTextContent('$ 60.00')
  await expect.element(button('Ejemplos (2)', view)).toBeVisible()
  await button('Ver detalles $ 60.00', view).click()
  await expect.element(dialog('Detalles del préstamo')).toBeVisible()

  history.back()
  await expect.element(dialog('Detalles del préstamo')).not.toBeInTheDocument()
  await expect.element(view).toBeVisible()
  history.back()
  await expect.element(view).not.toBeInTheDocument()
  await expect.element(button('Ver las 6')).toHaveFocus()
  expect(location.pathname).toBe('/dashboard')
})

test('two offers are on the page; all of them are in a view, a page at a time, and Back closes it', {
  tags: 'long',
}, async () => {
  await commands.publishMany(66)
  await openDashboard(TEST_PHRASE)
  await expectCount(offers(), 2)
  await button('Ver todas las ofertas (70)').click()
  const cards = dialog('Ofertas').getByRole('listitem')
  await expectCount(cards, 30)
  await button('Ver 30 más', dialog('Ofertas')).click()
  await expectCount(cards, 60)
  await button('Ver 10 más', dialog('Ofertas')).click()
  await expectCount(cards, 70)
  await dialog('Ofertas').getByRole('searchbox', { name: 'Buscar' }).fill('negocio')
  await expectCount(cards, 1)

  history.back()
  await expect.element(dialog('Ofertas')).not.toBeInTheDocument()
  await expectCount(offers(), 1)
  // The list is shorter now: its heading is in view, not what stands below it.
  const top = () => market().element().getBoundingClientRect().top
  await expect.poll(top).toBeGreaterThanOrEqual(0)
  expect(top()).toBeLessThan(innerHeight / 2)
})

test('the filters are behind a button that says how many are set; the search is not', { tags: 'long' }, async () => {
  await openDashboard(TEST_PHRASE)
  await expect.element(header()).toHaveTextContent('Red local')
  await expect.element(market().getByRole('searchbox', { name: 'Buscar' })).toBeVisible()
  await expect.element(button('15 días', market())).not.toBeInTheDocument()
  await button('Filtros', market()).click()
  await button('15 días', market()).click()
  await market().getByLabelText('Monto hasta').fill('400')
  const open = button('Filtros (2)', market())
  await expect.element(open).toHaveAttribute('aria-expanded', 'true')
  await open.click()
  await expect.element(button('15 días', market())).not.toBeInTheDocument()
  await expectCount(offers(), 1)
  await expect.element(offers()).toHaveTextContent('$ 100.00')
})
