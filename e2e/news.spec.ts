import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { people } from '../devchain/people.ts'
import { DAY, DOLLAR } from '../web/loans/loan.ts'
import { expectAccessible } from './accessible.ts'
import { chooseOnDebtor, debtors } from './dashboard.ts'
import { anasVault } from './device.ts'
import { expect, test, type World } from './fixtures.ts'
import { ask, extend, forgive, fundRequest, pay, publish, take } from './others.ts'
import { alert, ana, button, expectDashboard, lock, logIn, openDashboard, openStoredWallet, section } from './steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const { deployer: me, luis } = people
/** Of the vault that the browser stores. */
const keeper = mnemonicToAccount(anasVault.phrase)
const FRIEND = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
const friend = mnemonicToAccount(FRIEND)

const card = (page: Page) => section(page, 'Desde tu última visita')

async function giveEther({ client }: World) {
  for (const { address } of [keeper, friend]) await client.setBalance({ address, value: parseEther('10') })
}

/** Until what was seen is kept on the device. */
async function seen(page: Page, storage: 'localStorage' | 'sessionStorage' = 'localStorage') {
  await page.waitForFunction((name) => Object.keys(window[name]).some((key) => key.startsWith('entrepares.news.')), storage)
}

test.describe('while the page is open', () => {
  test('each of two people is told what the other did, and is led to Actividad', async ({ page, browser, world }) => {
    await giveEther(world)
    const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1, seconds: 30 * DAY })
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await take(world, friend, id)
    await expect(alert(page)).toContainText(`Tomaron tu oferta: te devolverán $ 300.01. Préstamo n.º ${id} · vence el `)
    await pay(world, friend, id, 20n * DOLLAR)
    await expect(alert(page)).toContainText(`Te pagaron $ 20.00. Préstamo n.º ${id} · faltan $ 280.01.`)
    await button(alert(page), 'Ver').click()
    await expect(page.getByRole('dialog', { name: 'Actividad' })).toContainText('Te pagó')

    const other = await browser.newPage()
    await openDashboard(other, FRIEND)
    await seen(other, 'sessionStorage')
    await extend(world, me, id, 9 * DAY)
    await expect(alert(other)).toContainText(`Te dieron más tiempo. Préstamo n.º ${id} · ahora vence el `)
    await forgive(world, me, id)
    await expect(alert(other)).toContainText(`Te perdonaron lo que faltaba. Préstamo n.º ${id}.`)
    await expect(card(other)).toBeHidden()
    await other.close()
  })

  test('who asked for a loan is told that it came', async ({ page, world }) => {
    const id = await ask(world, me, { principal: 100n * DOLLAR, apr: 1 })
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await fundRequest(world, luis, id)
    await expect(alert(page)).toContainText('Te prestaron lo que pediste: devuelves $ 100.01.')
  })

  test('a payment that I note myself is no news to me', async ({ page, world }) => {
    const id = await publish(world, me, { principal: 300n * DOLLAR })
    await take(world, luis, id)
    await page.addInitScript(() => {
      const said: string[] = []
      Object.assign(window, { said })
      new MutationObserver(() => {
        for (const element of document.querySelectorAll('[role=alert]')) said.push(element.textContent ?? '')
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await chooseOnDebtor(page, 'Anotar un pago recibido')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Monto' }).fill('5')
    await expect(dialog).toContainText(/Comisión de red \(máx\.\)\s*≈ \$/)
    await button(dialog, 'Anotar $ 5.00').click()
    await expect(debtors(page).first()).toContainText('Pagado: $ 5.00')
    await page.keyboard.press('Escape')
    // What comes later is told, so what came before would have been.
    await pay(world, luis, id, 7n * DOLLAR)
    await expect(alert(page)).toContainText('Te pagaron $ 7.00.')
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.join())
    expect(said).not.toContain('Te pagaron $ 5.00')
    expect(said).not.toContain('Te pagaron $ 12.00')
  })
})

test.describe('after unlocking', () => {
  test('a card says what happened meanwhile, leads to Actividad, goes when dismissed, and does not come back', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    const [taken, paid] = [await publish(world, keeper, {}), await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })]
    await take(world, friend, paid)
    await openStoredWallet(page)
    await seen(page)
    await expect(card(page)).toBeHidden()
    await lock(page)

    await take(world, friend, taken)
    await pay(world, friend, paid, 30n * DOLLAR)
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(card(page).getByRole('listitem')).toHaveText([
      new RegExp(`^Tomaron tu oferta: te devolverán \\$ 50\\.42Préstamo n\\.º ${taken} · vence el `),
      `Te pagaron $ 30.00Préstamo n.º ${paid} · faltan $ 60.01`,
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

  test('what a reorganised chain takes back leaves the card', async ({ page, world }) => {
    await giveEther(world)
    const id = await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })
    await take(world, friend, id)
    await openStoredWallet(page)
    await seen(page)
    await lock(page)
    const fork = await world.client.markFork()
    await pay(world, friend, id, 30n * DOLLAR)
    await logIn(page, ana)
    await expect(card(page)).toContainText('Te pagaron $ 30.00')
    await fork.reorganise()
    await expect(card(page)).toBeHidden()
  })

  test('what was kept and is damaged is no error: there is no news, and the next visit has some again', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    const id = await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })
    await openStoredWallet(page)
    await seen(page)
    await lock(page)
    const damage = () =>
      page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith('entrepares.news.')) localStorage.setItem(key, 'AAAA')
      })
    await damage()
    await take(world, friend, id)
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(debtors(page).first()).toContainText('$ 90.00')
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(([key, text]) => key.startsWith('entrepares.news.') && text !== 'AAAA'),
    )
    await expect(card(page)).toBeHidden()
    await lock(page)
    await pay(world, friend, id, 30n * DOLLAR)
    await logIn(page, ana)
    await expect(card(page)).toContainText('Te pagaron $ 30.00')
  })
})
