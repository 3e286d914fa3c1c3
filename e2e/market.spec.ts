// The marketplace: many offers, own offers, and offers addressed to the account.
import type { Page } from '@playwright/test'
import { getAbiItem, toFunctionSelector } from 'viem'
import { people } from '../devchain/people.ts'
import { publishMany } from '../devchain/publishMany.ts'
import { loanLensAbi } from '../web/chain/abi.ts'
import { DOLLAR } from '../web/loans/loan.ts'
import { debts, market, offers } from './dashboard.ts'
import { expect, test } from './fixtures.ts'
import { publish } from './others.ts'
import { alert, button, openDashboard, section } from './steps.ts'

/** Selector of LoanLens.openOffers, which loads further pages. */
const OPEN_OFFERS_SELECTOR = toFunctionSelector(getAbiItem({ abi: loanLensAbi, name: 'openOffers' }))

const me = people.deployer

test.describe('a long list', () => {
  test('is folded until one asks for all of it; fewer than 60 are ever drawn, each page is one request, and it folds from anywhere', async ({
    page,
    world,
  }) => {
    await publishMany(world.chain, 596)
    await openDashboard(page)
    await expect(offers(page)).toHaveCount(8)
    await recordMostCards(page)
    let calls = 0
    page.on('request', (request) => {
      if (request.postDataJSON()?.params?.[0]?.data?.startsWith(OPEN_OFFERS_SELECTOR)) calls++
    })

    await button(page, 'Ver todas las ofertas (600)').click()
    await expect(offers(page).and(page.locator('[aria-posinset="9"]'))).toBeVisible()
    const fewer = button(market(page), 'Ver menos')
    await expect(fewer).toBeInViewport()
    await scrollUntilLoaded(page, 600)
    await expect(page.locator('[aria-posinset="600"]')).toContainText('$ 300.00')
    expect(await page.evaluate(() => window.mostCards)).toBeLessThan(60)
    expect(await page.evaluate(() => window.mostCards)).toBeGreaterThan(8)
    expect(calls).toBe(5)
    await expect(fewer).toBeInViewport()

    await fewer.click()
    await expect(offers(page)).toHaveCount(8)
    await expect(button(page, 'Ver todas las ofertas (600)')).toBeInViewport()
    await expect(section(page, 'Publicar préstamo')).toBeVisible()
  })

  test('by keyboard one goes on at the first new offer, Escape folds it again, and on a phone six are shown', async ({
    page,
    world,
  }) => {
    await publishMany(world.chain, 36)
    await openDashboard(page)
    await button(page, 'Ver todas las ofertas (40)').focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[aria-posinset="9"]')).toBeFocused()
    await expect(button(market(page), 'Ver menos')).toHaveAttribute('aria-expanded', 'true')

    await page.keyboard.press('Escape')
    await expect(offers(page)).toHaveCount(8)
    await expect(button(page, 'Ver todas las ofertas (40)')).toBeFocused()

    await page.setViewportSize({ width: 360, height: 720 })
    await expect(offers(page)).toHaveCount(6)
    await expect(button(page, 'Ver todas las ofertas (40)')).toBeVisible()
  })

  test('filters find what the short list does not show, and my offers, also those for one person alone', async ({
    page,
    world,
  }) => {
    await publish(world, me, { principal: 11n * DOLLAR })
    await publish(world, me, { principal: 12n * DOLLAR, to: people.luis.address })
    await publishMany(world.chain, 150)
    await openDashboard(page)
    await expect(button(page, 'Ver todas las ofertas (156)')).toBeVisible()

    await button(page, '15 días').click()
    await expect(offers(page)).toHaveCount(1)
    await expect(offers(page)).toContainText('$ 100.00')
    await expect(market(page).getByRole('status')).toHaveText('1 de 156 ofertas revisadas')
    await expect(page.getByRole('button', { name: /Ver todas/ })).toBeHidden()

    await button(page, '30 días').click()
    await expect(button(page, 'Ver todas las ofertas (153)')).toBeVisible()
    await expect(offers(page)).toHaveCount(8)

    await button(page, 'Todos').click()
    await button(page, 'Mis ofertas').click()
    await expect(offers(page)).toHaveCount(2)
    await expect(offers(page).nth(0)).toContainText(/\$ 12\.00.*Tu oferta.*Para 0x3C44…93BC/s)
    await expect(offers(page).nth(1)).toContainText(/\$ 11\.00.*Tu oferta.*Pública/s)
    await expect(page).toHaveURL('/dashboard?mine=1')
  })

  test('an offer for me stands at the top and can be taken, and one for somebody else stands nowhere', async ({
    page,
    world,
  }) => {
    await publish(world, people.ana, { principal: 21n * DOLLAR, to: me.address })
    await publish(world, people.ana, { principal: 22n * DOLLAR, to: people.eva.address })
    await openDashboard(page)

    const forMe = section(page, 'Ofertas para ti').getByRole('listitem')
    await expect(forMe).toHaveCount(1)
    await expect(forMe).toContainText(/\$ 21\.00.*Solo para ti.*0x7099…79C8/s)
    await expect(page.getByText('$ 21.00')).toHaveCount(1)
    await expect(page.getByText('$ 22.00')).toHaveCount(0)
    await expect(market(page)).toContainText('4 ofertas abiertas')

    await forMe.getByRole('button', { name: /^Solicitar/ }).click()
    const request = page.getByRole('dialog', { name: 'Solicitar préstamo' })
    await expect(request).toContainText('Es solo para ti')
    await button(request, 'Aceptar préstamo').click()
    await expect(alert(page)).toContainText('Préstamo aceptado: recibiste $ 21.00.')
    await expect(debts(page).first()).toContainText('$ 21.00')
  })

  test('an offer for me is within reach behind those that a stranger sent later', async ({ page, world }) => {
    await publish(world, people.ana, { principal: 21n * DOLLAR, to: me.address })
    for (let sent = 0; sent < 12; sent++) await publish(world, people.eva, { principal: 1n, to: me.address })
    await openDashboard(page)

    const forMe = section(page, 'Ofertas para ti').getByRole('listitem')
    await expect(forMe).toHaveCount(13)
    await expect(forMe.last()).toContainText(/\$ 21\.00.*Solo para ti.*0x7099…79C8/s)
  })
})

test.describe('a page that cannot be read', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('is asked for again, but not without a pause', async ({ page, world }) => {
    await page.clock.install()
    await publishMany(world.chain, 196)
    await openDashboard(page)
    await expect(button(page, 'Ver todas las ofertas (200)')).toBeVisible()
    let asked = 0
    world.node.breakWith(async ({ params, ask, answer }) => {
      const [{ data }] = params as [{ data: string }]
      if (!data.startsWith(OPEN_OFFERS_SELECTOR)) return answer(await ask())
      asked++
      answer('Service Unavailable', 503)
    }, 'eth_call')

    await button(page, 'Ver todas las ofertas (200)').click()
    await scrollUntilLoaded(page, 100)
    await expect.poll(() => asked).toBe(1)
    // In small steps, so that a second request would have time to arrive.
    for (let passed = 0; passed < 900; passed += 100) await page.clock.runFor(100)
    expect(asked).toBe(1)

    await world.node.heal()
    await page.clock.runFor(4_000)
    await expect(page.locator('[aria-setsize="200"]').first()).toBeAttached()
  })
})

declare global {
  interface Window {
    /** Maximum number of cards in the DOM at once. */
    mostCards: number
  }
}

/** Scrolls to the end of the list until `count` offers are loaded. */
async function scrollUntilLoaded(page: Page, count: number) {
  const scrollToEnd = () =>
    page.evaluate(() => {
      const card = document.querySelector('[aria-setsize]')
      card?.parentElement?.scrollIntoView({ block: 'end' })
      return Number(card?.getAttribute('aria-setsize'))
    })
  await expect.poll(scrollToEnd, { intervals: [50] }).toBe(count)
}

async function recordMostCards(page: Page) {
  await page.evaluate(() => {
    window.mostCards = 0
    const count = () => {
      window.mostCards = Math.max(window.mostCards, document.querySelectorAll('[aria-posinset]').length)
    }
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
  })
}
