import type { Locator, Page } from '@playwright/test'
import { parseEther } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { people, TEST_PHRASE } from '../../devchain/people.ts'
import { limits } from '../../web/loans/limits.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { expectAccessible } from '../support/accessible.ts'
import { makeBusy } from '../support/busyWallet.ts'
import { chooseOnDebtor, debtors, debts, fillOffer, market, offers, publishForm } from '../support/dashboard.ts'
import { anasVault } from '../support/device.ts'
import { expect, test } from '../support/fixtures.ts'
import { fund } from '../support/money.ts'
import { faults } from '../support/node.ts'
import { ask, publish, take, withdrawRequest } from '../support/others.ts'
import {
  alert,
  button,
  confirmPhraseSaved,
  header,
  importPhrase,
  openDashboard,
  openStoredWallet,
  passQuiz,
  section,
} from '../support/steps.ts'

const me = people.deployer
const PHONE = { width: 360, height: 780 }
const DESKTOP = { width: 1280, height: 900 }

test.describe('nothing moves while the dashboard loads', () => {
  for (const [screen, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    for (const who of ['a newcomer', 'someone with loans and offers']) {
      // The narrowest screen with the most to load stands for all in the journeys.
      const tag = screen === 'phone' && who !== 'a newcomer' ? ['@journey'] : []
      test(`on a ${screen}, for ${who}`, { tag }, async ({ page, world }) => {
        if (who !== 'a newcomer') {
          await world.client.setBalance({ address: me.address, value: parseEther('2') })
          await publish(world, me, { principal: 40n * DOLLAR })
          await take(world, me, 1n)
        }
        await page.setViewportSize(viewport)
        await page.addInitScript(recordShifts)
        // The node answers only when the first paint of the dashboard is over.
        let answerNow = () => {}
        const isPainted = new Promise<void>((resolve) => {
          answerNow = resolve
        })
        world.node.breakWith(async ({ ask, answer }) => {
          await isPainted
          answer(await ask())
        }, 'eth_call')
        await page.goto('/seed')
        await importPhrase(page, TEST_PHRASE)
        await confirmPhraseSaved(page)
        await passQuiz(page, TEST_PHRASE)
        await expect(button(page, 'Bloquear')).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        await twoFrames(page)
        await page.evaluate(() => {
          window.shifts.length = 0
        })
        answerNow()
        await expect(header(page)).toContainText('Red local')
        if (who !== 'a newcomer') await expect(debts(page).first()).toContainText('$ 300.00')
        await expect(publishForm(page)).toBeVisible()
        await twoFrames(page)
        expect(await page.evaluate(() => window.shifts)).toEqual([])
      })
    }
  }
})

test.describe('nothing moves either', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  for (const [screen, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    for (const [state, fault] of [
      ['answers at once', undefined],
      ['is dead', faults.httpError],
    ] as const) {
      test(`on a ${screen}, where the node ${state}`, async ({ page, world }) => {
        await take(world, me, await publish(world, people.ana, {}))
        await page.setViewportSize(viewport)
        await openDashboard(page)
        await dismissSteps(page)
        await page.addInitScript(recordShifts)
        if (fault) world.node.breakWith(fault)
        await openDashboard(page)
        await page.evaluate(() => document.fonts.ready)
        await expect(header(page)).toContainText(fault ? 'La red no responde.' : 'Red local')
        await expect(publishForm(page)).toBeVisible()
        await twoFrames(page)
        expect(await page.evaluate(() => window.shifts)).toEqual([])
      })
    }
  }
})

test('on a phone the page of somebody with thirty offers to see, six debtors and six debts is at most 4,500 px high', async ({
  page,
  world,
}) => {
  await makeBusy(world, mnemonicToAccount(anasVault.phrase))
  await page.setViewportSize(PHONE)
  await openStoredWallet(page)
  for (const cards of [debtors, debts]) await expect(cards(page)).toHaveCount(2)
  await expect(market(page)).toContainText('30 ofertas abiertas')
  await dismissSteps(page)
  await expect(offers(page)).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_500)

  await button(page, 'Ver las 6').click()
  await expect(page.getByRole('dialog', { name: 'Mis Deudas' }).getByRole('article')).toHaveCount(6)
  await expectAccessible(page)
})

/** Removes the first steps, which stand on the page of a newcomer only. */
async function dismissSteps(page: Page) {
  await expect(header(page)).toContainText('Red local')
  const steps = button(page, 'Quitar estos pasos')
  if (await steps.isVisible()) await steps.click()
}

declare global {
  interface Window {
    shifts: string[]
  }
}

/** In the page: every layout shift, also those that the browser forgives because something was pressed just before. */
function recordShifts() {
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      window.shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { y: Number.NaN, height: 0 }

async function bottomOf(of: Locator) {
  const { y, height } = await boxOf(of)
  return y + height
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

test('no button moves when the warning that there is no ETH goes', async ({ page, world }) => {
  await page.setViewportSize(PHONE)
  await world.client.setBalance({ address: me.address, value: 0n })
  await openDashboard(page)
  await expect(header(page)).toContainText('No tienes ETH')
  const place = () => button(header(page), 'Obtener fondos de prueba').evaluate((element) => element.getBoundingClientRect().top)
  const market = () => section(page, 'Marketplace de Préstamos').evaluate((element) => element.getBoundingClientRect().top)
  const before = [await place(), await market()]
  await world.client.setBalance({ address: me.address, value: parseEther('2') })
  await expect(header(page)).not.toContainText('No tienes ETH')
  expect([await place(), await market()]).toEqual(before)
})

test.describe('a passing notice on a phone', () => {
  test.use({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] })

  const notice = (page: Page) => alert(page).filter({ hasText: 'Address copiada' })

  /** A notice that stays: the timer pauses under the pointer. */
  async function showNotice(page: Page) {
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
    await button(header(page), 'Compartir dirección').click()
    await notice(page).hover()
  }

  test('stands at the top, clear of the navigation and of every button of the page', async ({ page }) => {
    await openDashboard(page)
    await showNotice(page)
    await expect.poll(async () => Math.round((await boxOf(notice(page))).y)).toBe(8)
    const bottom = await bottomOf(notice(page))
    const places = await page
      .locator(':is(main, nav) :is(button, a, input)')
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().top))
    expect(places.length).toBeGreaterThan(10)
    expect(Math.min(...places)).toBeGreaterThanOrEqual(bottom)
  })

  test('leaves the buttons of a sheet free', async ({ page, world }) => {
    await world.client.setBalance({ address: me.address, value: parseEther('1') })
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    await showNotice(page)
    // Not by the pointer, which holds the notice.
    await button(page, 'Solicitar $ 100.00 a 0x90F7…b906').press('Enter')
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    const isFree = async () => (await bottomOf(page.getByText('Address copiada'))) <= (await boxOf(sheet)).y
    await expect.poll(isFree).toBe(true)
  })
})

test.describe('letters of twice the size', () => {
  test.use({ viewport: PHONE })

  test('everything on a phone still fits, and no amount is broken in two', async ({ page, world }) => {
    await take(world, me, 1n)
    await world.client.setBalance({ address: me.address, value: parseEther('4') })
    await fund(world, me.address, 17_886)
    await openDashboard(page)
    await expect(header(page)).toContainText('$ 17,888.00')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await twoFrames(page)
    expect(await page.evaluate(cutTexts)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  })

  test('the largest amounts of all fit too, and the top bar covers nothing', async ({ page, world }) => {
    const most = { principal: limits.principal.max, instalments: 3 }
    for (const lender of [people.ana, me]) await publish(world, lender, most)
    await take(world, people.luis, await publish(world, me, most))
    await take(world, me, await publish(world, people.ana, most))
    await world.client.setBalance({ address: me.address, value: parseEther('16112834') })
    await openDashboard(page)
    await expect(header(page)).toContainText('$ 72,056,593,648.00')
    await expect(header(page)).toContainText('$ 72,057,594,037.92')
    await fillOffer(page, { amount: '72057594037.92', apr: '655' })
    await expect(debts(page).first()).toContainText('$ 72,057,594,037.92')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    // With a notice of it, which has a button.
    await publish(world, people.ana, { ...most, to: me.address })
    await expect(page.getByRole('alert')).toContainText('$ 72,057,594,037.92')
    await twoFrames(page)
    expect(await page.evaluate(cutTexts)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await bottomOf(page.getByRole('banner'))).toBeLessThanOrEqual((await boxOf(page.getByRole('main'))).y)
  })

  test('on a desktop the top bar, which is higher then, covers no heading to which it leads, also when the page loads after that', async ({
    page,
    world,
  }) => {
    let read = () => {}
    const isRead = new Promise<void>((resolve) => {
      read = resolve
    })
    world.node.breakWith(async ({ ask, answer }) => {
      await isRead
      answer(await ask())
    })
    await page.setViewportSize(DESKTOP)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openDashboard(page)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await page.getByRole('navigation').getByRole('link', { name: 'Mis préstamos' }).click()
    const heading = page.getByRole('heading', { name: 'Mis Deudores' })
    await expect(heading).toBeFocused()
    const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight)
    const height = await heightOfPage()
    read()
    await expect.poll(heightOfPage).not.toBe(height)
    await expect(header(page)).toContainText('Red local')
    await twoFrames(page)
    const room = async () => (await boxOf(heading)).y - (await bottomOf(page.getByRole('banner')))
    await expect.poll(room).toBeGreaterThanOrEqual(0)
    await expect.poll(room).toBeLessThan(100)
  })
})

test.describe('loan cards', () => {
  const SECTIONS = { 'Mis Deudores': debtors, 'Mis Deudas': debts }

  for (const width of [600, 768, 1000, 1199]) {
    test(`stand two across at ${width} px, equally high, and the last of an odd number leaves no hole`, async ({
      page,
      world,
    }) => {
      const notes = ['', 'Una nota que ocupa más de una línea de la tarjeta, para que las dos no midan lo mismo.', '']
      for (const note of notes) {
        await take(world, people.luis, await publish(world, me, { note }))
        await take(world, me, await publish(world, people.ana, { note }))
      }
      await page.setViewportSize({ width, height: 900 })
      await openDashboard(page)
      for (const [name, cards] of Object.entries(SECTIONS)) {
        await expect(cards(page)).toHaveCount(3)
        const boxes = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()))
        const [first, second, last] = boxes
        const whole = await section(page, name).evaluate((element) => element.getBoundingClientRect().toJSON())
        expect([second.top, second.bottom, second.right]).toEqual([first.top, first.bottom, whole.right])
        expect(second.left - first.right).toBe(16)
        expect(first.width).toBe(second.width)
        expect([last.left, last.right, last.top]).toEqual([whole.left, whole.right, first.bottom + 16])
      }
    })
  }

  test('stand below one another where the two sections stand side by side', async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await openDashboard(page)
    for (const cards of Object.values(SECTIONS)) {
      await expect(cards(page)).toHaveCount(2)
      const [first, second] = await cards(page).evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()))
      expect([second.left, second.top]).toEqual([first.left, first.bottom + 16])
    }
  })
})

/** In the page: the texts that are wider than the screen or their box, and the amounts that run over two lines. */
function cutTexts(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode } = texts
    const text = currentNode.textContent ?? ''
    const parent = currentNode.parentElement
    if (!text.trim() || !parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('svg, option')) continue
    // For screen readers only.
    if (getComputedStyle(parent).clipPath !== 'none') continue
    range.selectNodeContents(currentNode)
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
    let isBeyond = lines.some(({ left, right }) => left < 0 || right > document.documentElement.clientWidth)
    for (let box: HTMLElement | null = parent; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box)
      const { left, right } = box.getBoundingClientRect()
      // A row that scrolls sideways by design shows the rest on a swipe.
      if (box !== document.body && (overflowX === 'auto' || overflowX === 'scroll')) {
        isBeyond = false
        break
      }
      if (
        (overflowX === 'hidden' || overflowX === 'clip') &&
        lines.some((line) => line.left < left - 1 || line.right > right + 1)
      )
        found.push(`cut: ${text}`)
    }
    if (isBeyond) found.push(`beyond the edge: ${text}`)
    for (const [amount] of text.matchAll(/\$ [\d,]+\.\d\d/g)) {
      const start = text.indexOf(amount)
      range.setStart(currentNode, start)
      range.setEnd(currentNode, start + amount.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) found.push(`broken: ${amount}`)
    }
  }
  return found
}

test('on a large screen the publish form, which stays in view, never lies over the loans', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1440 })
  await openDashboard(page)
  await expect(debts(page).first()).toBeVisible()
  const top = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().top)
  const bottom = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom)
  const end = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let scrolled = 0; scrolled < end; scrolled += 300) {
    await page.evaluate((y) => window.scrollTo(0, y), scrolled)
    expect(await bottom(publishForm(page))).toBeLessThan(await top(section(page, 'Mis Deudas')))
  }
})

test('on a phone the button of a dialog is in view before anything is scrolled', async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await world.client.setBalance({ address: me.address, value: parseEther('1') })
  await openDashboard(page)
  await button(page, 'Solicitar $ 100.00 a 0x90F7…b906').click()
  const sheet = page.getByRole('dialog', { name: 'Solicitar préstamo' })
  await expect(button(sheet, 'Aceptar préstamo')).toBeInViewport({ ratio: 1 })
  await expect(button(sheet, 'Ahora no')).toBeInViewport({ ratio: 1 })
})

test('on a phone no stop of the Tab key lies under the buttons of a dialog', async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const id = await publish(world, me, { principal: 90n * DOLLAR, seconds: 60 * DAY, instalments: 12 })
  await take(world, people.luis, id)
  await openDashboard(page)
  await chooseOnDebtor(page, 'Dar más tiempo')
  const dialog = page.getByRole('dialog', { name: 'Dar más tiempo' })
  await expect(button(dialog, 'Dar 7 días más')).toBeEnabled()
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(coveredFocus)).toBeUndefined()
  }
})

/** In the page: what has the focus, if something else lies over its middle. */
function coveredFocus(): string | undefined {
  const focused = document.activeElement?.closest('label') ?? document.activeElement
  if (!focused) return 'nothing'
  const { x, y, width, height } = focused.getBoundingClientRect()
  const atop = document.elementFromPoint(x + width / 2, y + height / 2)
  return atop && (focused.contains(atop) || atop.contains(focused)) ? undefined : (focused.textContent ?? '')
}

test('on a phone the warning about a stranger stands above the button that lends', async ({ page, world }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await fund(world, me.address, 500)
  await ask(world, people.eva, { principal: 90n * DOLLAR, note: 'Repuestos', instalments: 3 })
  await openDashboard(page)
  await section(page, 'Marketplace de Préstamos').getByRole('tab', { name: 'Solicitudes' }).click()
  await page.getByRole('button', { name: /^Prestar \$ 90\.00/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(button(dialog, 'Prestar $ 90.00')).toBeEnabled()
  await expect(dialog.getByText('Si no sabes quién es')).toBeInViewport({ ratio: 1 })
})

test('on a phone why a request cannot be funded any more is in view beside the button, and the dialog stays at its top', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await fund(world, me.address, 0)
  const id = await ask(world, people.eva, { principal: 90n * DOLLAR, note: 'Repuestos', instalments: 3 })
  await openDashboard(page)
  await section(page, 'Marketplace de Préstamos').getByRole('tab', { name: 'Solicitudes' }).click()
  await page.getByRole('button', { name: /^Prestar \$ 90\.00/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(alert(dialog)).toContainText('Tienes $ 0.00')
  await expect(alert(dialog)).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText('Si no sabes quién es')).toBeInViewport({ ratio: 1 })
  await fund(world, me.address, 500)
  await expect(button(dialog, 'Prestar $ 90.00')).toBeEnabled()
  await withdrawRequest(world, people.eva, id)
  await expect(alert(dialog)).toContainText('Esa solicitud ya se retiró.')
  await expect(alert(dialog)).toBeInViewport({ ratio: 1 })
})
