import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish, take } from '../support/others.ts'
import { button, header, openDashboard, section } from '../support/steps.ts'

const me = people.deployer

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

for (const [screen, viewport] of Object.entries({
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 900 },
})) {
  test(`on a ${screen} one press leads to a section, the focus goes to its heading, and the section in view is marked`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    await expect(link(page, 'Inicio')).toHaveAttribute('aria-current', 'true')
    for (const [name, title] of [
      ['Mis préstamos', 'Mis Deudores'],
      ['Publicar', 'Publicar préstamo'],
      ['Mercado', 'Marketplace de Préstamos'],
      ['Inicio', 'Panel'],
    ] as const) {
      await link(page, name).click()
      await expect(heading(page, title)).toBeFocused()
      // The heading of the whole page is for screen readers only.
      await expect(name === 'Inicio' ? header(page) : heading(page, title)).toBeInViewport()
      await expect(link(page, name)).toHaveAttribute('aria-current', 'true')
      await expect(page.getByRole('navigation').locator('[aria-current]')).toHaveCount(1)
    }
    await expect(page).toHaveURL('/dashboard')
    // Hides nothing: all sections stand on the same page.
    for (const name of ['Marketplace de Préstamos', 'Publicar préstamo', 'Mis Deudores', 'Mis Deudas'])
      await expect(section(page, name)).toBeVisible()
  })
}

test('scrolling marks the section that is in view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  for (const [title, name] of [
    ['Mis Deudas', 'Mis préstamos'],
    ['Publicar préstamo', 'Publicar'],
    ['Marketplace de Préstamos', 'Mercado'],
  ] as const) {
    await section(page, title).evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await expect(link(page, name)).toHaveAttribute('aria-current', 'true')
  }
})

test('a number stands only where something waits for me: offers to me, and debts that are due', async ({ page, world }) => {
  await openDashboard(page)
  await expect(header(page)).toContainText('Red local')
  await expect(link(page, 'Mercado')).toHaveAccessibleName('Mercado')
  await expect(link(page, 'Mis préstamos')).toHaveAccessibleName('Mis préstamos')

  await publish(world, people.ana, { principal: 20n * DOLLAR, to: me.address })
  await take(world, me, await publish(world, people.ana, { principal: 30n * DOLLAR, seconds: 2 * DAY }))
  await expect(link(page, 'Mercado')).toHaveAccessibleName('Mercado, 1 oferta para ti')
  await expect(link(page, 'Mis préstamos')).toHaveAccessibleName('Mis préstamos, 1 por pagar pronto')
})

test.describe('first steps', () => {
  const steps = (page: Page) => section(page, 'Tres pasos para empezar')

  test('a newcomer gets money, goes to lend and shares the address, each with one press; then the steps are gone for good', async ({
    page,
    context,
    world,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await world.client.setBalance({ address: me.address, value: 0n })
    await openDashboard(page)
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await button(steps(page), 'Obtener').click()
    await expect(header(page)).toContainText(/≈ (1\.99|2\.00)/)
    await expect(button(steps(page), 'Obtener')).toBeHidden()

    await button(steps(page), 'Empezar').click()
    await expect(heading(page, 'Publicar préstamo')).toBeFocused()
    await button(steps(page), 'Compartir').click()
    await expect(page.getByRole('alert')).toContainText('Address copiada al portapapeles.')
    await expect(button(steps(page), 'Compartir')).toBeHidden()
    await expect(steps(page)).toBeVisible()

    await publish(world, me, { principal: 10n * DOLLAR })
    await expect(steps(page)).toBeHidden()
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    await expect(steps(page)).toBeHidden()
  })

  test('whoever does not want them removes them, and they do not return', async ({ page }) => {
    await openDashboard(page)
    await button(steps(page), 'Quitar estos pasos').click()
    await expect(steps(page)).toBeHidden()
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    await expect(steps(page)).toBeHidden()
  })
})
