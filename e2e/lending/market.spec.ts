// The marketplace: many offers, own offers, and offers addressed to the account.
import type { Page } from '@playwright/test'
import { decodeFunctionData, getAbiItem, type Hex, toFunctionSelector } from 'viem'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { loanLensAbi } from '../../web/chain/abi.ts'
import { DOLLAR } from '../../web/loans/loan.ts'
import { debts, market, offers } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { pay, publish, take } from '../support/others.ts'
import { alert, button, openDashboard, section } from '../support/steps.ts'

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
    await expect(market(page).getByRole('status')).toHaveText('1 de 156 ofertas')
    await expect(page.getByRole('button', { name: /Ver todas/ })).toBeHidden()

    await button(page, '30 días').click()
    await expect(button(page, 'Ver todas las ofertas (153)')).toBeVisible()
    await expect(offers(page)).toHaveCount(8)

    await button(page, 'Todos').click()
    await button(page, 'Mis ofertas').click()
    await expect(offers(page)).toHaveCount(2)
    await expect(offers(page).nth(0)).toContainText(/Para 0x3C44…93BC.*Tu oferta.*\$ 12\.00/s)
    await expect(offers(page).nth(1)).toContainText(/Pública.*Tu oferta.*\$ 11\.00/s)
    await expect(page).toHaveURL('/dashboard?mine=1')
  })
})

test.describe('offers for me', () => {
  const forMe = (page: Page) => section(page, 'Ofertas para ti').getByRole('listitem')

  test('stand at the top; those of strangers are folded and can be taken, and those for somebody else stand nowhere', async ({
    page,
    world,
  }) => {
    await publish(world, people.ana, { principal: 21n * DOLLAR, to: me.address })
    await publish(world, people.ana, { principal: 22n * DOLLAR, to: people.eva.address })
    await openDashboard(page)

    await expect(button(page, 'De desconocidos (1)')).toHaveAttribute('aria-expanded', 'false')
    await expect(forMe(page)).toHaveCount(0)
    await button(page, 'De desconocidos (1)').click()
    await expect(forMe(page)).toHaveCount(1)
    await expect(forMe(page)).toContainText(/0x7099…79C8.*Solo para ti.*\$ 21\.00/s)
    await expect(page.getByText('$ 21.00')).toHaveCount(1)
    await expect(page.getByText('$ 22.00')).toHaveCount(0)
    await expect(market(page)).toContainText('4 ofertas abiertas')

    await forMe(page)
      .getByRole('button', { name: /^Solicitar/ })
      .click()
    const request = page.getByRole('dialog', { name: 'Solicitar préstamo' })
    await expect(request).toContainText('Es solo para ti')
    await button(request, 'Aceptar préstamo').click()
    await expect(alert(page)).toContainText('Préstamo aceptado: recibiste $ 21.00.')
    await expect(debts(page).first()).toContainText('$ 21.00')
  })

  test('of somebody with whom one has dealt, in whichever loan, come before those of strangers, however many they send', async ({
    page,
    world,
  }) => {
    // Repaid, and behind nine active loans: not among those that are on screen.
    const repaid = await publish(world, people.ana, { principal: DOLLAR })
    await take(world, me, repaid)
    await pay(world, me, repaid, 2n * DOLLAR)
    for (let loans = 0; loans < 9; loans++) await take(world, me, await publish(world, people.luis, { principal: DOLLAR }))
    await publish(world, people.ana, { principal: 21n * DOLLAR, to: me.address })
    for (let sent = 0; sent < 12; sent++) await publish(world, people.eva, { principal: 1n, to: me.address })
    await openDashboard(page)

    await expect(forMe(page)).toHaveCount(1)
    await expect(forMe(page)).toContainText(/0x7099…79C8.*Solo para ti.*\$ 21\.00/s)
    await button(page, 'De desconocidos (12)').click()
    await expect(forMe(page)).toHaveCount(13)
    await button(page, 'De desconocidos (12)').click()
    await expect(forMe(page)).toHaveCount(1)
  })
})

test.describe('a search', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  const search = (page: Page) => market(page).getByLabel('Buscar')
  const status = (page: Page) => market(page).getByRole('status')

  test('goes through every offer, by words without accents, person and amount, says how far it is, and can be undone', async ({
    page,
    world,
  }) => {
    await publish(world, people.eva, { principal: 321n * DOLLAR, note: 'Matrícula de música' })
    await publishMany(world.chain, 2_495)
    await openDashboard(page)
    await expect(market(page)).toContainText('2500 ofertas abiertas')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    world.node.breakWith(async ({ params, ask, answer }) => {
      const [{ data }] = params as [{ data: Hex }]
      if (offsetOf(data) === 2_000n) await released
      answer(await ask())
    }, 'eth_call')

    await search(page).fill('musica MATRICULA')
    await expect(status(page)).toHaveText('Buscando… 2000 de 2500')
    release()
    await expect(status(page)).toHaveText('1 de 2500 ofertas')
    await expect(offers(page)).toHaveCount(1)
    await expect(offers(page)).toContainText(/Sin historial.*\$ 321\.00.*Matrícula de música/s)
    await expect(page).toHaveURL('/dashboard?q=musica+MATRICULA')

    for (const typed of ['0x90F7…b906 321', '90f79bf6 música', '$ 321.00']) {
      await search(page).fill(typed)
      await expect(status(page)).toHaveText('1 de 2500 ofertas')
      await expect(offers(page)).toContainText('Matrícula de música')
    }
    await search(page).fill('nada de esto')
    await expect(market(page)).toContainText('Ninguna oferta coincide.')
    await button(page, 'Quitar filtros').click()
    await expect(search(page)).toHaveValue('')
    await expect(status(page)).toHaveText('2500 ofertas abiertas')

    await market(page).getByLabel('Ordenar por').selectOption('Mayor monto')
    await expect(offers(page).first()).toContainText('$ 1200.00')
    await expect(offers(page).nth(2)).toContainText('$ 321.00')

    await search(page).fill('una de muchas')
    await expect(status(page)).toHaveText('2495 de 2500 ofertas')
    await button(page, 'Ver todas las ofertas (2495)').click()
    await scrollUntilLoaded(page, 212)
  })

  test('that cannot be read says so, and goes on when one asks for it', async ({ page, world }) => {
    await publishMany(world.chain, 196)
    await openDashboard(page)
    await expect(status(page)).toHaveText('200 ofertas abiertas')
    world.node.breakWith(async ({ params, ask, answer }) => {
      const [{ data }] = params as [{ data: Hex }]
      if (offsetOf(data) === undefined) answer(await ask())
      else answer('Service Unavailable', 503)
    }, 'eth_call')

    await search(page).fill('emergencia')
    await expect(status(page)).toHaveText('No pudimos leer todas las ofertas.')
    await expect(market(page)).not.toContainText('Ninguna oferta coincide.')
    await world.node.heal()
    await button(market(page), 'Reintentar').click()
    await expect(status(page)).toHaveText('1 de 200 ofertas')
    await expect(offers(page)).toContainText('Para una emergencia')
  })

  test('an offer that was found and is taken by somebody else goes away', async ({ page, world }) => {
    const id = await publish(world, people.eva, { principal: 321n * DOLLAR, note: 'Matrícula' })
    await publishMany(world.chain, 150)
    await openDashboard(page)
    await search(page).fill('matricula')
    await expect(offers(page)).toHaveCount(1)
    await take(world, people.luis, id)
    await expect(market(page)).toContainText('Ninguna oferta coincide.')
    await expect(status(page)).toHaveText('0 de 154 ofertas')
  })

  test('what interest and term mean is one press away', async ({ page }) => {
    await openDashboard(page)
    const meaning = market(page).getByText('El interés (APR) es lo que cuesta el préstamo en un año')
    await expect(meaning).toBeHidden()
    await market(page).getByText('¿Qué son el interés y el plazo?').click()
    await expect(meaning).toBeVisible()
  })
})

/** Of a call to LoanLens.packedOffers. Undefined: it is another call. */
function offsetOf(data: Hex): bigint | undefined {
  const { functionName, args } = decodeFunctionData({ abi: loanLensAbi, data })
  return functionName === 'packedOffers' ? args[1] : undefined
}

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
    // In small steps, so that further requests would have time to arrive. The pauses are 1, 2 and 4 seconds.
    for (let passed = 0; passed < 2_000; passed += 100) await page.clock.runFor(100)
    expect(asked).toBeLessThanOrEqual(3)

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

test('offers that strangers address to me are drawn twenty at a time', async ({ page, world }) => {
  for (let offer = 0; offer < 22; offer++) await publish(world, people.luis, { principal: DOLLAR, to: me.address })
  await openDashboard(page)
  await button(page, 'De desconocidos (22)').click()
  const forMe = page.getByRole('region', { name: 'Ofertas para ti' })
  await expect(forMe.getByRole('listitem')).toHaveCount(20)
  await button(forMe, 'Ver 2 más').click()
  await expect(forMe.getByRole('listitem')).toHaveCount(22)
})
