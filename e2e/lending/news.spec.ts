import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { debtors } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { pay, publish, take } from '../support/others.ts'
import { alert, ana, button, expectDashboard, lock, logIn, openStoredWallet, section } from '../support/steps.ts'
import { luis } from '../support/twoPeople.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Of the vault that the browser stores. */
const keeper = mnemonicToAccount(anasVault.phrase)

const card = (page: Page) => section(page, 'Desde tu última visita')

async function giveEther({ client }: World) {
  for (const { address } of [keeper, luis]) await client.setBalance({ address, value: parseEther('10') })
}

/** Until what was seen is kept on the device. */
async function seen(page: Page) {
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('entrepares.news.')))
}

test.describe('after unlocking', () => {
  test('a card says what happened meanwhile, leads to Actividad, goes when dismissed, and does not come back', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    const [taken, paid] = [await publish(world, keeper, {}), await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })]
    await take(world, luis, paid)
    await openStoredWallet(page)
    await seen(page)
    await expect(card(page)).toBeHidden()
    await lock(page)

    await take(world, luis, taken)
    await pay(world, luis, paid, 30n * DOLLAR)
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(card(page).getByRole('listitem')).toHaveText([
      /^Tomaron tu oferta: te deben \$ 50\.42Préstamo de \$ 50\.00 · vence el /,
      'Te pagaron $ 30.00Préstamo de $ 90.00 · faltan $ 60.01',
    ])
    // The notice would say it twice.
    await expect(alert(page)).toHaveCount(0)
    await expectAccessible(page)
    await button(card(page), 'Ver todo').click()
    await expect(page.getByRole('dialog', { name: 'Actividad' })).toContainText('Tomó tu oferta')
    await page.keyboard.press('Escape')
    await button(card(page), 'Quitar novedades').click()
    await expect(card(page)).toBeHidden()

    await lock(page)
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(debtors(page).first()).toBeVisible()
    await expect(card(page)).toBeHidden()
  })
})
