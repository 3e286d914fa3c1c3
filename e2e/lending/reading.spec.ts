// Polling: number of requests; and layout shifts when data arrives.
import type { Page } from '@playwright/test'
import { people } from '../../devchain/people.ts'
import { publishMany } from '../../devchain/publishMany.ts'
import { DAY, DOLLAR } from '../../web/loans/loan.ts'
import { debts, market } from '../support/dashboard.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish, take } from '../support/others.ts'
import { header, openDashboard } from '../support/steps.ts'

const me = people.deployer

test('M5 with a thousand offers the page asks one question every ten seconds and one small one every four, and none while hidden', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await publishMany(world.chain, 1_000, { principal: DOLLAR, duration: BigInt(DAY), apr: 100n, note: '' })
  const asked: string[] = []
  let unanswered = 0
  page.on('request', (request) => {
    const { method } = request.postDataJSON() ?? {}
    if (!method) return
    asked.push(method)
    unanswered++
  })
  page.on('requestfinished', (request) => {
    if (request.postDataJSON()?.method) unanswered--
  })
  const count = (method: string) => asked.filter((name) => name === method).length
  /** Second by second: the next poll is scheduled only after the previous response. */
  const advance = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await page.clock.runFor(1_000)
      await expect.poll(() => unanswered).toBe(0)
    }
  }
  await openDashboard(page)
  await expect(market(page)).toContainText('1004 ofertas abiertas')
  // Genesis hash, once per visit, which is part of the outbox's key.
  await expect.poll(() => count('eth_getBlockByNumber')).toBe(1)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000)
  await advance(1)

  asked.length = 0
  await advance(20)
  expect(count('eth_call')).toBe(2)
  expect(count('eth_getLogs')).toBe(5)
  expect(asked).toHaveLength(7)

  await setHidden(page, true)
  asked.length = 0
  await advance(12)
  expect(asked).toEqual([])

  await setHidden(page, false)
  await expect.poll(() => count('eth_call')).toBe(1)
})

for (const [width, height] of [
  [360, 800],
  [1280, 900],
] as const) {
  test(`nothing jumps when the data arrives, at ${width} px`, async ({ page, world }) => {
    await page.setViewportSize({ width, height })
    await take(world, me, 1n)
    await publish(world, me, { note: 'Dos líneas de nota, que en una pantalla estrecha son más que eso y en otra no.' })
    await recordShifts(page)
    // More than 500 ms after the last click: the browser excludes shifts that follow user input (hadRecentInput).
    world.node.breakWith(async ({ ask, answer }) => {
      const text = await ask()
      setTimeout(() => answer(text), 1_500)
    }, 'eth_call')
    await openDashboard(page)
    await expect(header(page)).toContainText('Red local')
    await expect(debts(page).first()).toContainText('$ 300.00')

    expect(await page.evaluate(() => window.shifts)).toEqual([])
  })
}

declare global {
  interface Window {
    /** Layout shifts without recent user input. */
    shifts: string[]
  }
}

async function recordShifts(page: Page) {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput || location.pathname !== '/dashboard') continue
        const moved = sources.map(({ node }) => node?.textContent?.slice(0, 30))
        window.shifts.push(`${value.toFixed(4)} ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Simulates a hidden tab: a headless browser cannot be minimised. */
async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') })
    window.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)
}
