import type { Locator, Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { fillOfferAndSeeFee, market, publishForm } from '../support/dashboard.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { publish } from '../support/others.ts'
import { alert, button, openDashboard } from '../support/steps.ts'

const tab = (form: Locator, name: 'Prestar' | 'Pedir') => form.getByRole('tab', { name, exact: true })
const lenderField = (form: Locator) => form.getByLabel('A quién (opcional)', { exact: true })
const plan = (scope: Page | Locator) => scope.getByRole('list', { name: 'Plan de pagos' }).getByRole('listitem')

/** The second tab of the form. */
async function openAsk(page: Page): Promise<Locator> {
  const form = publishForm(page)
  await tab(form, 'Pedir').click()
  return form
}

/** Lets the 7 days and less for which something stands pass. */
async function expire(world: World) {
  await world.client.increaseTime({ seconds: 8 * DAY })
  await world.client.mine({ blocks: 1 })
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('both tabs are accessible, with a plan, a mistake and what is renewed; so is the plan before an offer is accepted', async ({
    page,
    world,
  }) => {
    await publish(world, people.deployer, { instalments: 4, openDays: 1, note: 'Sin prisa' })
    await expire(world)
    await publish(world, people.ana, { principal: 70n * DOLLAR, instalments: 12 })
    await openDashboard(page)
    await button(market(page), 'Renovar oferta de $ 50.00').click()
    await expectAccessible(page)
    const form = await openAsk(page)
    await fillOfferAndSeeFee(page, { amount: '250', apr: '8' })
    await form.getByRole('radio', { name: '12 cuotas', exact: true }).check()
    await lenderField(form).fill('luis')
    await button(form, 'Publicar solicitud').click()
    await expect(alert(form)).toBeVisible()
    await expectAccessible(page)

    await button(market(page), `Solicitar $ 70.00 a 0x7099…79C8`).click()
    const dialog = page.getByRole('dialog', { name: 'Solicitar préstamo' })
    await expect(plan(dialog)).toHaveCount(4)
    await expect(dialog).not.toContainText('Cuotas')
    await button(dialog, '… 9 más').click()
    await expect(plan(dialog)).toHaveCount(12)
    await expect(dialog).toContainText('≈')
    await expectAccessible(page)
  })
})
