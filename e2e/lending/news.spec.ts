import type { Page } from '@playwright/test'
import { numberToHex, parseEther, toEventSelector } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { getBlockNumber } from 'viem/actions'
import { people } from '../../devchain/people.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { shortAddress } from '../../web/text/shortHex.ts'
import { expectAccessible } from '../support/accessible.ts'
import { chooseOnDebtor, debtors } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test, type World } from '../support/fixtures.ts'
import { forged } from '../support/forged.ts'
import { faults } from '../support/node.ts'
import { ask, extend, forgive, fundRequest, pay, publish, sendDollars, take, withdrawRequest } from '../support/others.ts'
import {
  addContact,
  alert,
  ana,
  button,
  expectDashboard,
  header,
  lock,
  logIn,
  openDashboard,
  openStoredWallet,
  section,
} from '../support/steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const { deployer: me, luis } = people
/** Of the vault that the browser stores. */
const keeper = mnemonicToAccount(anasVault.phrase)
const FRIEND = 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'
const friend = mnemonicToAccount(FRIEND)

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

const card = (page: Page) => section(page, 'Desde tu última visita')

async function giveEther({ client }: World) {
  for (const { address } of [keeper, friend]) await client.setBalance({ address, value: parseEther('10') })
}

/** Until what was seen is kept on the device. */
async function seen(page: Page, storage: 'localStorage' | 'sessionStorage' = 'localStorage') {
  await page.waitForFunction((name) => Object.keys(window[name]).some((key) => key.startsWith('entrepares.news.')), storage)
}

/** From the next page on, every notice that is shown is noted. */
async function noteNotices(page: Page) {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[role=alert]')) said.push(element.textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

function noticesOf(page: Page): Promise<string> {
  return page.evaluate(() => (window as unknown as { said: string[] }).said.join())
}

async function nameFriend(page: Page, name = 'Eva Ríos') {
  await addContact(page, friend.address, name)
  await button(page.getByRole('dialog'), 'Cerrar').click()
}

test.describe('while the page is open', () => {
  test('dollars that somebody sends me are told once, less than a cent is not, and a draw of my own is not', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    // Test dollars can be drawn again.
    await world.client.increaseTime({ seconds: 3600 })
    await world.client.mine({ blocks: 1 })
    await noteNotices(page)
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await sendDollars(world, friend, me.address, 9_999n)
    await button(header(page), 'Obtener fondos de prueba').click()
    await expect(alert(page)).toContainText('Recibiste dólares de prueba.')
    await sendDollars(world, friend, me.address, 7n * DOLLAR)
    await expect(alert(page)).toContainText(`Te enviaron $ 7.00. De ${shortAddress(friend.address)}.`)
    await sendDollars(world, luis, me.address, 3n * DOLLAR)
    await expect(alert(page)).toContainText(`Te enviaron $ 3.00. De ${shortAddress(luis.address)}.`)
    const said = await noticesOf(page)
    expect(said).not.toContain('$ 0.00')
    expect(said).not.toContain('$ 1000.00')
    expect(said).not.toContain('novedad')
    await button(alert(page), 'Ver').click()
    await expect(page.getByRole('dialog', { name: 'Actividad' })).toContainText('Te envió')
  })

  test('a node that gives no events is not asked with every answer who sent dollars, but again after some minutes', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    let [asked, open] = [0, 0]
    page.on('request', (request) => {
      open++
      if (request.postData()?.includes(TRANSFER)) asked++
    })
    for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', () => open--)
    await noteNotices(page)
    await page.clock.install()
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    world.node.breakWith(faults.rpcError, 'eth_getLogs')
    await sendDollars(world, friend, me.address, 7n * DOLLAR)
    const pollFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 5) {
        await world.client.mine({ blocks: 1 })
        await page.clock.runFor(5_000)
        await expect.poll(() => open).toBe(0)
      }
    }
    while (asked === 0) await pollFor(5)
    await pollFor(15)
    const first = asked
    await pollFor(60)
    expect(asked).toBe(first)
    await world.node.heal()
    // Somebody is there: otherwise the wallet locks itself.
    await page.mouse.move(200, 200)
    await page.clock.fastForward(4 * 60_000)
    await pollFor(20)
    expect(await noticesOf(page)).toContain(`Te enviaron $ 7.00. De ${shortAddress(friend.address)}.`)
  })

  test('who has a name is called by it', async ({ page, world }) => {
    await giveEther(world)
    const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1, to: friend.address })
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await nameFriend(page)
    await sendDollars(world, friend, me.address, 7n * DOLLAR)
    await expect(alert(page)).toContainText('Te enviaron $ 7.00. De Eva Ríos.')
    await take(world, friend, id)
    await expect(alert(page)).toContainText('te deben $ 300.01. Eva Ríos.')
  })

  test('each of two people is told what the other did, and is led to Actividad', async ({ page, browser, world }) => {
    await giveEther(world)
    const id = await publish(world, me, { principal: 300n * DOLLAR, apr: 1, seconds: 30 * DAY })
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await take(world, friend, id)
    await expect(alert(page)).toContainText(`Tomaron tu oferta: te deben $ 300.01. Préstamo n.º ${id}.`)
    await pay(world, friend, id, 20n * DOLLAR)
    await expect(alert(page)).toContainText(`Te pagaron $ 20.00. Préstamo n.º ${id}.`)
    await button(alert(page), 'Ver').click()
    await expect(page.getByRole('dialog', { name: 'Actividad' })).toContainText('Te pagó')

    const other = await browser.newPage()
    await openDashboard(other, FRIEND)
    await seen(other, 'sessionStorage')
    await extend(world, me, id, 9 * DAY)
    await expect(alert(other)).toContainText(`Te dieron más tiempo. Préstamo n.º ${id}.`)
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
    await expect(alert(page)).toContainText('Te prestaron lo que pediste: debes $ 100.01.')
  })

  test('a payment that I note myself is no news to me', async ({ page, world }) => {
    const id = await publish(world, me, { principal: 300n * DOLLAR })
    await take(world, luis, id)
    await noteNotices(page)
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await chooseOnDebtor(page, 'Anotar un pago recibido')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Monto' }).fill('5')
    await expect(dialog).toContainText(/Comisión de red \(máx\.\)\s*≈ \$/)
    await button(dialog, 'Anotar $ 5.00').click()
    await expect(debtors(page).first()).toContainText('Pagado: $ 5.00')
    await page.keyboard.press('Escape')
    // A later payment is told, so the noted one would have been told before.
    await pay(world, luis, id, 7n * DOLLAR)
    await expect(alert(page)).toContainText('Te pagaron $ 7.00.')
    const said = await noticesOf(page)
    expect(said).not.toContain('Te pagaron $ 5.00')
    expect(said).not.toContain('Te pagaron $ 12.00')
  })
})

test.describe('what is offered to me or asked of me', () => {
  test('is told while the page is open, by name, and leads to the marketplace', async ({ page, world }) => {
    await giveEther(world)
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await nameFriend(page)
    await publish(world, friend, { principal: 50n * DOLLAR, to: me.address })
    await expect(alert(page)).toContainText('Te ofrecen un préstamo de $ 50.00. De Eva Ríos.')
    await button(alert(page), 'Ver').click()
    await expect(page.getByRole('heading', { name: 'Marketplace de Préstamos' })).toBeFocused()
    // Not what a stranger asks, who could do so with every block.
    await ask(world, luis, { principal: 21n * DOLLAR, to: me.address })
    await ask(world, friend, { principal: 22n * DOLLAR, to: me.address })
    await expect(alert(page)).toHaveText(/^Te piden un préstamo de \$ 22\.00\. De Eva Ríos\./)
    await expect(alert(page)).not.toContainText('novedad')
  })

  test('stands on the card of the next visit, if I know who it is, and leaves it once it is withdrawn', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    await page.setViewportSize({ width: 360, height: 740 })
    await openStoredWallet(page)
    await nameFriend(page)
    await seen(page)
    await lock(page)
    await publish(world, friend, { principal: 50n * DOLLAR, to: keeper.address })
    await ask(world, luis, { principal: 20n * DOLLAR, to: keeper.address })
    const asked = await ask(world, friend, { principal: 21n * DOLLAR, to: keeper.address })
    await sendDollars(world, friend, keeper.address, 7n * DOLLAR)
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(card(page).getByRole('listitem')).toHaveText([
      'Te ofrecen un préstamo de $ 50.00De Eva Ríos',
      'Te piden un préstamo de $ 21.00De Eva Ríos',
      'Te enviaron $ 7.00De Eva Ríos',
    ])
    await expectAccessible(page)
    await button(card(page), 'Ver ficha de Eva Ríos').first().click()
    const sheet = page.getByRole('dialog', { name: 'Persona' })
    await expect(sheet).toContainText(friend.address)
    await button(sheet, 'Cerrar').click()
    await withdrawRequest(world, friend, asked)
    await expect(card(page).getByRole('listitem')).toHaveCount(2)
    await lock(page)
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(section(page, 'Ofertas para ti')).toContainText('$ 50.00')
    await expect(card(page)).toBeHidden()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the button that takes the card away stands beside its title, with text of twice the size too', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    await openStoredWallet(page)
    await seen(page)
    await lock(page)
    await sendDollars(world, luis, keeper.address, 3n * DOLLAR)
    await logIn(page, ana)
    await expect(card(page)).toContainText('Te enviaron $ 3.00')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const dismiss = await button(card(page), 'Quitar novedades').boundingBox()
    const title = await card(page).getByRole('heading').boundingBox()
    expect(dismiss?.y ?? 0).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
    expect((dismiss?.x ?? 0) + (dismiss?.width ?? 0)).toBeLessThanOrEqual(360)
  })

  test('news that comes while a dialog is open covers no button of it', async ({ page, world }) => {
    await giveEther(world)
    const id = await publish(world, me, { principal: 12_300n * DOLLAR, apr: 1, to: friend.address })
    await openDashboard(page)
    await seen(page, 'sessionStorage')
    await nameFriend(page, 'Maximiliana Guadalupe del Carmen Fernán')
    // The tallest that a dialog can be.
    await button(page, 'Ver ficha de 0x90F7…b906').first().click()
    const dialog = page.getByRole('dialog')
    await button(dialog, 'Poner nombre').click()
    await take(world, friend, id)
    // Outside of the dialog, which hides the rest of the page from its own reader.
    const shown = page.locator('.MuiSnackbarContent-root')
    await expect(shown).toContainText('Tomaron tu oferta')
    const notice = await shown.boundingBox()
    const close = await button(dialog, 'Cerrar').boundingBox()
    const top = (await dialog.boundingBox())?.y ?? 0
    expect(top).toBeLessThan(100)
    expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(close?.y ?? 0)
    await button(dialog, 'Cerrar').click()
    await expect(dialog).toBeHidden()
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
      new RegExp(`^Tomaron tu oferta: te deben \\$ 50\\.42Préstamo n\\.º ${taken} · vence el `),
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

  test('the card says who sent dollars meanwhile, by name, above the first steps, and not again at the next visit', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    await page.setViewportSize({ width: 360, height: 780 })
    const id = await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })
    await take(world, friend, id)
    await openStoredWallet(page)
    await nameFriend(page)
    await seen(page)
    await lock(page)
    await sendDollars(world, friend, keeper.address, 7n * DOLLAR)
    await sendDollars(world, luis, keeper.address, 3n * DOLLAR)
    await pay(world, friend, id, 30n * DOLLAR)

    await logIn(page, ana)
    await expectDashboard(page)
    await expect(card(page).getByRole('listitem')).toHaveText([
      `Te pagaron $ 30.00Eva Ríos · Préstamo n.º ${id} · faltan $ 60.01`,
      `Te enviaron $ 3.00De ${shortAddress(luis.address)}`,
      'Te enviaron $ 7.00De Eva Ríos',
    ])
    await expect(alert(page)).toHaveCount(0)
    const [news, steps] = [await card(page).boundingBox(), await section(page, 'Tres pasos para empezar').boundingBox()]
    expect((news?.y ?? 0) + (news?.height ?? 0)).toBeLessThan(steps?.y ?? 0)
    await expectAccessible(page)

    await lock(page)
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(debtors(page).first()).toContainText('Pagado: $ 30.00')
    await sendDollars(world, luis, keeper.address, 5n * DOLLAR)
    await expect(alert(page)).toContainText('Te enviaron $ 5.00.')
    await expect(alert(page)).not.toContainText('novedad')
    await expect(card(page)).toBeHidden()
  })

  test('one answer of a block far ahead does not end the news: the next visit has some', async ({ page, world }) => {
    await giveEther(world)
    const id = await publish(world, keeper, { principal: 300n * DOLLAR })
    world.node.breakWith(
      forged((board) => ({ ...board, blockNumber: board.blockNumber + 1_000_000n })),
      'eth_call',
    )
    await openStoredWallet(page)
    await seen(page)
    await lock(page)
    await world.node.heal()
    await take(world, friend, id)
    await sendDollars(world, friend, keeper.address, 7n * DOLLAR)
    await logIn(page, ana)
    await expect(card(page)).toContainText('Tomaron tu oferta')
    await expect(card(page)).toContainText('Te enviaron $ 7.00')
  })

  test('a node that lags behind the last visit tells nothing twice, and nothing is lost once it has caught up', async ({
    page,
    world,
  }) => {
    await giveEther(world)
    const id = await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })
    await take(world, friend, id)
    await openStoredWallet(page)
    await seen(page)
    await lock(page)
    const old = numberToHex(await getBlockNumber(world.client))
    await pay(world, friend, id, 30n * DOLLAR)
    await logIn(page, ana)
    await expect(card(page)).toContainText('Te pagaron $ 30.00')
    await lock(page)

    await noteNotices(page)
    world.node.breakWith(
      async ({ params: [call, , ...others], ask, answer }) => answer(await ask([call, old, ...others])),
      'eth_call',
    )
    await page.reload()
    await logIn(page, ana)
    await expectDashboard(page)
    await expect(debtors(page).first()).toContainText('Pagado: $ 0.00')
    await world.node.heal()
    await expect(debtors(page).first()).toContainText('Pagado: $ 30.00')
    await pay(world, friend, id, 10n * DOLLAR)
    // At the beginning of a visit what happened is told by the card, later by a notice.
    await expect(alert(page).or(card(page))).toContainText('Te pagaron $ 10.00')
    const said = await noticesOf(page)
    for (const wrong of ['$ 30.00', '$ 40.00']) expect(said).not.toContain(`Te pagaron ${wrong}`)
    await expect(page.getByText('Te pagaron $ 30.00')).toHaveCount(0)
  })

  test('an offer that was taken and paid back meanwhile is told as over', async ({ page, world }) => {
    await giveEther(world)
    const id = await publish(world, keeper, { principal: 90n * DOLLAR, apr: 1 })
    await openStoredWallet(page)
    await seen(page)
    await lock(page)
    await take(world, friend, id)
    await pay(world, friend, id, 91n * DOLLAR)
    await logIn(page, ana)
    await expect(card(page).getByRole('listitem')).toHaveText([`Tomaron tu oferta, y ya terminóPréstamo n.º ${id}`])
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
    await sendDollars(world, friend, keeper.address, 7n * DOLLAR)
    await logIn(page, ana)
    await expect(card(page)).toContainText('Te pagaron $ 30.00')
    await expect(card(page)).toContainText('Te enviaron $ 7.00')
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
