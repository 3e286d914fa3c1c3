import type { Locator } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { debts, market, publishForm } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish, take } from '../support/others.ts'
import { button, header, openDashboard } from '../support/steps.ts'

test.use({ forcedColors: 'active' })

const borderOf = (element: Locator) => element.evaluate((each) => Number.parseFloat(getComputedStyle(each).borderTopWidth))

for (const width of [360, 1280]) {
  test(`with forced colours at ${width} px buttons, what is chosen and bars are seen without their fill`, async ({
    page,
    world,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await take(world, people.deployer, await publish(world, people.ana, {}))
    await openDashboard(page)
    await expect(debts(page)).toHaveCount(1)
    const contained = button(publishForm(page), 'Publicar')
    const tonal = market(page)
      .getByRole('button', { name: /^Solicitar/ })
      .first()
    // A round action: its circle.
    const round = button(header(page), 'Recibir').locator('> *').first()
    const card = debts(page).getByRole('button', { name: /^Pagar ahora/ })
    for (const each of [contained, tonal, round, card]) expect(await borderOf(each)).toBeGreaterThanOrEqual(1)

    // Thicker than what is not chosen.
    const tabs = market(page).getByRole('tab')
    expect(await borderOf(market(page).getByRole('tab', { selected: true }))).toBeGreaterThan(
      await borderOf(tabs.and(page.getByRole('tab', { selected: false })).first()),
    )
    expect(await borderOf(page.locator('nav [aria-current=true]'))).toBe(3)

    const bar = debts(page).getByRole('progressbar')
    expect(await borderOf(bar)).toBe(1)
    const fill = (color: string) =>
      page.evaluate((name) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.backgroundColor = name
        const { backgroundColor } = getComputedStyle(probe)
        probe.remove()
        return backgroundColor
      }, color)
    expect(await bar.locator('> *').evaluate((each) => getComputedStyle(each).backgroundColor)).toBe(await fill('Highlight'))
    expect(await fill('Highlight')).not.toBe(await fill('Canvas'))

    await button(header(page), 'Actividad').click()
    expect(await borderOf(page.getByRole('button', { name: 'Todo', pressed: true }))).toBe(3)
    expect(await borderOf(page.getByRole('button', { name: 'Envíos', pressed: false }))).toBe(1)
  })
}
